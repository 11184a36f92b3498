import { beforeEach, expect, test } from 'vitest';
import { importCharges } from '../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../test/harness.js';

// The result is tested in build-demo.test.ts.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

test('an account with integrations is rejected', async () => {
  await importCharges(account, [{ day: '2026-03-01', cost: '1' }]);
  expect((await account.as.post('/console/demo')).status).toBe(422);
});

test('only owners can build the demo', async () => {
  const integrationOwner = await account.newUser('integration_owner');
  expect((await integrationOwner.as.post('/console/demo')).status).toBe(403);
});
