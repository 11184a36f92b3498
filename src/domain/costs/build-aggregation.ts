import {
  type AllocatingTag,
  aggregationKeys,
  convertsCurrency,
  hasOneCurrency,
  tagOf,
  tagsAllocatingSums,
} from './aggregation-keys.js';
import { chooseTables, type TableScan } from './choose-tables.js';
import type { CostQuery } from './cost-query.js';
import { allocatedSql } from './cost-row-sql.js';
import { type GroupColumn, namesResources, splitsByUnit } from './group-columns.js';
import { canSumDays, type Sums, sumsByMonth, sumsSql, sumTable } from './sum-table.js';

/** Statement that sums costs by bin, groups and currency over the tables that hold them. */
export function buildAggregation(query: CostQuery, groups: readonly GroupColumn[]): string {
  const scans = chooseTables(query).map((scan) => aggregateTable(query, groups, scan));
  return scans.length === 1 ? scans[0]! : addUpScans(query, groups, scans);
}

/**
 * The rows of a result as one `SELECT`, so that it can be ordered and filtered without another one around it;
 * undefined where it takes several, or values that differ from the grouped ones.
 */
export function buildSums(query: CostQuery, groups: readonly GroupColumn[]): Sums | undefined {
  const [scan, ...others] = chooseTables(query);
  const needsMore =
    others.length > 0 ||
    query.condition.weight !== null ||
    !hasOneCurrency(query) ||
    splitsByUnit(query) ||
    groups.some(({ resultSql }) => resultSql !== undefined);
  return scan === undefined || needsMore
    ? undefined
    : sumTable(query, groups, scan, aggregationKeys(query, groups, []));
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
  const rows = sumsSql(sumTable(query, groups, scan, keys));
  return sumTags.length === 0
    ? rows
    : allocateSums(query, groups, [...Object.keys(keys.ofDay), ...keys.ofGroup], sumTags, rows);
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
    ...grouped.map(({ name, sql: expression }) => `${expression} AS ${name}`),
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
