import { z } from 'zod';
import { job } from '../../../platform/jobs/job.js';
import { readScheduledAccounts, sendDueDashboards } from './send-due-dashboards.js';

/** Runs often, so that a dashboard is sent soon after its costs are complete, and at noon at the latest. */
export const sendDashboards = job({
  name: 'send-dashboards',
  summary: 'Writes the messages with dashboards that are due',
  cron: '*/15 * * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({ account_token: z.string().optional() }),
  run: async ({ account_token: account }, ctx) => {
    const accounts = account ? [account] : await readScheduledAccounts(ctx.services.db);
    let sent = 0;
    const failures: unknown[] = [];
    for (const each of accounts) {
      try {
        const result = await sendDueDashboards(ctx, each);
        sent += result.sent;
        failures.push(...result.failures);
      } catch (error) {
        // An account that fails must not block the others.
        failures.push(error);
      }
    }
    // The job is run again; what has been sent is not sent twice.
    if (failures.length > 0) throw new AggregateError(failures, 'Dashboards could not be sent');
    return `${sent} dashboards sent`;
  },
});
