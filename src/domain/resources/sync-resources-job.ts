import { z } from 'zod';
import { job } from '../../platform/jobs/job.js';
import { syncResources } from './sync-resources.js';

/** Runs after each load for its integration, and daily for all of them. */
export const syncResourcesJob = job({
  name: 'sync-resources',
  summary: 'Derives resources from the bills and refreshes their costs',
  cron: '30 5 * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({ integration_token: z.string().optional() }),
  run: async ({ integration_token: only }, { services, clock }) => {
    const integrations = await services.db
      .selectFrom('integrations')
      .select(['token', 'account_token'])
      .$if(only !== undefined, (query) => query.where('token', '=', only!))
      .orderBy('id')
      .execute();
    let count = 0;
    const failures: unknown[] = [];
    for (const integration of integrations) {
      try {
        count += await syncResources(services, integration, clock());
        // Rules are about resources, so they are evaluated once these are known.
        if (only)
          await services.enqueue('find-recommendations', {
            account_token: integration.account_token,
          });
      } catch (error) {
        // An integration that fails must not block the others.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Reading resources failed');
    return `${count} resources in the bills of ${integrations.length} integrations`;
  },
});
