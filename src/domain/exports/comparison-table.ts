import { namesResources } from '../costs/group-columns.js';
import { buildRowsStatement } from '../costs/build-statements.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import {
  bothSides,
  type Column,
  type CostTable,
  decimalSql,
  groupingColumns,
  keysOf,
  selected,
} from './cost-columns.js';
import type { AskCosts } from './cost-question.js';
import type { CostRequest } from './cost-request.js';

/** Division gives more digits than are shown, so that the last shown one can be rounded. */
const ratioPlaces = 20;

/** Costs of the range beside those of the range before. */
export function comparisonTable(ask: AskCosts, request: CostRequest): CostTable {
  const settings = { ...request.settings, aggregateBy: 'cost' } as const;
  // Days do not matter here; the widest bin gives the fewest rows to add up.
  const costsOf = ({ start, end }: DateRange) =>
    ask({ settings, startDate: start, endDate: end, dateBin: 'quarter' });
  const query = costsOf(request.range);
  const previous = costsOf(request.previous_range);
  const both = bothSides(buildRowsStatement(query), buildRowsStatement(previous));
  const keys = keysOf(query);
  const columns: Column[] = [
    ...groupingColumns(query),
    { title: 'amount', sql: decimalSql('amount_now') },
    { title: 'previous_amount', sql: decimalSql('amount_before') },
    { title: 'change', sql: decimalSql('amount_now - amount_before') },
    { title: 'percent_change', sql: `if(amount_before = 0, NULL, ${decimalSql(percentChange)})` },
    { title: 'currency', sql: 'currency' },
  ];
  const sql = [
    `SELECT ${selected(columns.map((column) => column.sql))}`,
    'FROM (',
    `SELECT ${[...keys, ...sums, ...(namesResources(query) ? [latestName] : [])].join(', ')}`,
    `FROM (\n${both.sql}\n)`,
    `GROUP BY ${keys.join(', ')}`,
    ')',
    'WHERE amount_now != 0 OR amount_before != 0',
    `ORDER BY amount_now DESC, ${keys.map((key) => `${key} ASC NULLS LAST`).join(', ')}`,
  ].join('\n');
  return {
    columns: columns.map(({ title }) => title),
    statement: { sql, params: both.params },
  };
}

const sums = ['sumIf(amount, side = 1) AS amount_now', 'sumIf(amount, side = 2) AS amount_before'];
/** A resource that was renamed is still one. */
const latestName = 'argMin(resource_name, side) AS resource_name';

const wide = (amount: string) => `toDecimal256(${amount}, 18)`;
const percentChange =
  `roundBankers(100 * divideDecimal(${wide('amount_now - amount_before')},` +
  ` if(amount_before = 0, ${wide('1')}, ${wide('amount_before')}), ${ratioPlaces}), 12)`;
