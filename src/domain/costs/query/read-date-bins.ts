import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { buildFromClause } from './build-from-clause.js';
import { type CostQuery, endOf } from './cost-query.js';
import { rowConditions } from './cost-row-sql.js';
import { planCosts } from './plan-costs.js';

/** Whether some cost of a query is billed by the hour. The scan ends at the first such line. */
export async function hasHourlyCosts(store: CostStore, query: CostQuery): Promise<boolean> {
  if (query.startDate >= endOf(query)) return false;
  const plan = planCosts(query);
  const statement = sql.join(
    [
      sql`SELECT 1 AS found`,
      ...buildFromClause(plan),
      sql`WHERE granularity = 'hour' AND ${sql.join(rowConditions(plan), '\n  AND ')}`,
      sql`LIMIT 1`,
    ],
    '\n',
  );
  return (await selectCachedRows(store, statement)).length > 0;
}
