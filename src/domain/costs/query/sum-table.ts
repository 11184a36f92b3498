import { addDays, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { inlineValues, type Sql, sql } from '../../../platform/store/sql.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
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
import {
  amountColumn,
  countedSql,
  daysOfQuery,
  endDayOf,
  firstDayOf,
  rowConditions,
  targetCurrency,
} from './cost-row-sql.js';
import { type GroupColumn, namesResources, splitsByUnit, tagJoins } from './group-columns.js';
import { onlyBin } from './only-bin.js';

/** A `SELECT` of sums by bin and group, as its parts. */
export interface Sums {
  with?: Sql;
  /** SQL by name. */
  columns: Readonly<Record<string, Sql>>;
  /** `FROM` and `WHERE`. */
  from: readonly Sql[];
  /** Absent where each row is a sum already. */
  groupBy?: Sql;
}

/** Entries of a `SELECT`. */
const selectColumns = (columns: Readonly<Record<string, Sql>>): Sql[] =>
  Object.entries(columns).map(([name, expression]) =>
    inlineValues(expression) === name ? expression : sql`${expression} AS ${sql.ref(name)}`,
  );

/** Sums as the text of their `SELECT`. */
export function sumsSql({ with: expressions, columns, from, groupBy }: Sums): Sql {
  return sql.join(
    [
      ...(expressions === undefined ? [] : [sql`WITH ${expressions}`]),
      sql`SELECT\n  ${sql.join(selectColumns(columns), ',\n  ')}`,
      ...from,
      ...(groupBy === undefined ? [] : [sql`GROUP BY ${groupBy}`]),
    ],
    '\n',
  );
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
  const table = isRollup && scan.by === 'day' ? dayRows(query, scan) : sql.ref(scan.table);
  const months = isRollup && scan.by === 'month' && scan.months ? [scan.months] : [];
  return {
    columns: { ...keys, ...onlyCurrency(query), ...rowSums(query, rowTags, scan) },
    from: [
      ...buildFromClause(query, rowTags, table),
      ...tagJoins(groups),
      sql`WHERE ${sql.join([...rowConditions(query), ...months], '\n  AND ')}`,
    ],
    groupBy: sql.refs(Object.keys(keys)),
  };
}

/** The currency of a result that has only one. */
const onlyCurrency = (query: CostQuery) =>
  hasOneCurrency(query) ? { currency: targetCurrency(query) } : undefined;

/** The months that a query reads from a rollup. */
const monthsOfQuery = (query: CostQuery) => [
  sql`month >= toStartOfMonth(${firstDayOf(query)})`,
  sql`month < ${endDayOf(query)}`,
];

/** The rows of a rollup, one per day. */
function dayRows(query: CostQuery, { table, months }: RollupScan): Sql {
  const amount = amountColumn(query);
  const byUnit = splitsByUnit(query);
  const columns = [
    sql`* EXCEPT (billed_cost, effective_cost, usage_amount)`,
    sql`month + day - 1 AS usage_date`,
    sql`day_amount AS ${amount}`,
    sql`bitTest(usage_days, day) AS has_usage`,
    ...(byUnit ? [sql`if(has_usage, day_usage, NULL) AS usage_amount`] : []),
  ];
  const arrays = [
    sql`${byDayColumn(query)} AS day_amount`,
    ...(byUnit ? [sql`usage_by_day AS day_usage`] : []),
    sql`arrayEnumerate(${byDayColumn(query)}) AS day`,
  ];
  const conditions = [
    ...monthsOfQuery(query),
    ...(months ? [months] : []),
    sql`(day_amount != 0 OR has_usage)`,
  ];
  return sql`(SELECT ${sql.join(columns)}
FROM ${sql.ref(table)} ARRAY JOIN ${sql.join(arrays)}
WHERE ${sql.join(conditions, ' AND ')}) AS ${sql.ref(table)}`;
}

export function sumsByMonth(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { table, months }: RollupScan,
  { ofRow }: AggregationKeys,
): Sql {
  const { slice, firstDay } = countedDays(query);
  const keys = { month: sql`month`, ...ofRow };
  const usages = slice(sql`usage_by_day`);
  const days = [...monthsOfQuery(query), ...(months ? [months] : [])];
  const columns = [
    ...selectColumns(keys),
    sql`${firstDay} AS first_day`,
    sql`sumForEach(${slice(byDayColumn(query))}) AS amounts`,
    ...(splitsByUnit(query)
      ? [sql`sumForEach(arrayMap(usage -> ${wideUsage(sql`usage`)}, ${usages})) AS usages`]
      : []),
    sql`groupBitOr(usage_days) AS days_with_usage`,
    ...(namesResources(query) ? [sql`max(resource_name) AS name_of_resource`] : []),
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      ...buildFromClause(query, [], sql.ref(table)),
      ...tagJoins(groups),
      sql`WHERE ${sql.join(rowConditions(query, days), '\n  AND ')}`,
      sql`GROUP BY ${sql.refs(Object.keys(keys))}`,
    ],
    '\n',
  );
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
      amount: sql`sum(arraySum(${slice(byDayColumn(query))}))`,
      has_usage: sql`max(bitAnd(usage_days, ${bitsOfDays(query)}) != 0)`,
      ...(namesResources(query) ? { resource_name: sql`max(resource_name)` } : {}),
    },
    from: [
      ...buildFromClause(query, [], sql.ref(table)),
      ...tagJoins(groups),
      sql`WHERE ${sql.join(rowConditions(query, monthsOfQuery(query)), '\n  AND ')}`,
    ],
    groupBy: sql.refs(Object.keys(keys)),
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
  const hasUsage = sql`bitTest(days_with_usage, day)`;
  const amounts = isSummed
    ? {
        amount: sql`day_amount`,
        ...(byUnit ? { usage: sql`if(${hasUsage}, day_usage, NULL)` } : { has_usage: hasUsage }),
        ...(hasNames ? { resource_name: sql`name_of_resource` } : {}),
      }
    : {
        amount: sql`sum(day_amount)`,
        ...(byUnit
          ? { usage: sql`sumOrNullIf(day_usage, ${hasUsage})` }
          : { has_usage: sql`max(${hasUsage})` }),
        ...(hasNames ? { resource_name: sql`max(name_of_resource)` } : {}),
      };
  const arrays = [
    sql`amounts AS day_amount`,
    ...(byUnit ? [sql`usages AS day_usage`] : []),
    sql`arrayEnumerate(amounts) AS element`,
  ];
  return {
    with: sql`element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date`,
    columns: {
      ...ofDay,
      ...Object.fromEntries(Object.keys(ofRow).map((name) => [name, sql.ref(name)])),
      ...ofAllocation,
      ...onlyCurrency(query),
      ...amounts,
    },
    from: [
      sql`FROM (\n${sumsByMonth(query, groups, scan, allKeys)}\n)`,
      sql`ARRAY JOIN ${sql.join(arrays)}`,
      sql`WHERE ${sql.join(daysOfQuery(query), ' AND ')} AND (day_amount != 0 OR ${hasUsage})`,
    ],
    ...(isSummed ? {} : { groupBy: sql.refs(keys) }),
  };
}

