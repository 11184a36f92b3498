import { expect, test } from 'vitest';
import { newAccount, testApp } from '../../../test/harness.js';
import { clock } from '../../../test/clock.js';
import { accountJob } from './account-job.js';

/** A job over two accounts: each is counted, unless its work fails. */
async function countingJob(failing: string | undefined, survived: readonly unknown[] = []) {
  const { services } = await testApp();
  const accounts = [(await newAccount()).account.token, (await newAccount()).account.token];
  const job = accountJob({
    name: 'counting',
    summary: 'Counts accounts',
    failure: 'Counting failed',
    accounts: async () => accounts,
    none: { accounts: 0 },
    work: async (_, account) => {
      if (failing !== undefined && account === accounts[0]) {
        if (failing === 'deleted') {
          await services.db.deleteFrom('accounts').where('token', '=', account).execute();
        }
        throw new Error(failing);
      }
      return { accounts: 1, failures: survived };
    },
    describe: (total) => `${total.accounts} accounts`,
  });
  const run = (payload = {}) => job.run(payload, { services, clock: () => clock.now });
  return { accounts, run };
}

test('the counts of all accounts are added up, or those of the only one', async () => {
  const { accounts, run } = await countingJob(undefined);
  expect(await run()).toBe('2 accounts');
  expect(await run({ account_token: accounts[1] })).toBe('1 accounts');
});

test('an account that is deleted meanwhile is no failure', async () => {
  const { run } = await countingJob('deleted');
  expect(await run()).toBe('1 accounts');
});

test('failures fail the job, whether the rest of the account survives them or not', async () => {
  const broken = await countingJob('broken');
  await expect(broken.run()).rejects.toMatchObject({
    message: 'Counting failed',
    errors: [{ message: 'broken' }],
  });
  const survived = await countingJob(undefined, [new Error('one report')]);
  await expect(survived.run()).rejects.toMatchObject({
    errors: [{ message: 'one report' }, { message: 'one report' }],
  });
});
