import { z } from 'zod';
import { pulledTypes, pullMetric } from './pull.js';
import { job } from '../../platform/jobs/job.js';

export const pullBusinessMetrics = job({
  name: 'pull-business-metrics',
  summary: 'Reads business metrics from CloudWatch, Datadog and Snowflake',
  cron: '30 5 * * *',
  retries: 0,
  expireHours: 6,
  payload: z.object({ token: z.string().optional() }),
  run: async ({ token }, { services, clock }) => {
    const sums = { pulled: 0, failed: 0 };
    let last = 0;
    for (;;) {
      // One at a time, each once: their number has no bound, what is held of them has.
      const metric = await services.db
        .selectFrom('business_metrics')
        .selectAll()
        .where('import_type', 'in', pulledTypes)
        .where('id', '>', last)
        .$if(token !== undefined, (query) => query.where('token', '=', token!))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!metric) break;
      last = metric.id;
      const isPulled = await pullMetric(services, metric, clock);
      sums[isPulled ? 'pulled' : 'failed'] += 1;
    }
    return `${sums.pulled} business metrics pulled, ${sums.failed} failed`;
  },
});
