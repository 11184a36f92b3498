import { z } from 'zod';
import { forEachAccount } from '../../../platform/jobs/for-each-account.js';
import { job } from '../../../platform/jobs/job.js';
import { evaluateAccount } from './evaluate-account.js';
import { readWatchedAccounts } from './read-alerts.js';

/** Runs after each load for its account, and daily for all of them. */
export const evaluateCostAlerts = job({
  name: 'evaluate-cost-alerts',
  summary: 'Evaluates cost alerts, records their events and writes their messages',
  cron: '0 6 * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({ account_token: z.string().optional() }),
  run: async ({ account_token: account }, ctx) => {
    const accounts = account ? [account] : await readWatchedAccounts(ctx.services.db);
    const total = { alerts: 0, events: 0, queries: 0 };
    // What has been recorded is not recorded twice.
    await forEachAccount(
      ctx.services.db,
      accounts,
      'Evaluating cost alerts failed',
      async (each, failures) => {
        const evaluation = await evaluateAccount(ctx, each);
        total.alerts += evaluation.alerts;
        total.events += evaluation.events;
        total.queries += evaluation.queries;
        failures.push(...evaluation.failures);
      },
    );
    return `${total.alerts} cost alerts evaluated with ${total.queries} cost queries, ${total.events} events`;
  },
});
