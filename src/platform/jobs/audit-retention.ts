import { addMonths, formatDate } from '../lib/time.js';
import { job } from './job.js';

export const auditRetention = job({
  name: 'audit-retention',
  summary: 'Removes audit entries older than the retention period',
  cron: '10 3 * * *',
  retries: 3,
  run: async (_payload, { services: { db, config }, clock }) => {
    const cutoff = addMonths(clock(), -config.auditMonths);
    const { numDeletedRows } = await db
      .deleteFrom('audit_logs')
      .where('created_at', '<', cutoff)
      .executeTakeFirst();
    return `${numDeletedRows} audit entries from before ${formatDate(cutoff)} removed`;
  },
});
