import { accountJob } from '../../../platform/jobs/account-job.js';
import { evaluateAccount } from './evaluate-account.js';
import { readWatchedAccounts } from './read-alerts.js';

/** Runs for an account after each load and each change of its alerts and budgets, and daily for all accounts. */
export const evaluateRules = accountJob({
  name: 'evaluate-rules',
  summary: 'Evaluates budget alerts and writes their messages',
  cron: '0 6 * * *',
  failure: 'Evaluating rules failed',
  accounts: readWatchedAccounts,
  none: { alerts: 0, reported: 0, queries: 0 },
  work: evaluateAccount,
  describe: ({ alerts, reported, queries }) =>
    `${alerts} budget alerts evaluated with ${queries} cost queries, ${reported} reported`,
});
