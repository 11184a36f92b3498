import { accountJob } from '../../../platform/jobs/account-job.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import type { Db } from '../../../platform/store/tables.js';
import { maxSeries, scanAccount } from '../anomalies/index.js';
import { sendSummaries } from './send-summaries.js';

/** Runs after each load for its account, and daily for all of them. */
export const detectAnomaliesJob = accountJob({
  name: 'detect-anomalies',
  summary: 'Searches the costs of reports for anomalies and writes their messages',
  cron: '0 6 * * *',
  failure: 'Detecting anomalies failed',
  accounts: readAccounts,
  none: { reports: 0, queries: 0, stored: 0, leftOut: 0, summaries: 0 },
  work: async (job, account) => {
    const ctx = await operatorContext(job, account);
    const scan = await scanAccount(ctx);
    // Also what an interrupted run has stored.
    return { ...scan, summaries: await sendSummaries(ctx) };
  },
  describe: ({ reports, queries, stored, leftOut, summaries }) => {
    const limit =
      leftOut > 0 ? `, ${leftOut} series beyond the ${maxSeries} largest of a report left out` : '';
    return `${reports} reports searched with ${queries} cost queries, ${stored} anomalies found, ${summaries} summaries written${limit}`;
  },
});

async function readAccounts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('token').orderBy('id').execute();
  return rows.map(({ token }) => token);
}
