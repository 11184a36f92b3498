import { clusterProviders } from '../providers/providers.js';
import type { Division, VirtualTagColumn } from '../virtual-tags/column.js';
import { needsLines, type CostQuery } from './cost-query.js';
import { costTable, usedVirtualTags } from './cost-table.js';
import { binSql } from './dimensions.js';
import { readings, type Reading } from './readings.js';
import { namesResources, splitsByUnit, tagJoin, type GroupColumn } from './group-columns.js';

/** SQL list of the providers whose costs the cloud bills contain already. */
export const clusterProviderList = `(${clusterProviders.map((key) => `'${key}'`).join(', ')})`;

/** Whether costs of other currencies have to be converted, so that their days must be kept apart. */
export function converts({ conversion }: CostQuery): boolean {
  return conversion.factors.length > 0;
}

/** Whether all costs are in the currency of the answer, so that it need not tell rows apart. */
function isUniform({ conversion }: CostQuery): boolean {
  return conversion.factors.length === 0 && conversion.unrated.length === 0;
}

/** Sums by bin, groups and currency, put together from the tables that hold them. */
export function scan(query: CostQuery, groups: readonly GroupColumn[]): string {
  const scans = readings(query).map((reading) => scanTable(query, groups, reading));
  return scans.length === 1 ? scans[0]! : addUp(query, groups, scans);
}

