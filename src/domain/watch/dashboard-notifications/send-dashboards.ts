import { accountJob } from '../../../platform/jobs/account-job.js';
import { readScheduledAccounts, sendDueDashboards } from './send-due-dashboards.js';

/** Runs often, so that a dashboard is sent soon after its costs are complete, and at noon at the latest. */
export const sendDashboards = accountJob({
  name: 'send-dashboards',
  summary: 'Writes the messages with dashboards that are due',
  cron: '*/15 * * * *',
  failure: 'Dashboards could not be sent',
  accounts: readScheduledAccounts,
  none: { sent: 0 },
  work: sendDueDashboards,
  describe: ({ sent }) => `${sent} dashboards sent`,
});
