import { beforeEach, expect, test, vi } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const build = () => account.as.post('/console/demo?size=small');

test('an empty account is filled, once, with its progress to be read', async () => {
  const { status, body } = await build();
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { status: 'running', file_names: ['The demo company Harbourline'] },
  });
  expect((await build()).status).toBe(422);
  const end = await vi.waitUntil(
    async () => {
      const run = (await account.as.get(`/console/imports/runs/${body.run_id}`)).body;
      return run.status === 'running' ? undefined : run;
    },
    { timeout: 100_000, interval: 200 },
  );
  expect(end).toMatchObject({ status: 'committed', errors: [] });
  expect(end.rows_done).toBeGreaterThan(1000);
  expect((await account.as.get('/v2/integrations')).body.integrations).toHaveLength(4);
  expect((await build()).body.errors).toEqual([
    'The demo needs an account without integrations, and this one has some',
  ]);
}, 120_000);

test('an account with integrations is left alone', async () => {
  await importCharges(account, [{ day: '2026-03-01', cost: '1' }]);
  expect((await build()).status).toBe(422);
});

test('only owners may', async () => {
  const editor = await account.newUser('integration_owner');
  expect((await editor.as.post('/console/demo')).status).toBe(403);
});
