import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { buildSeriesStatement } from './build-series.js';
import { type CostQuery, endOf } from './cost-query.js';
import { planCosts } from './plan-costs.js';

interface ValueRow {
  value: string;
  bins: string[];
  amounts: string[];
}

/** Costs by bin of some values of the only grouping of a query; "" are costs without a value. */
export async function readSeriesOfValues(
  store: CostStore,
  query: CostQuery,
  values: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const settings = { ...query.settings, aggregateBy: 'cost' as const };
  const plan = planCosts({ ...query, settings });
  const [column] = plan.groups;
  if (values.length === 0 || !column || query.startDate >= endOf(query)) return new Map();
  const value = sql`ifNull(toString(groups.${sql.ref(column.name)}), '')`;
  const rows = await selectCachedRows<ValueRow>(
    store,
    sql`
      SELECT ${value} AS value, groups.bins AS bins, groups.amounts AS amounts
      FROM (\n${buildSeriesStatement(plan)}\n) AS groups
      WHERE has(${sql.bind('Array(String)', values)}, value)
    `,
  );
  return new Map(
    rows.map(({ value: found, bins, amounts }) => [
      found,
      new Map(bins.map((bin, index) => [bin, amounts[index]!])),
    ]),
  );
}