function addUp(query: CostQuery, groups: readonly GroupColumn[], scans: string[]): string {
  const keys = [
    'accrued_at',
    ...groups.map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
    'currency',
    ...(converts(query) ? ['rate_day'] : []),
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
 * Reads a table once and adds up by bin, groups and currency. Tags are joined row by row: adding
 * up per tag set first and joining the sums is no faster by month and half as fast by day.
 */
function scanTable(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { table, days }: Reading,
): string {
  const late = dividedLate(query);
  const keys: Record<string, string> = {
    accrued_at: binSql[query.dateBin],
    ...Object.fromEntries(
      groups
        .filter((group) => tagOf(group, late) === undefined)
        .map(({ name, sql }) => [name, sql ?? `${name}_value`]),
    ),
    ...(splitsByUnit(query) ? { unit: 'usage_unit' } : {}),
    ...(isUniform(query) ? {} : { currency: 'currency' }),
    ...(converts(query) ? { rate_day: rateDay(query) } : {}),
  };
  const wholes = late.flatMap<[string, string]>(
    ({ whole: { value, ruleIndex }, division }, index) => [
      [value, value],
      [ruleIndex, ruleIndex],
      [`period${index}`, division.period],
    ],
  );
  const rowKeys = { ...keys, ...Object.fromEntries(wholes) };
  const columns = [
    ...Object.entries(rowKeys).map(([name, sql]) => (sql === name ? name : `${sql} AS ${name}`)),
    ...(isUniform(query) ? ['{to_currency:String} AS currency'] : []),
    ...sums(query, late),
  ];
  const rows = [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...costTable(query, dividedEarly(query), table),
    ...groups.filter((group) => group.sql === undefined).map(tagJoin),
    `WHERE ${[...conditions(query), ...(days === undefined ? [] : [days])].join('\n  AND ')}`,
    `GROUP BY ${Object.keys(rowKeys).join(', ')}`,
  ].join('\n');
  return late.length === 0 ? rows : divideSums(query, groups, Object.keys(keys), late, rows);
}

type DividingTag = VirtualTagColumn & { division: Division };

/** Tags that only group divide sums instead of rows, which is far less work. */
function dividedLate(query: CostQuery): DividingTag[] {
  if (query.condition.weight !== null) return [];
  return usedVirtualTags(query).filter(
    (tag): tag is DividingTag => tag.division !== undefined && !tag.inFilters,
  );
}

function dividedEarly(query: CostQuery): VirtualTagColumn[] {
  const late = new Set<VirtualTagColumn>(dividedLate(query));
  return usedVirtualTags(query).filter((tag) => !late.has(tag));
}

function tagOf<Tag extends VirtualTagColumn>(
  { grouping }: GroupColumn,
  tags: readonly Tag[],
): Tag | undefined {
  return grouping.kind === 'tag' ? tags.find(({ key }) => key === grouping.key) : undefined;
}

/** Divides the sums of rows that are divided alike, and adds up once more. */
function divideSums(
  query: CostQuery,
  groups: readonly GroupColumn[],
  keys: readonly string[],
  late: readonly DividingTag[],
  rows: string,
): string {
  const grouped = groups.flatMap((group) => {
    const tag = tagOf(group, late);
    return tag === undefined ? [] : [{ name: group.name, sql: tag.marked }];
  });
  const part = (column: string) => dividedBy(late, `whole.${column}`);
  const columns = [
    ...keys,
    ...grouped.map(({ name, sql }) => `${sql} AS ${name}`),
    ...(isUniform(query) ? ['any(whole.currency) AS currency'] : []),
    `sum(${part('amount')}) AS amount`,
    splitsByUnit(query) ? `sum(${part('usage')}) AS usage` : 'max(whole.has_usage) AS has_usage',
    ...(namesResources(query) ? ['max(whole.resource_name) AS resource_name'] : []),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${rows}\n) AS whole`,
    ...late.map(({ division }, index) => division.join(`period${index}`)),
    `GROUP BY ${[...keys, ...grouped.map(({ name }) => name)].join(', ')}`,
  ].join('\n');
}

/** The day whose rate a row is converted at. */
export function rateDay({ conversion }: CostQuery): string {
  return conversion.method === 'daily' ? 'usage_date' : 'toLastDayOfMonth(usage_date)';
}

/** The amount that a view counts. */
export function amountColumn({ settings }: CostQuery): string {
  return settings.amortize ? 'effective_cost' : 'billed_cost';
}

function sums(query: CostQuery, late: readonly VirtualTagColumn[]): string[] {
  return [
    `sum(${countedPart(query, amountColumn(query), late)}) AS amount`,
    splitsByUnit(query)
      ? `sum(${countedPart(query, 'usage_amount', late)}) AS usage`
      : `max(${needsLines(query) ? 'ifNull(usage_amount != 0, false)' : 'has_usage'}) AS has_usage`,
    ...(namesResources(query) ? ['max(resource_name) AS resource_name'] : []),
  ];
}

/** The part of a figure that a row counts with: what virtual tags leave it, times the share of its filter. */
export function countedPart(
  query: CostQuery,
  column: string,
  late: readonly VirtualTagColumn[] = [],
): string {
  const { weight } = query.condition;
  const part = dividedBy(
    usedVirtualTags(query).filter((tag) => !late.includes(tag)),
    column,
  );
  // Products with a share need the wider type: an overflow would go unnoticed in the narrow one.
  return weight === null ? part : `roundBankers(toDecimal256(${part}, 18) * (${weight}), 36)`;
}

/** The engine cannot add up a list for a figure that may be null, so that case is taken out first. */
function dividedBy(tags: readonly VirtualTagColumn[], column: string): string {
  const divisions = tags.flatMap(({ division }) => (division === undefined ? [] : [division]));
  if (divisions.length === 0) return column;
  const part = divisions.reduce((amount, { divide }) => divide(amount), `assumeNotNull(${column})`);
  return `if(${column} IS NULL, NULL, ${part})`;
}

/** What rows must be like to count. */
export function conditions(query: CostQuery): string[] {
  const { condition, settings } = query;
  const left = Object.entries({
    credit: settings.includeCredits,
    refund: settings.includeRefunds,
    discount: settings.includeDiscounts,
    tax: settings.includeTax,
  }).flatMap(([group, included]) => (included ? [] : [`'${group}'`]));
  return [
    `(${condition.sql})`,
    'usage_date >= {start_date:Date}',
    'usage_date < {end_date:Date}',
    ...(left.length === 0 ? [] : [`charge_group NOT IN (${left.join(', ')})`]),
    ...(condition.namesProviders ? [] : [`provider NOT IN ${clusterProviderList}`]),
    // Named here, where every statement has it, for whoever groups or narrows by it.
    ...(condition.segment === undefined ? [] : [`(${condition.segment.sql} AS segment_row) != 0`]),
  ];
}
