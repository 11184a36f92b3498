import { sql } from '../../../platform/store/sql.js';
import {
  buildCountsStatement,
  buildRowsStatement,
  rowOrder,
  type CostQuery,
  splitsByUnit,
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
  const query = buildQuery();
  if (query.settings.aggregateBy === 'count') {
    return { columns: ['date', 'count'], statement: buildCountsStatement(query) };
  }
  const columns: ExportColumn[] = [
    { title: 'date', sql: sql`accrued_at` },
    ...groupingColumns(query),
    { title: 'amount', sql: decimalSql(sql`amount`) },
    { title: 'currency', sql: sql`currency` },
    ...usageColumns(query),
  ];
  const statement = sql.join(
    [
      sql`SELECT ${selectColumns(columns.map((column) => column.sql))}`,
      sql`FROM (\n${buildRowsStatement(query)}\n)`,
      sql`ORDER BY ${rowOrder(query)}`,
    ],
    '\n',
  );
  return { columns: columns.map(({ title }) => title), statement };
}

function usageColumns(query: CostQuery): ExportColumn[] {
  if (query.settings.aggregateBy !== 'usage') return [];
  const isGrouped = groupingColumns(query).some(({ title }) => title === 'usage_unit');
  return [
    { title: 'usage_amount', sql: decimalSql(sql`ifNull(usage, 0)`) },
    ...(isGrouped || !splitsByUnit(query) ? [] : [{ title: 'usage_unit', sql: sql`unit` }]),
  ];
}
