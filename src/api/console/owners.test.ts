import { expect, test } from 'vitest';
import { newAccount } from '../../../test/harness.js';

test('everyone learns which owners can grant access, page by page, and of no other account', async () => {
  const account = await newAccount();
  await newAccount();
  await account.newUser('owner', 'Olivia');
  await account.newUser('editor', 'Eddie');
  const viewer = await account.newUser('viewer', 'Vera');
  const { db } = account.app.services;
  const { status, body } = await viewer.as.get('/console/owners');
  expect(status).toBe(200);
  const stored = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('account_token', '=', account.account.token)
    .where('role', '=', 'owner')
    .orderBy('id')
    .execute();
  expect(body.owners).toEqual(stored);
  expect(body.owners.at(-1).name).toBe('Olivia');

  const last = await viewer.as.get(`/console/owners?limit=1&page=${stored.length}`);
  expect(last.body.owners).toEqual([stored.at(-1)]);
  expect(last.body.links.next).toBeNull();

  await db
    .updateTable('users')
    .set({ deactivated_at: new Date() })
    .where('account_token', '=', account.account.token)
    .where('name', '=', 'Olivia')
    .execute();
  const left = (await viewer.as.get('/console/owners')).body.owners;
  expect(left).toEqual(stored.slice(0, -1));
});
