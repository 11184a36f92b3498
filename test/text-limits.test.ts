import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, newAccount } from './harness.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

describe('lengths count code points', () => {
  test.each(['/v2/folders', '/v2/cost_reports', '/v2/saved_filters'])(
    'a title of 255 emoji is accepted by %s, one more is not',
    async (path) => {
      const create = (title: string) => account.as.post(path, { title });
      expect((await create('😀'.repeat(255))).body.title).toBe('😀'.repeat(255));
      const tooLong = await create('😀'.repeat(256));
      expect(tooLong.body.errors).toEqual(['title must be at most 255 characters']);
    },
  );

  test('the label of a value has at most 500', async () => {
    const create = (label: string) =>
      account.as.post('/v2/business_metrics', {
        title: 'Orders',
        values: [{ date: '2026-01-01', amount: 1, label }],
      });
    expect((await create('😀'.repeat(500))).status).toBe(201);
    expect((await create('😀'.repeat(501))).status).toBe(400);
  });
});

describe('a filter beyond its limit is an error of the language', () => {
  const filter = `costs.provider = '${'x'.repeat(100_000)}'`;
  const message = /^Invalid VQL .*: the filter is longer than 100000 characters\.$/;

  test.each([
    ['/v2/saved_filters', { title: 'F', filter }],
    ['/v2/cost_reports', { title: 'R', filter }],
    ['/v2/segments', { title: 'S', filter }],
    ['/v2/virtual_tag_configs', { key: 'K', overridable: true, values: [{ name: 'v', filter }] }],
    ['/v2/costs/data_exports', { filter }],
  ])('%s returns 400', async (path, body) => {
    const response = await account.as.post(path, body);
    expect([response.status, response.body.errors]).toEqual([
      400,
      [expect.stringMatching(message)],
    ]);
  });
});
