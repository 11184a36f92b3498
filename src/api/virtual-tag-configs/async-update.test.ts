import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

const path = '/v2/virtual_tag_configs';
const now = '2026-03-10T09:00:00Z';

let account: Account;
let config: { token: string; values: object[] };

beforeEach(async () => {
  account = await newAccount();
  const values = [{ filter: "costs.provider = 'aws'", name: 'web' }];
  config = (await account.as.post(path, { key: 'Team', overridable: true, values })).body;
});
afterEach(() => setTime(now));

const update = (body: object) => account.as.put(`${path}/${config.token}/async`, body);

test('is applied before the response, and its status is available at once', async () => {
  const answer = await update({ key: 'Teams', values: null });
  expect(answer.status).toBe(202);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  const { request_id, status_url } = answer.body;
  expect(request_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(status_url).toBe(`${path}/async/${request_id}`);
  expect(await account.as.get(status_url)).toMatchObject({ status: 200, body: {} });
  const { body } = await account.as.get(`${path}/${config.token}`);
  expect(body).toEqual({ ...config, key: 'Teams', values: [] });
});

test('is validated before the response, and a rejected update changes nothing', async () => {
  expect((await update({ values: [{ filter: 'x', name: 'a' }] })).status).toBe(400);
  expect((await update({ backfill_until: '2027-01-01' })).status).toBe(422);
  expect((await account.as.put(`${path}/vtag_0000000000000000/async`, {})).status).toBe(404);
  expect((await account.as.get(`${path}/${config.token}`)).body).toEqual(config);
});

test('has a status for a day, visible only within its account', async () => {
  const { status_url } = (await update({})).body;
  const other = await newAccount();
  expect((await other.as.get(status_url)).status).toBe(404);
  expect((await account.as.get(`${path}/async/${config.token}`)).status).toBe(404);
  setTime('2026-03-11T09:00:00Z');
  expect((await account.as.get(status_url)).status).toBe(200);
  setTime('2026-03-11T09:00:01Z');
  expect((await account.as.get(status_url)).status).toBe(404);
  await update({});
  const requests = await account.app.services.db
    .selectFrom('virtual_tag_requests')
    .select('request_id')
    .where('account_token', '=', account.account.token)
    .execute();
  expect(requests).toHaveLength(1);
});