/** SQL of the counted elements of an array of days, and of the day that the first one is for. */
function countedDays(query: CostQuery): { slice: (array: Sql) => Sql; firstDay: Sql } {
  if (!isPartOfMonth(query)) return { slice: (array) => array, firstDay: sql`month` };
  const firstDay = firstDayOf(query);
  const first = sql`toDayOfMonth(${firstDay})`;
  const length = sql`dateDiff('day', ${firstDay}, ${endDayOf(query)})`;
  return { slice: (array) => sql`arraySlice(${array}, ${first}, ${length})`, firstDay };
}

/** A number with the bits of the counted days of one month, as `usage_days` has them. */
function bitsOfDays(query: CostQuery): number {
  const [first, last] = [query.startDate, addDays(endOf(query), -1)].map((day) =>
    Number(day.slice(-2)),
  ) as [number, number];
  return 2 ** (last + 1) - 2 ** first;
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
const wideUsage = (usage: Sql) => sql`toDecimal256(${usage}, 18)`;

/** What counts of the usage of a row; products with a weight are wide already. */
function countedUsage(query: CostQuery, rowTags: readonly VirtualTagColumn[]): Sql {
  const counted = countedSql(query, sql`usage_amount`, rowTags);
  return query.condition.weight === null ? wideUsage(counted) : counted;
}

function byDayColumn(query: CostQuery): Sql {
  return query.settings.amortize ? sql`effective_by_day` : sql`billed_by_day`;
}

type RollupScan = Exclude<TableScan, { table: 'lines' }>;

/** What the rows of a table are summed to. */
function rowSums(
  query: CostQuery,
  rowTags: readonly VirtualTagColumn[],
  { table }: TableScan,
): Record<string, Sql> {
  const hasUsage = table === 'lines' ? sql`ifNull(usage_amount != 0, false)` : sql`has_usage`;
  return {
    amount: sql`sum(${countedSql(query, amountColumn(query), rowTags)})`,
    ...(splitsByUnit(query)
      ? { usage: sql`sumOrNullIf(${countedUsage(query, rowTags)}, ${hasUsage})` }
      : { has_usage: sql`max(${hasUsage})` }),
    ...(namesResources(query) ? { resource_name: sql`max(resource_name)` } : {}),
  };
}
