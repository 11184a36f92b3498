import { APIV2Client } from '@vantage-sh/vantage-client';
import { expect, test } from 'vitest';
import { newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
test('manages managed accounts', async () => {
  const account = await newAccount();
  const client = new APIV2Client(account.secret, false, await testOrigin());
  const created = await client.managedAccounts.create({
    name: 'Acme',
    contact_email: `${account.account.token}@example.com`,
    access_credential_tokens: ['ac-1'],
  });
  expect(created).toMatchObject({
    access_credential_tokens: [],
    parent_account_token: account.account.token,
  });
  const renamed = await client.managedAccounts.update(created.token, { name: 'Acme Ltd' });
  expect(renamed).toEqual({ ...created, name: 'Acme Ltd' });
  expect(await client.managedAccounts.get(created.token)).toEqual(renamed);
  expect((await client.managedAccounts.list({})).managed_accounts).toEqual([renamed]);
  await client.managedAccounts.delete(created.token);
  await expect(client.managedAccounts.get(created.token)).rejects.toMatchObject({ status: 404 });
});
