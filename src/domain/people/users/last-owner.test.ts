import { expect, test } from 'vitest';
import { newAccount } from '../../../../test/harness.js';

type Removal = (token: string) => [method: string, path: string, body?: object];

const removals: Record<'deletes' | 'demotes', Removal> = {
  deletes: (token) => ['DELETE', `/console/users/${token}`],
  demotes: (token) => ['PUT', `/console/users/${token}`, { role: 'viewer' }],
};

async function twoOwners() {
  const account = await newAccount();
  const second = await account.newUser('owner');
  const ownerCount = async () =>
    (
      await account.app.services.db
        .selectFrom('users')
        .select('token')
        .where('account_token', '=', account.account.token)
        .where('role', '=', 'owner')
        .execute()
    ).length;
  return { account, second, ownerCount };
}

test.each([
  ['deletes', 'deletes'],
  ['demotes', 'demotes'],
  ['deletes', 'demotes'],
] as const)(
  'one owner stays when one %s and the other %s at the same time',
  async (mine, theirs) => {
    for (let round = 0; round < 5; round += 1) {
      const { account, second, ownerCount } = await twoOwners();
      const responses = await Promise.all([
        account.as.send(...removals[mine](second.token)),
        second.as.send(...removals[theirs](account.owner.token)),
      ]);
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses[0]).toBeLessThan(300);
      // The other request is refused, or its credential has ended meanwhile.
      expect([401, 403, 422]).toContain(statuses[1]);
      expect(await ownerCount()).toBe(1);
    }
  },
);

test('the role in Everyone counts too', async () => {
  const { account, second, ownerCount } = await twoOwners();
  const path = `/v2/teams/${account.everyone.token}/members`;
  const demote = (user_email: string) => account.as.post(path, { user_email, role: 'viewer' });
  await Promise.all([demote(second.email), demote(account.owner.email)]);
  expect(await ownerCount()).toBe(1);
});

test('the database itself keeps an owner, and lets an account be deleted', async () => {
  const { account, second } = await twoOwners();
  const { db } = account.app.services;
  const ofAccount = db.deleteFrom('users').where('account_token', '=', account.account.token);
  await expect(ofAccount.execute()).rejects.toThrow('would have no owner');
  await db.deleteFrom('users').where('token', '=', second.token).execute();
  const demoted = db.updateTable('users').set({ role: 'editor' });
  await expect(demoted.where('token', '=', account.owner.token).execute()).rejects.toThrow(
    'would have no owner',
  );
  await db.deleteFrom('accounts').where('token', '=', account.account.token).execute();
});
