import { z } from 'zod';
import { job } from '../../platform/jobs/job.js';
import { operatorContext } from '../../platform/kernel/operator-context.js';
import { maxSeries } from '../anomalies/read-cost-series.js';
import { scanAccount } from '../anomalies/scan-account.js';
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
    const { db } = job.services;
    const accounts = account
      ? [{ token: account }]
      : await db.selectFrom('accounts').select('token').orderBy('id').execute();
    const total = { reports: 0, queries: 0, stored: 0, leftOut: 0, summaries: 0 };
    const failures: unknown[] = [];
    for (const { token } of accounts) {
      try {
        const ctx = await operatorContext(job, token);
        const scan = await scanAccount(ctx);
        total.reports += scan.reports;
        total.queries += scan.queries;
        total.stored += scan.stored;
        total.leftOut += scan.leftOut;
        failures.push(...scan.failures);
        // Also what an interrupted run has stored.
        total.summaries += await sendSummaries(ctx);
      } catch (error) {
        // An account that fails must not block the others.
        failures.push(error);
      }
    }
    // The job is run again; what has been found and reported is not repeated.
    if (failures.length > 0) throw new AggregateError(failures, 'Detecting anomalies failed');
    const { reports, queries, stored, leftOut, summaries } = total;
    const limit =
      leftOut > 0 ? `, ${leftOut} series beyond the ${maxSeries} largest of a report left out` : '';
    return `${reports} reports searched with ${queries} cost queries, ${stored} anomalies found, ${summaries} summaries written${limit}`;
  },
});
