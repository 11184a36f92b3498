import { accountJob } from '../../../platform/jobs/account-job.js';
import { readNotifiedAccounts, sendDueNotifications } from './send-due-notifications.js';

/** Runs often, so that a period is reported soon after its costs are complete, and at noon at the latest. */
export const sendReportNotifications = accountJob({
  name: 'send-report-notifications',
  summary: 'Writes the messages of report notifications that are due',
  cron: '*/15 * * * *',
  failure: 'Report notifications failed',
  accounts: readNotifiedAccounts,
  none: { sent: 0, reports: 0 },
  work: sendDueNotifications,
  describe: ({ sent, reports }) => `${sent} report notifications sent about ${reports} reports`,
});
