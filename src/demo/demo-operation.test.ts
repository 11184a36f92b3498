import { beforeEach, expect, test } from 'vitest';
import { importCharges } from '../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../test/harness.js';

// What it builds is tested with the demo itself.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

test('an account with integrations is left alone', async () => {
  await importCharges(account, [{ day: '2026-03-01', cost: '1' }]);
  expect((await account.as.post('/console/demo')).status).toBe(422);
});

test('only owners may', async () => {
  const owner = await account.newUser('integration_owner');
  expect((await owner.as.post('/console/demo')).status).toBe(403);
});
