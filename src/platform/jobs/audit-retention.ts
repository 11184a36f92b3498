import { addMonths, formatDate } from '../lib/time.js';
import { job } from './job.js';

export const auditRetention = job({
  name: 'audit-retention',
  summary: 'Removes audit entries that are older than they have to be kept',
  cron: '10 3 * * *',
  retries: 3,
  run: async (_payload, { services: { db, config }, clock }) => {
    const oldest = addMonths(clock(), -config.auditMonths);
    const { numDeletedRows } = await db
      .deleteFrom('audit_logs')
      .where('created_at', '<', oldest)
      .executeTakeFirst();
    return `${numDeletedRows} audit entries from before ${formatDate(oldest)} removed`;
  },
});
