import { addDays, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import type { VirtualTagColumn } from '../virtual-tags/virtual-tag-column.js';
import {
  type AggregationKeys,
  convertsCurrency,
  hasOneCurrency,
  tagsAllocatingRows,
  tagsAllocatingSums,
} from './aggregation-keys.js';
import { buildFromClause, usedVirtualTags } from './build-from-clause.js';
import type { TableScan } from './choose-tables.js';
import { type CostQuery, endOf } from './cost-query.js';
import { amountColumn, countedSql, daysOfQuery, rowConditions } from './cost-row-sql.js';
import { type GroupColumn, namesResources, splitsByUnit, tagJoin } from './group-columns.js';
import { onlyBin } from './only-bin.js';

/** A `SELECT` of sums by bin and group, as its parts. */
export interface Sums {
  with?: string;
  /** SQL by name. */
  columns: Readonly<Record<string, string>>;
  /** `FROM` and `WHERE`. */
  from: readonly string[];
  /** Absent where each row is a sum already. */
  groupBy?: readonly string[];
}

/** Entries of a `SELECT`. */
const selectColumns = (columns: Readonly<Record<string, string>>): string[] =>
  Object.entries(columns).map(([name, expression]) =>
    expression === name ? name : `${expression} AS ${name}`,
  );

/** Sums as the text of their `SELECT`. */
export function sumsSql({ with: expressions, columns, from, groupBy }: Sums): string {
  return [
    ...(expressions === undefined ? [] : [`WITH ${expressions}`]),
    `SELECT\n  ${selectColumns(columns).join(',\n  ')}`,
    ...from,
    ...(groupBy === undefined ? [] : [`GROUP BY ${groupBy.join(', ')}`]),
  ].join('\n');
}

/** Sums what a query counts of one table. */
export function sumTable(
  query: CostQuery,
  groups: readonly GroupColumn[],
  scan: TableScan,
  keys: AggregationKeys,
): Sums {
  if (scan.table === 'lines' || scan.by === 'month' || !canSumDays(query)) {
    return sumRows(query, groups, scan, keys);
  }
  return sumPartOfMonth(query, groups, scan, keys) ?? sumDays(query, groups, scan, keys);
}

/** Whether what counts of a row is the same for all days of a month, so that its days can be summed as arrays. */
export function canSumDays(query: CostQuery): boolean {
  const rowTags = tagsAllocatingRows(query);
  return (
    query.condition.weight === null &&
    rowTags.every(({ allocation }) => allocation === undefined) &&
    usedVirtualTags(query).every(({ joinsByDay }) => !joinsByDay)
  );
}

/** Sums rows one by one: lines, months, or the single days of a rollup. */
function sumRows(
  query: CostQuery,
  groups: readonly GroupColumn[],
  scan: TableScan,
  { ofDay, ofRow, ofAllocation }: AggregationKeys,
): Sums {
  const rowTags = tagsAllocatingRows(query);
  const keys = { ...ofDay, ...ofRow, ...ofAllocation };
  const isRollup = scan.table !== 'lines';
  const table = isRollup && scan.by === 'day' ? dayRows(query, scan) : scan.table;
  const months = isRollup && scan.by === 'month' && scan.months ? [scan.months] : [];
  return {
    columns: { ...keys, ...onlyCurrency(query), ...rowSums(query, rowTags, scan) },
    from: [
      ...buildFromClause(query, rowTags, table),
      ...tagJoins(groups),
      `WHERE ${[...rowConditions(query), ...months].join('\n  AND ')}`,
    ],
    groupBy: Object.keys(keys),
  };
}

/** The currency of a result that has only one. */
const onlyCurrency = (query: CostQuery) =>
  hasOneCurrency(query) ? { currency: '{to_currency:String}' } : undefined;

/** The months that a query reads from a rollup. */
const monthsOfQuery = [
  'month >= toStartOfMonth({start_date:Date})',
  'month < {end_date:Date}',
] as const;

/** The rows of a rollup, one per day. */
function dayRows(query: CostQuery, { table, months }: RollupScan): string {
  const amount = amountColumn(query);
  const byUnit = splitsByUnit(query);
  const columns = [
    '* EXCEPT (billed_cost, effective_cost, usage_amount)',
    'month + day - 1 AS usage_date',
    `day_amount AS ${amount}`,
    'bitTest(usage_days, day) AS has_usage',
    ...(byUnit ? ['if(has_usage, day_usage, NULL) AS usage_amount'] : []),
  ];
  const arrays = [
    `${byDayColumn(query)} AS day_amount`,
    ...(byUnit ? ['usage_by_day AS day_usage'] : []),
    `arrayEnumerate(${byDayColumn(query)}) AS day`,
  ];
  return [
    `(SELECT ${columns.join(', ')}`,
    `FROM ${table} ARRAY JOIN ${arrays.join(', ')}`,
    `WHERE ${[...monthsOfQuery, ...(months ? [months] : []), '(day_amount != 0 OR has_usage)'].join(' AND ')}) AS ${table}`,
  ].join('\n');
}

export function sumsByMonth(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { table, months }: RollupScan,
  { ofRow }: AggregationKeys,
): string {
  const { slice, firstDay } = countedDays(query);
  const keys = { month: 'month', ...ofRow };
  const columns = [
    ...selectColumns(keys),
    `${firstDay} AS first_day`,
    `sumForEach(${slice(byDayColumn(query))}) AS amounts`,
    ...(splitsByUnit(query)
      ? [`sumForEach(arrayMap(usage -> ${wideUsage('usage')}, ${slice('usage_by_day')})) AS usages`]
      : []),
    'groupBitOr(usage_days) AS days_with_usage',
    ...(namesResources(query) ? ['max(resource_name) AS name_of_resource'] : []),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...buildFromClause(query, [], table),
    ...tagJoins(groups),
    `WHERE ${rowConditions(query, [...monthsOfQuery, ...(months ? [months] : [])]).join('\n  AND ')}`,
    `GROUP BY ${Object.keys(keys).join(', ')}`,
  ].join('\n');
}

/**
 * Sums some days of one month that are one bin: those of a row are added up before rows are. Undefined
 * where the days are not of one bin, or count differently.
 */
function sumPartOfMonth(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { table }: RollupScan,
  { ofDay, ofRow }: AggregationKeys,
): Sums | undefined {
  const needsDays =
    convertsCurrency(query) || splitsByUnit(query) || tagsAllocatingSums(query).length > 0;
  if (needsDays || !isPartOfMonth(query) || onlyBin(query) === undefined) return undefined;
  const { slice } = countedDays(query);
  const keys = { ...ofDay, ...ofRow };
  return {
    columns: {
      ...keys,
      ...onlyCurrency(query),
      amount: `sum(arraySum(${slice(byDayColumn(query))}))`,
      has_usage: `max(bitAnd(usage_days, ${bitsOfDays(query)}) != 0)`,
      ...(namesResources(query) ? { resource_name: 'max(resource_name)' } : {}),
    },
    from: [
      ...buildFromClause(query, [], table),
      ...tagJoins(groups),
      `WHERE ${rowConditions(query, monthsOfQuery).join('\n  AND ')}`,
    ],
    groupBy: Object.keys(keys),
  };
}

/** Sums the arrays of a rollup by month, and only then splits the sums into days. */
function sumDays(
  query: CostQuery,
  groups: readonly GroupColumn[],
  scan: RollupScan,
  allKeys: AggregationKeys,
): Sums {
  const { ofDay, ofRow, ofAllocation } = allKeys;
  const byUnit = splitsByUnit(query);
  const hasNames = namesResources(query);
  const keys = [...Object.keys(ofDay), ...Object.keys(ofRow), ...Object.keys(ofAllocation)];
  // A sum of one month and one day is a row of its own already.
  const isSummed = query.dateBin === 'day';
  const hasUsage = 'bitTest(days_with_usage, day)';
  const amounts = isSummed
    ? {
        amount: 'day_amount',
        ...(byUnit ? { usage: `if(${hasUsage}, day_usage, NULL)` } : { has_usage: hasUsage }),
        ...(hasNames ? { resource_name: 'name_of_resource' } : {}),
      }
    : {
        amount: 'sum(day_amount)',
        ...(byUnit
          ? { usage: `sumOrNullIf(day_usage, ${hasUsage})` }
          : { has_usage: `max(${hasUsage})` }),
        ...(hasNames ? { resource_name: 'max(name_of_resource)' } : {}),
      };
  return {
    with: 'element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date',
    columns: {
      ...ofDay,
      ...Object.fromEntries(Object.keys(ofRow).map((name) => [name, name])),
      ...ofAllocation,
      ...onlyCurrency(query),
      ...amounts,
    },
    from: [
      `FROM (\n${sumsByMonth(query, groups, scan, allKeys)}\n)`,
      `ARRAY JOIN amounts AS day_amount, ${byUnit ? 'usages AS day_usage, ' : ''}arrayEnumerate(amounts) AS element`,
      `WHERE ${daysOfQuery.join(' AND ')} AND (day_amount != 0 OR ${hasUsage})`,
    ],
    ...(isSummed ? {} : { groupBy: keys }),
  };
}

/** SQL of the counted elements of an array of days, and of the day that the first one is for. */
function countedDays(query: CostQuery): { slice: (array: string) => string; firstDay: string } {
  if (!isPartOfMonth(query)) return { slice: (array) => array, firstDay: 'month' };
  const first = 'toDayOfMonth({start_date:Date})';
  const length = "dateDiff('day', {start_date:Date}, {end_date:Date})";
  return {
    slice: (array) => `arraySlice(${array}, ${first}, ${length})`,
    firstDay: '{start_date:Date}',
  };
}

/** SQL of a number with the bits of the counted days of one month, as `usage_days` has them. */
function bitsOfDays(query: CostQuery): string {
  const [first, last] = [query.startDate, addDays(endOf(query), -1)].map((day) =>
    Number(day.slice(-2)),
  ) as [number, number];
  return `${2 ** (last + 1) - 2 ** first}`;
}

/** Whether a query counts some days of one month, so that the others need not be summed. */
function isPartOfMonth(query: CostQuery): boolean {
  const lastDay = addDays(endOf(query), -1);
  const isOneMonth = firstOfMonth(query.startDate) === firstOfMonth(lastDay);
  const isWhole =
    query.startDate === firstOfMonth(query.startDate) && lastDay === lastOfMonth(lastDay);
  return isOneMonth && !isWhole;
}

/** Usage in a type whose sums cannot overflow: the usage of each load may take all digits of the stored type. */
const wideUsage = (usage: string) => `toDecimal256(${usage}, 18)`;

/** What counts of the usage of a row; products with a weight are wide already. */
function countedUsage(query: CostQuery, rowTags: readonly VirtualTagColumn[]): string {
  const counted = countedSql(query, 'usage_amount', rowTags);
  return query.condition.weight === null ? wideUsage(counted) : counted;
}

function byDayColumn(query: CostQuery): string {
  return query.settings.amortize ? 'effective_by_day' : 'billed_by_day';
}

function tagJoins(groups: readonly GroupColumn[]): string[] {
  return groups.filter((group) => group.sql === undefined).map(tagJoin);
}

type RollupScan = Exclude<TableScan, { table: 'lines' }>;

/** What the rows of a table are summed to. */
function rowSums(
  query: CostQuery,
  rowTags: readonly VirtualTagColumn[],
  { table }: TableScan,
): Record<string, string> {
  const hasUsage = table === 'lines' ? 'ifNull(usage_amount != 0, false)' : 'has_usage';
  return {
    amount: `sum(${countedSql(query, amountColumn(query), rowTags)})`,
    ...(splitsByUnit(query)
      ? { usage: `sumOrNullIf(${countedUsage(query, rowTags)}, ${hasUsage})` }
      : { has_usage: `max(${hasUsage})` }),
    ...(namesResources(query) ? { resource_name: 'max(resource_name)' } : {}),
  };
}
