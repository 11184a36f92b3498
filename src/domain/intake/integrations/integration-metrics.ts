import type { Db } from '../../../platform/store/tables.js';
import { type Measurement, gauge, sample } from '../../../platform/telemetry/metric.js';
import { integrationStatuses } from './integration.js';

const integrationsByStatus = gauge({
  name: 'farthing_integrations',
  help: 'Integrations of all accounts, by their status.',
  labels: ['status'],
});

export const measureIntegrations: Measurement<{ db: Db }> = {
  metrics: [integrationsByStatus],
  read: async ({ db }) => {
    const rows = await db
      .selectFrom('integrations')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute();
    return integrationStatuses.map((status) =>
      sample(
        integrationsByStatus,
        { status },
        rows.find((row) => row.status === status)?.count ?? 0,
      ),
    );
  },
};
