import { z } from 'zod';
import { forEachAccount } from '../../../platform/jobs/for-each-account.js';
import { job } from '../../../platform/jobs/job.js';
import type { Db } from '../../../platform/store/tables.js';
import { rebillingJob } from './queue-rebilling.js';
import { rebillAccount } from './rebill-account.js';
import { recordRebillingFailure } from './rebilling-state.js';

/** Runs after each load and each change of rules for the accounts concerned, and hourly for all of them. */
export const rebillManagedAccounts = job({
  name: rebillingJob,
  summary: 'Applies billing rules to the costs of managed accounts',
  cron: '40 * * * *',
  retries: 3,
  expireHours: 4,
  payload: z.object({ managed_account_token: z.string().optional() }),
  run: async ({ managed_account_token: only }, { services, clock }) => {
    const accounts = await readAccounts(services.db, only);
    const total = { rebilled: 0, removed: 0 };
    await forEachAccount(services.db, accounts, 'Rebilling failed', async (account) => {
      const { rebilled, removed } = await rebillAccount(services, account, clock()).catch(
        async (error: unknown) => {
          await recordRebillingFailure(services.db, account, error);
          throw error;
        },
      );
      total.rebilled += rebilled;
      total.removed += removed;
    });
    const { rebilled, removed } = total;
    return `${rebilled} loads of ${accounts.length} managed accounts rebilled, ${removed} removed`;
  },
});

async function readAccounts(db: Db, only: string | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('managed_accounts')
    .select('token')
    .$if(only !== undefined, (query) => query.where('token', '=', only!))
    .orderBy('id')
    .execute();
  return rows.map(({ token }) => token);
}
