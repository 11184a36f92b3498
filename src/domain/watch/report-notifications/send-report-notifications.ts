import { z } from 'zod';
import { job } from '../../../platform/jobs/job.js';
import { readNotifiedAccounts, sendDueNotifications } from './send-due-notifications.js';

/** Runs often, so that a period is reported soon after its costs are complete, and at noon at the latest. */
export const sendReportNotifications = job({
  name: 'send-report-notifications',
  summary: 'Writes the messages of report notifications that are due',
  cron: '*/15 * * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({ account_token: z.string().optional() }),
  run: async ({ account_token: account }, ctx) => {
    const accounts = account ? [account] : await readNotifiedAccounts(ctx.services.db);
    let [sent, reports] = [0, 0];
    const failures: unknown[] = [];
    for (const each of accounts) {
      try {
        const result = await sendDueNotifications(ctx, each);
        sent += result.sent;
        reports += result.reports;
        failures.push(...result.failures);
      } catch (error) {
        // An account that fails must not block the others.
        failures.push(error);
      }
    }
    // The job is run again; what has been sent is not sent twice.
    if (failures.length > 0) throw new AggregateError(failures, 'Report notifications failed');
    return `${sent} report notifications sent about ${reports} reports`;
  },
});
