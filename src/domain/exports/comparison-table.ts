import type { DateRange } from '../../platform/lib/date-intervals.js';
import { buildRowsStatement } from '../costs/build-statements.js';
import { groupsByResource } from '../costs/group-columns.js';
import {
  type CostTable,
  decimalSql,
  type ExportColumn,
  groupingColumns,
  keyColumns,
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
  const queryOf = ({ start, end }: DateRange) =>
    buildQuery({ settings, startDate: start, endDate: end, dateBin: 'quarter' });
  const query = queryOf(request.range);
  const previous = queryOf(request.previous_range);
  const both = uniteStatements(buildRowsStatement(query), buildRowsStatement(previous));
  const keys = keyColumns(query);
  const columns: ExportColumn[] = [
    ...groupingColumns(query),
    { title: 'amount', sql: decimalSql('amount_now') },
    { title: 'previous_amount', sql: decimalSql('amount_before') },
    { title: 'change', sql: decimalSql('amount_now - amount_before') },
    { title: 'percent_change', sql: `if(amount_before = 0, NULL, ${decimalSql(percentChange)})` },
    { title: 'currency', sql: 'currency' },
  ];
  const expression = [
    `SELECT ${selectColumns(columns.map((column) => column.sql))}`,
    'FROM (',
    `SELECT ${[...keys, ...sums, ...(groupsByResource(query) ? [latestName] : [])].join(', ')}`,
    `FROM (\n${both.sql}\n)`,
    `GROUP BY ${keys.join(', ')}`,
    ')',
    'WHERE amount_now != 0 OR amount_before != 0',
    `ORDER BY amount_now DESC, ${keys.map((key) => `${key} ASC NULLS LAST`).join(', ')}`,
  ].join('\n');
  return {
    columns: columns.map(({ title }) => title),
    statement: { sql: expression, params: both.params },
  };
}

const sums = ['sumIf(amount, side = 1) AS amount_now', 'sumIf(amount, side = 2) AS amount_before'];
/** A renamed resource is still one row. */
const latestName = 'argMin(resource_name, side) AS resource_name';

const wideDecimal = (amount: string) => `toDecimal256(${amount}, 18)`;
const percentChange =
  `roundBankers(100 * divideDecimal(${wideDecimal('amount_now - amount_before')},` +
  ` if(amount_before = 0, ${wideDecimal('1')}, ${wideDecimal('amount_before')}), ${ratioPlaces}), 12)`;
