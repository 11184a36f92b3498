import { z } from 'zod';
import { forEachAccount } from '../../../platform/jobs/for-each-account.js';
import { job } from '../../../platform/jobs/job.js';
import { evaluateAccount } from './evaluate-account.js';
import { readWatchedAccounts } from './read-alerts.js';

/** Runs for an account after each load and each change of its alerts and budgets, and daily for all accounts. */
export const evaluateRules = job({
  name: 'evaluate-rules',
  summary: 'Evaluates budget alerts and writes their messages',
  cron: '0 6 * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({ account_token: z.string().optional() }),
  run: async ({ account_token: account }, ctx) => {
    const accounts = account ? [account] : await readWatchedAccounts(ctx.services.db);
    const total = { alerts: 0, reported: 0, queries: 0 };
    // What has been reported is not reported twice.
    await forEachAccount(
      ctx.services.db,
      accounts,
      'Evaluating rules failed',
      async (each, failures) => {
        const evaluation = await evaluateAccount(ctx, each);
        total.alerts += evaluation.alerts;
        total.reported += evaluation.reported;
        total.queries += evaluation.queries;
        failures.push(...evaluation.failures);
      },
    );
    return `${total.alerts} budget alerts evaluated with ${total.queries} cost queries, ${total.reported} reported`;
  },
});
