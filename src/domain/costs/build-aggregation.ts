import { addDays, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import type { Allocation } from '../virtual-tags/allocation-sql.js';
import type { VirtualTagColumn } from '../virtual-tags/virtual-tag-column.js';
import { buildFromClause, usedVirtualTags } from './build-from-clause.js';
import { chooseTables, type TableScan } from './choose-tables.js';
import { type CostQuery, endOf } from './cost-query.js';
import {
  allocatedSql,
  amountColumn,
  countedSql,
  daysOfQuery,
  rateDay,
  rowConditions,
} from './cost-row-sql.js';
import { binSql } from './date-bins.js';
import { type GroupColumn, namesResources, splitsByUnit, tagJoin } from './group-columns.js';

/** Whether costs of other currencies have to be converted, so that sums are kept by rate day. */
export function convertsCurrency({ conversion }: CostQuery): boolean {
  return conversion.factors.length > 0;
}

/** Whether all costs are in the currency of the result, so that sums need not be kept by currency. */
function hasOneCurrency({ conversion }: CostQuery): boolean {
  return conversion.factors.length === 0 && conversion.unratedCurrencies.length === 0;
}

/** Statement that sums costs by bin, groups and currency over the tables that hold them. */
export function buildAggregation(query: CostQuery, groups: readonly GroupColumn[]): string {
  const scans = chooseTables(query).map((scan) => aggregateTable(query, groups, scan));
  return scans.length === 1 ? scans[0]! : addUpScans(query, groups, scans);
}

function addUpScans(query: CostQuery, groups: readonly GroupColumn[], scans: string[]): string {
  const keys = [
    'accrued_at',
    ...groups.map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
    'currency',
    ...(convertsCurrency(query) ? ['rate_day'] : []),
  ];
  const columns = [
    ...keys,
    'sum(part.amount) AS amount',
    splitsByUnit(query) ? 'sum(part.usage) AS usage' : 'max(part.has_usage) AS has_usage',
    ...(namesResources(query) ? ['max(part.resource_name) AS resource_name'] : []),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${scans.join('\nUNION ALL\n')}\n) AS part`,
    `GROUP BY ${keys.join(', ')}`,
  ].join('\n');
}

/**
 * Scans a table once and sums by bin, groups and currency. Tags are joined row by row: summing per
 * tag set first and joining the sums is no faster by month and takes twice as long by day.
 */
function aggregateTable(query: CostQuery, groups: readonly GroupColumn[], scan: TableScan): string {
  const sumTags = tagsAllocatingSums(query);
  const keys = aggregationKeys(query, groups, sumTags);
  const rows =
    scan.table !== 'lines' && scan.by === 'day' && canSumDays(query)
      ? sumDays(query, groups, scan, keys)
      : sumRows(query, groups, scan, keys);
  return sumTags.length === 0
    ? rows
    : allocateSums(query, groups, [...Object.keys(keys.ofDay), ...keys.ofGroup], sumTags, rows);
}

/** What the rows of a table are summed by, as SQL by name. */
interface AggregationKeys {
  /** Depends on the day of a row. */
  ofDay: Record<string, string>;
  /** The same for all days of a month. */
  ofRow: Record<string, string>;
  /** Depends on the day, for virtual tags that allocate sums. */
  ofAllocation: Record<string, string>;
  /** Names among `ofRow` that are keys of the result. */
  ofGroup: string[];
}

function aggregationKeys(
  query: CostQuery,
  groups: readonly GroupColumn[],
  sumTags: readonly AllocatingTag[],
): AggregationKeys {
  const ofGroup = {
    ...Object.fromEntries(
      groups
        .filter((group) => tagOf(group, sumTags) === undefined)
        .map(({ name, sql }) => [name, sql ?? `${name}_value`]),
    ),
    ...(splitsByUnit(query) ? { unit: 'usage_unit' } : {}),
    ...(hasOneCurrency(query) ? {} : { currency: 'currency' }),
  };
  const ofRules = sumTags.flatMap<[string, string]>(({ ruleColumns: { value, ruleIndex } }) => [
    [value, value],
    [ruleIndex, ruleIndex],
  ]);
  return {
    ofDay: {
      accrued_at: binSql[query.dateBin],
      ...(convertsCurrency(query) ? { rate_day: rateDay(query) } : {}),
    },
    ofRow: { ...ofGroup, ...Object.fromEntries(ofRules) },
    ofAllocation: Object.fromEntries(
      sumTags.map(({ allocation }, index) => [`period${index}`, allocation.period]),
    ),
    ofGroup: Object.keys(ofGroup),
  };
}

const selectKeys = (keys: Readonly<Record<string, string>>) =>
  Object.entries(keys).map(([name, sql]) => (sql === name ? name : `${sql} AS ${name}`));

/** Whether what counts of a row is the same for all days of a month, so that its days can be summed as arrays. */
function canSumDays(query: CostQuery): boolean {
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
): string {
  const rowTags = tagsAllocatingRows(query);
  const keys = { ...ofDay, ...ofRow, ...ofAllocation };
  const columns = [
    ...selectKeys(keys),
    ...(hasOneCurrency(query) ? ['{to_currency:String} AS currency'] : []),
    ...sums(query, rowTags, scan),
  ];
  const isRollup = scan.table !== 'lines';
  const table = isRollup && scan.by === 'day' ? dayRows(query, scan) : scan.table;
  const months = isRollup && scan.by === 'month' && scan.months ? [scan.months] : [];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...buildFromClause(query, rowTags, table),
    ...tagJoins(groups),
    `WHERE ${[...rowConditions(query), ...months].join('\n  AND ')}`,
    `GROUP BY ${Object.keys(keys).join(', ')}`,
  ].join('\n');
}

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

/**
 * Statement that sums costs by month and groups, with an array of the amounts from `first_day` on, one
 * per day, and zeros beyond the last day of a month. Undefined where days need more than that: other
 * tables, exchange rates, units, shares.
 */
export function buildMonthSums(
  query: CostQuery,
  groups: readonly GroupColumn[],
): string | undefined {
  const [scan, ...others] = chooseTables(query);
  const isByDay = scan !== undefined && scan.table !== 'lines' && scan.by === 'day';
  const needsMore =
    others.length > 0 ||
    !canSumDays(query) ||
    !hasOneCurrency(query) ||
    splitsByUnit(query) ||
    tagsAllocatingSums(query).length > 0;
  return isByDay && !needsMore
    ? sumsByMonth(query, groups, scan, aggregationKeys(query, groups, []))
    : undefined;
}

function sumsByMonth(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { table, months }: RollupScan,
  { ofRow }: AggregationKeys,
): string {
  const { slice, firstDay } = countedDays(query);
  const keys = { month: 'month', ...ofRow };
  const columns = [
    ...selectKeys(keys),
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

/** Sums the arrays of a rollup by month, and only then splits the sums into days. */
function sumDays(
  query: CostQuery,
  groups: readonly GroupColumn[],
  scan: RollupScan,
  allKeys: AggregationKeys,
): string {
  const { ofDay, ofRow, ofAllocation } = allKeys;
  const byUnit = splitsByUnit(query);
  const hasNames = namesResources(query);
  const keys = [...Object.keys(ofDay), ...Object.keys(ofRow), ...Object.keys(ofAllocation)];
  // A sum of one month and one day is a row of its own already.
  const isSummed = query.dateBin === 'day';
  const hasUsage = 'bitTest(days_with_usage, day)';
  const amounts = isSummed
    ? [
        'day_amount AS amount',
        byUnit ? `if(${hasUsage}, day_usage, NULL) AS usage` : `${hasUsage} AS has_usage`,
        ...(hasNames ? ['name_of_resource AS resource_name'] : []),
      ]
    : [
        'sum(day_amount) AS amount',
        byUnit ? `sumOrNullIf(day_usage, ${hasUsage}) AS usage` : `max(${hasUsage}) AS has_usage`,
        ...(hasNames ? ['max(name_of_resource) AS resource_name'] : []),
      ];
  return [
    'WITH element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date',
    `SELECT\n  ${[
      ...selectKeys(ofDay),
      ...Object.keys(ofRow),
      ...selectKeys(ofAllocation),
      ...(hasOneCurrency(query) ? ['{to_currency:String} AS currency'] : []),
      ...amounts,
    ].join(',\n  ')}`,
    `FROM (\n${sumsByMonth(query, groups, scan, allKeys)}\n)`,
    `ARRAY JOIN amounts AS day_amount, ${byUnit ? 'usages AS day_usage, ' : ''}arrayEnumerate(amounts) AS element`,
    `WHERE ${daysOfQuery.join(' AND ')} AND (day_amount != 0 OR ${hasUsage})`,
    ...(isSummed ? [] : [`GROUP BY ${keys.join(', ')}`]),
  ].join('\n');
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

type AllocatingTag = VirtualTagColumn & { allocation: Allocation };

type RollupScan = Exclude<TableScan, { table: 'lines' }>;

function tagsAllocatingRows(query: CostQuery): VirtualTagColumn[] {
  const allocatingSums = new Set<VirtualTagColumn>(tagsAllocatingSums(query));
  return usedVirtualTags(query).filter((tag) => !allocatingSums.has(tag));
}

/** Tags that are only grouped by can allocate sums instead of rows, which is far less work. */
function tagsAllocatingSums(query: CostQuery): AllocatingTag[] {
  if (query.condition.weight !== null) return [];
  return usedVirtualTags(query).filter(
    (tag): tag is AllocatingTag => tag.allocation !== undefined && !tag.inFilters,
  );
}

function tagOf<Tag extends VirtualTagColumn>(
  { grouping }: GroupColumn,
  tags: readonly Tag[],
): Tag | undefined {
  return grouping.kind === 'tag' ? tags.find(({ key }) => key === grouping.key) : undefined;
}

/** Allocates the sums of rows that have the same shares, and sums the parts by value. */
function allocateSums(
  query: CostQuery,
  groups: readonly GroupColumn[],
  keys: readonly string[],
  tags: readonly AllocatingTag[],
  rows: string,
): string {
  const grouped = groups.flatMap((group) => {
    const tag = tagOf(group, tags);
    return tag === undefined ? [] : [{ name: group.name, sql: tag.prefixedSql }];
  });
  const part = (column: string) => allocatedSql(tags, `whole.${column}`);
  const columns = [
    ...keys,
    ...grouped.map(({ name, sql }) => `${sql} AS ${name}`),
    ...(hasOneCurrency(query) ? ['any(whole.currency) AS currency'] : []),
    `sum(${part('amount')}) AS amount`,
    splitsByUnit(query) ? `sum(${part('usage')}) AS usage` : 'max(whole.has_usage) AS has_usage',
    ...(namesResources(query) ? ['max(whole.resource_name) AS resource_name'] : []),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${rows}\n) AS whole`,
    ...tags.map(({ allocation }, index) => allocation.join(`period${index}`)),
    `GROUP BY ${[...keys, ...grouped.map(({ name }) => name)].join(', ')}`,
  ].join('\n');
}

function sums(
  query: CostQuery,
  rowTags: readonly VirtualTagColumn[],
  { table }: TableScan,
): string[] {
  const hasUsage = table === 'lines' ? 'ifNull(usage_amount != 0, false)' : 'has_usage';
  return [
    `sum(${countedSql(query, amountColumn(query), rowTags)}) AS amount`,
    splitsByUnit(query)
      ? `sumOrNullIf(${countedUsage(query, rowTags)}, ${hasUsage}) AS usage`
      : `max(${hasUsage}) AS has_usage`,
    ...(namesResources(query) ? ['max(resource_name) AS resource_name'] : []),
  ];
}
