import type { VirtualTagColumn } from '../virtual-tags/column.js';
import { needsLines, type CostQuery } from './cost-query.js';
import { costTable, usedVirtualTags } from './cost-table.js';
import { binSql } from './dimensions.js';
import { namesResources, splitsByUnit, tagJoin, type GroupColumn } from './group-columns.js';

/** Providers whose costs repeat what the cloud bills hold already. */
export const clusterProviders = "('kubernetes', 'kubernetes_agent', 'opencost')";

/** Whether costs of other currencies have to be converted, so that their days must be kept apart. */
export function converts({ conversion }: CostQuery): boolean {
  return conversion.factors.length > 0;
}

/** Whether all costs are in the currency of the answer, so that it need not tell rows apart. */
function isUniform({ conversion }: CostQuery): boolean {
  return conversion.factors.length === 0 && conversion.unrated.length === 0;
}

/**
 * Reads the table once and adds up by bin, groups and currency. Tags are joined row by row: adding
 * up per tag set first and joining the sums is no faster by month and half as fast by day.
 */
export function scan(query: CostQuery, groups: readonly GroupColumn[]): string {
  const keys: Record<string, string> = {
    accrued_at: binSql[query.dateBin],
    ...Object.fromEntries(groups.map(({ name, sql }) => [name, sql ?? `${name}_value`])),
    ...(splitsByUnit(query) ? { unit: 'usage_unit' } : {}),
    ...(isUniform(query) ? {} : { currency: 'currency' }),
    ...(converts(query) ? { rate_day: rateDay(query) } : {}),
  };
  const columns = [
    ...Object.entries(keys).map(([name, sql]) => (sql === name ? name : `${sql} AS ${name}`)),
    ...(isUniform(query) ? ['{to_currency:String} AS currency'] : []),
    ...sums(query),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...costTable(query),
    ...groups.filter((group) => group.sql === undefined).map(tagJoin),
    `WHERE ${conditions(query).join('\n  AND ')}`,
    `GROUP BY ${Object.keys(keys).join(', ')}`,
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

function sums(query: CostQuery): string[] {
  return [
    `sum(${countedPart(query, amountColumn(query))}) AS amount`,
    splitsByUnit(query)
      ? `sum(${countedPart(query, 'usage_amount')}) AS usage`
      : `max(${needsLines(query) ? 'ifNull(usage_amount != 0, false)' : 'has_usage'}) AS has_usage`,
    ...(namesResources(query) ? ['max(resource_name) AS resource_name'] : []),
  ];
}

/** The part of a figure that a row counts with: what virtual tags leave it, times the share of its filter. */
export function countedPart(query: CostQuery, column: string): string {
  const { weight } = query.condition;
  const part = dividedBy(usedVirtualTags(query), column);
  // Products with a share need the wider type: an overflow would go unnoticed in the narrow one.
  return weight === null ? part : `roundBankers(toDecimal256(${part}, 18) * (${weight}), 36)`;
}

/** The engine cannot add up a list for a figure that may be null, so that case is taken out first. */
function dividedBy(tags: readonly VirtualTagColumn[], column: string): string {
  const divisions = tags.flatMap(({ divide }) => (divide === undefined ? [] : [divide]));
  if (divisions.length === 0) return column;
  const part = divisions.reduce((amount, divide) => divide(amount), `assumeNotNull(${column})`);
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
    ...(condition.namesProviders ? [] : [`provider NOT IN ${clusterProviders}`]),
    ...(condition.segment === undefined ? [] : [`${condition.segment} IS NOT NULL`]),
  ];
}
