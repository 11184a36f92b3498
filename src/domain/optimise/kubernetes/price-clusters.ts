import { job } from '../../../platform/jobs/job.js';
import { clusterProviders } from '../../costs/providers/index.js';
import { findOutdatedLoads, priceAgain } from './price-again.js';

export const priceClusters = job({
  name: 'price-clusters',
  summary: 'Prices the usage of clusters again after the bills of their nodes have changed',
  cron: '40 * * * *',
  retries: 0,
  run: async (_payload, { services }) => {
    const integrations = await services.db
      .selectFrom('integrations')
      .selectAll()
      .where('provider', 'in', [...clusterProviders])
      .orderBy('id')
      .execute();
    let loads = 0;
    for (const integration of integrations) {
      for (const load of await findOutdatedLoads(services, integration)) {
        await priceAgain({ services, integration }, load);
        loads += 1;
      }
    }
    return `${loads} loads of clusters priced again`;
  },
});
