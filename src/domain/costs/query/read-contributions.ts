import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { convertedRows, hasUsage } from './build-statements.js';
import { type CostQuery, endOf } from './cost-query.js';
import { dimensions } from './dimensions.js';
import type { GroupColumn } from './group-columns.js';
import { planCosts } from './plan-costs.js';

/** An integration that delivers costs of a service. */
export interface Contribution {
  provider: string;
  service: string;
  integration: string;
}

const groups: GroupColumn[] = [
  { name: 'g0', grouping: { kind: 'dimension', name: 'provider' }, sql: dimensions.provider.sql() },
  { name: 'g1', grouping: { kind: 'dimension', name: 'service' }, sql: dimensions.service.sql() },
  // No grouping of the API: it is read as one that all tables have.
  {
    name: 'g2',
    grouping: { kind: 'dimension', name: 'provider' },
    sql: sql`integration_token`,
  },
];

/** The integrations whose costs a query counts, by provider and service. */
export async function readContributions(
  store: CostStore,
  query: CostQuery,
): Promise<Contribution[]> {
  if (query.startDate >= endOf(query)) return [];
  return selectCachedRows(store, buildContributions(query));
}

function buildContributions(query: CostQuery): Sql {
  const plan = planCosts(
    {
      ...query,
      dateBin: 'range' as const,
      groupings: groups.map(({ grouping }) => grouping),
      settings: { ...query.settings, aggregateBy: 'cost' },
    },
    groups,
  );
  return sql`
    SELECT DISTINCT g0 AS provider, ifNull(g1, '') AS service, g2 AS integration
    FROM (\n${convertedRows(plan)}\n) AS costs
    WHERE costs.amount != 0 OR ${hasUsage(plan)}
    ORDER BY provider, service, integration
  `;
}
