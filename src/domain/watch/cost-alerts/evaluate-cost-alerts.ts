import { accountJob } from '../../../platform/jobs/account-job.js';
import { evaluateAccount } from './evaluate-account.js';
import { readWatchedAccounts } from './read-alerts.js';

/** Runs after each load for its account, and daily for all of them. */
export const evaluateCostAlerts = accountJob({
  name: 'evaluate-cost-alerts',
  summary: 'Evaluates cost alerts, records their events and writes their messages',
  cron: '0 6 * * *',
  failure: 'Evaluating cost alerts failed',
  accounts: readWatchedAccounts,
  none: { alerts: 0, events: 0, queries: 0 },
  work: evaluateAccount,
  describe: ({ alerts, events, queries }) =>
    `${alerts} cost alerts evaluated with ${queries} cost queries, ${events} events`,
});
