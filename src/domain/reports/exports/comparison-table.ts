import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { buildRowsStatement, planCosts } from '../../costs/query/index.js';
import {
  type CostTable,
  decimalSql,
  type ExportColumn,
  groupingColumns,
  keyColumns,
  nullsLast,
  selectColumns,
  uniteStatements,
} from './cost-columns.js';
import type { CostExportRequest } from './cost-export-request.js';
import type { BuildCostQuery } from './prepare-export-query.js';

/** The quotient has more decimal places than the result, so that the result can be rounded. */
const ratioPlaces = 20;

/** Costs of the range beside those of the previous one. */
export function comparisonTable(buildQuery: BuildCostQuery, request: CostExportRequest): CostTable {
  const settings = { ...request.settings, aggregateBy: 'cost' } as const;
  // Both ranges are summed up; the largest bin gives the fewest rows.
  const planOf = ({ start, end }: DateRange) =>
    planCosts(buildQuery({ settings, startDate: start, endDate: end, dateBin: 'quarter' }));
  const plan = planOf(request.range);
  const previous = planOf(request.previous_range);
  const both = uniteStatements(buildRowsStatement(plan), buildRowsStatement(previous));
  const keys = keyColumns(plan);
  const columns: ExportColumn[] = [
    ...groupingColumns(plan),
    { title: 'amount', sql: decimalSql(sql`amount_now`) },
    { title: 'previous_amount', sql: decimalSql(sql`amount_before`) },
    { title: 'change', sql: decimalSql(sql`amount_now - amount_before`) },
    {
      title: 'percent_change',
      sql: sql`if(amount_before = 0, NULL, ${decimalSql(percentChange)})`,
    },
    { title: 'currency', sql: sql`currency` },
  ];
  const compared = [
    sql.refs(keys),
    sql`sumIf(amount, side = 1) AS amount_now`,
    sql`sumIf(amount, side = 2) AS amount_before`,
    ...(plan.byResource ? [latestName] : []),
  ];
  const statement = sql.join(
    [
      sql`SELECT ${selectColumns(columns.map((column) => column.sql))}`,
      sql`FROM (`,
      sql`SELECT ${sql.join(compared)}`,
      sql`FROM (\n${both}\n)`,
      sql`GROUP BY ${sql.refs(keys)}`,
      sql`)`,
      sql`WHERE amount_now != 0 OR amount_before != 0`,
      sql`ORDER BY amount_now DESC, ${nullsLast(keys)}`,
    ],
    '\n',
  );
  return { columns: columns.map(({ title }) => title), statement };
}

/** A renamed resource is still one row. */
const latestName = sql`argMin(resource_name, side) AS resource_name`;

const wideDecimal = (amount: Sql) => sql`toDecimal256(${amount}, 18)`;
const change = wideDecimal(sql`amount_now - amount_before`);
const divisor = sql`if(amount_before = 0, ${wideDecimal(sql`1`)}, ${wideDecimal(sql`amount_before`)})`;
const percentChange = sql`roundBankers(100 * divideDecimal(${change}, ${divisor}, ${ratioPlaces}), 12)`;
