import { z } from 'zod';
import { pulledImportTypes, pullMetric } from './pull-metric.js';
import { job } from '../../../platform/jobs/job.js';

export const pullBusinessMetrics = job({
  name: 'pull-business-metrics',
  summary: 'Reads the values of business metrics from CloudWatch, Datadog and Snowflake',
  cron: '30 5 * * *',
  retries: 0,
  expireHours: 6,
  payload: z.object({ token: z.string().optional() }),
  run: async ({ token }, { services, clock }) => {
    const counts = { pulled: 0, failed: 0 };
    let last = 0;
    for (;;) {
      // One at a time, to bound memory however many there are.
      const metric = await services.db
        .selectFrom('business_metrics')
        .selectAll()
        .where('import_type', 'in', pulledImportTypes)
        .where('id', '>', last)
        .$if(token !== undefined, (query) => query.where('token', '=', token!))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!metric) break;
      last = metric.id;
      const isSuccess = await pullMetric(services, metric, clock);
      counts[isSuccess ? 'pulled' : 'failed'] += 1;
    }
    return `${counts.pulled} business metrics pulled, ${counts.failed} failed`;
  },
});
