import { z } from 'zod';
import { forEachAccount } from '../../../platform/jobs/for-each-account.js';
import { job } from '../../../platform/jobs/job.js';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import { syncResources } from './sync-resources.js';

/** Runs after the commitments of a load were derived, for its integration, and daily for all of them. */
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
    const sync = async (integration: (typeof integrations)[number]) => {
      count += await syncResources(services, integration, clock());
      // Rules are about resources, so they are evaluated once these are known.
      const { account_token } = integration;
      if (only) await services.enqueue('find-recommendations', { account_token });
    };
    const accounts = [...new Set(integrations.map(({ account_token: token }) => token))];
    await forEachAccount(
      services.db,
      accounts,
      'Reading resources failed',
      async (account, failures) => {
        const own = integrations.filter(({ account_token: token }) => token === account);
        for (const integration of own) {
          await unlessDeleted(services.db, 'integrations', integration.token, () =>
            sync(integration),
          ).catch((error: unknown) => failures.push(error));
        }
      },
    );
    return `${count} resources in the bills of ${integrations.length} integrations`;
  },
});
