import { z } from 'zod';
import { forEachAccount } from '../../../platform/jobs/for-each-account.js';
import { job } from '../../../platform/jobs/job.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import type { Db } from '../../../platform/store/tables.js';
import { maxSeries, scanAccount } from '../anomalies/index.js';
import { sendSummaries } from './send-summaries.js';

/** Runs after each load for its account, and daily for all of them. */
export const detectAnomaliesJob = job({
  name: 'detect-anomalies',
  summary: 'Searches the costs of reports for anomalies and writes their messages',
  cron: '0 6 * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({ account_token: z.string().optional() }),
  run: async ({ account_token: account }, job) => {
    const accounts = account ? [account] : await readAccounts(job.services.db);
    const total = { reports: 0, queries: 0, stored: 0, leftOut: 0, summaries: 0 };
    // What has been found and reported is not repeated.
    await forEachAccount(
      job.services.db,
      accounts,
      'Detecting anomalies failed',
      async (token, failures) => {
        const ctx = await operatorContext(job, token);
        const scan = await scanAccount(ctx);
        total.reports += scan.reports;
        total.queries += scan.queries;
        total.stored += scan.stored;
        total.leftOut += scan.leftOut;
        failures.push(...scan.failures);
        // Also what an interrupted run has stored.
        total.summaries += await sendSummaries(ctx);
      },
    );
    const { reports, queries, stored, leftOut, summaries } = total;
    const limit =
      leftOut > 0 ? `, ${leftOut} series beyond the ${maxSeries} largest of a report left out` : '';
    return `${reports} reports searched with ${queries} cost queries, ${stored} anomalies found, ${summaries} summaries written${limit}`;
  },
});

async function readAccounts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('token').orderBy('id').execute();
  return rows.map(({ token }) => token);
}
