import { selectCachedRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { buildFromClause } from './build-from-clause.js';
import { bindStatement } from './build-statements.js';
import { type CostQuery, endOf } from './cost-query.js';
import { rowConditions } from './cost-row-sql.js';

/** Whether some cost of a query is billed by the hour. The scan ends at the first such line. */
export async function hasHourlyCosts(store: CostStore, query: CostQuery): Promise<boolean> {
  if (query.startDate >= endOf(query)) return false;
  const { sql: statement, params } = bindStatement(
    query,
    [],
    [
      'SELECT 1 AS found',
      ...buildFromClause(query),
      `WHERE granularity = 'hour' AND ${rowConditions(query).join('\n  AND ')}`,
      'LIMIT 1',
    ],
  );
  return (await selectCachedRows(store, statement, params)).length > 0;
}
