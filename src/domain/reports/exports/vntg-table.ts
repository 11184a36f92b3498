import { sql } from '../../../platform/store/sql.js';
import {
  buildCountsStatement,
  buildRowsStatement,
  rowOrder,
  type CostPlan,
  planCosts,
} from '../../costs/query/index.js';
import {
  type CostTable,
  decimalSql,
  type ExportColumn,
  groupingColumns,
  selectColumns,
} from './cost-columns.js';
import type { BuildCostQuery } from './prepare-export-query.js';

/** The result of `GET /costs` as a table. */
export function vntgTable(buildQuery: BuildCostQuery): CostTable {
  const plan = planCosts(buildQuery());
  if (plan.query.settings.aggregateBy === 'count') {
    return { columns: ['date', 'count'], statement: buildCountsStatement(plan) };
  }
  const columns: ExportColumn[] = [
    { title: 'date', sql: sql`accrued_at` },
    ...groupingColumns(plan),
    { title: 'amount', sql: decimalSql(sql`amount`) },
    { title: 'currency', sql: sql`currency` },
    ...usageColumns(plan),
  ];
  const statement = sql.join(
    [
      sql`SELECT ${selectColumns(columns.map((column) => column.sql))}`,
      sql`FROM (\n${buildRowsStatement(plan)}\n)`,
      sql`ORDER BY ${rowOrder(plan)}`,
    ],
    '\n',
  );
  return { columns: columns.map(({ title }) => title), statement };
}

function usageColumns(plan: CostPlan): ExportColumn[] {
  if (plan.query.settings.aggregateBy !== 'usage') return [];
  const isGrouped = groupingColumns(plan).some(({ title }) => title === 'usage_unit');
  return [
    { title: 'usage_amount', sql: decimalSql(sql`ifNull(usage, 0)`) },
    ...(isGrouped || !plan.byUnit ? [] : [{ title: 'usage_unit', sql: sql`unit` }]),
  ];
}
