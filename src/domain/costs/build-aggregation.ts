import type { Allocation } from '../virtual-tags/allocation-sql.js';
import type { VirtualTagColumn } from '../virtual-tags/virtual-tag-column.js';
import { buildFromClause, usedVirtualTags } from './build-from-clause.js';
import { chooseTables, type TableScan } from './choose-tables.js';
import { type CostQuery, needsLines } from './cost-query.js';
import { allocatedSql, amountColumn, countedSql, rateDay, rowConditions } from './cost-row-sql.js';
import { binSql } from './date-bins.js';
import { type GroupColumn, groupsByResource, splitsByUnit, tagJoin } from './group-columns.js';

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
function aggregateTable(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { table, days }: TableScan,
): string {
  const sumTags = tagsAllocatingSums(query);
  const allocatingSums = new Set<VirtualTagColumn>(sumTags);
  const rowTags = usedVirtualTags(query).filter((tag) => !allocatingSums.has(tag));
  const keys: Record<string, string> = {
    accrued_at: binSql[query.dateBin],
    ...Object.fromEntries(
      groups
        .filter((group) => tagOf(group, sumTags) === undefined)
        .map(({ name, sql }) => [name, sql ?? `${name}_value`]),
    ),
    ...(splitsByUnit(query) ? { unit: 'usage_unit' } : {}),
    ...(hasOneCurrency(query) ? {} : { currency: 'currency' }),
    ...(convertsCurrency(query) ? { rate_day: rateDay(query) } : {}),
  };
  const allocationKeys = sumTags.flatMap<[string, string]>(
    ({ ruleColumns: { value, ruleIndex }, allocation }, index) => [
      [value, value],
      [ruleIndex, ruleIndex],
      [`period${index}`, allocation.period],
    ],
  );
  const rowKeys = { ...keys, ...Object.fromEntries(allocationKeys) };
  const columns = [
    ...Object.entries(rowKeys).map(([name, sql]) => (sql === name ? name : `${sql} AS ${name}`)),
    ...(hasOneCurrency(query) ? ['{to_currency:String} AS currency'] : []),
    ...sums(query, rowTags),
  ];
  const rows = [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...buildFromClause(query, rowTags, table),
    ...groups.filter((group) => group.sql === undefined).map(tagJoin),
    `WHERE ${[...rowConditions(query), ...(days === undefined ? [] : [days])].join('\n  AND ')}`,
    `GROUP BY ${Object.keys(rowKeys).join(', ')}`,
  ].join('\n');
  return sumTags.length === 0
    ? rows
    : allocateSums(query, groups, Object.keys(keys), sumTags, rows);
}

type AllocatingTag = VirtualTagColumn & { allocation: Allocation };

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
    ...(groupsByResource(query) ? ['max(whole.resource_name) AS resource_name'] : []),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${rows}\n) AS whole`,
    ...tags.map(({ allocation }, index) => allocation.join(`period${index}`)),
    `GROUP BY ${[...keys, ...grouped.map(({ name }) => name)].join(', ')}`,
  ].join('\n');
}

function sums(query: CostQuery, rowTags: readonly VirtualTagColumn[]): string[] {
  return [
    `sum(${countedSql(query, amountColumn(query), rowTags)}) AS amount`,
    splitsByUnit(query)
      ? `sum(${countedSql(query, 'usage_amount', rowTags)}) AS usage`
      : `max(${needsLines(query) ? 'ifNull(usage_amount != 0, false)' : 'has_usage'}) AS has_usage`,
    ...(groupsByResource(query) ? ['max(resource_name) AS resource_name'] : []),
  ];
}
