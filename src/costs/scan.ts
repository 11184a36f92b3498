import { needsLines, type CostQuery } from './cost-query.js';
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
    `FROM ${needsLines(query) ? 'lines' : 'daily_costs'}`,
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
  const { weight } = query.condition;
  // Products with a share need the wider type: an overflow would go unnoticed in the narrow one.
  const counted = (column: string): string =>
    weight === null ? column : `roundBankers(toDecimal256(${column}, 18) * (${weight}), 36)`;
  return [
    `sum(${counted(amountColumn(query))}) AS amount`,
    splitsByUnit(query)
      ? `sum(${counted('usage_amount')}) AS usage`
      : `max(${needsLines(query) ? 'ifNull(usage_amount != 0, false)' : 'has_usage'}) AS has_usage`,
    ...(namesResources(query) ? ['max(resource_name) AS resource_name'] : []),
  ];
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
