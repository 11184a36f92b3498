import { clusterProviders } from '../providers/providers.js';
import type { VirtualTagColumn } from '../virtual-tags/virtual-tag-column.js';
import { usedVirtualTags } from './build-from-clause.js';
import type { CostQuery } from './cost-query.js';

/** SQL list of the providers whose costs the cloud bills already contain. */
export const clusterProviderList = `(${clusterProviders.map((key) => `'${key}'`).join(', ')})`;

/** SQL of the day whose exchange rate applies to a row. */
export function rateDay({ conversion }: CostQuery): string {
  return conversion.method === 'daily' ? 'usage_date' : 'toLastDayOfMonth(usage_date)';
}

/** The column whose amounts a query sums. */
export function amountColumn({ settings }: CostQuery): string {
  return settings.amortize ? 'effective_cost' : 'billed_cost';
}

/** The days of a query. */
export const daysOfQuery: readonly string[] = [
  'usage_date >= {start_date:Date}',
  'usage_date < {end_date:Date}',
];

/** Conditions that a row must meet to count. */
export function rowConditions(query: CostQuery, days = daysOfQuery): string[] {
  const { condition, settings } = query;
  const excluded = Object.entries({
    credit: settings.includeCredits,
    refund: settings.includeRefunds,
    discount: settings.includeDiscounts,
    tax: settings.includeTax,
  }).flatMap(([group, isIncluded]) => (isIncluded ? [] : [`'${group}'`]));
  return [
    `(${condition.sql})`,
    ...days,
    ...(excluded.length === 0 ? [] : [`charge_group NOT IN (${excluded.join(', ')})`]),
    ...(condition.namesProviders ? [] : [`provider NOT IN ${clusterProviderList}`]),
    // The alias is defined here because every statement has these conditions; groupings refer to it.
    ...(condition.segment === undefined ? [] : [`(${condition.segment.sql} AS segment_row) != 0`]),
  ];
}

/** SQL of what counts of a column: the part that virtual tags allocate to a row, times the weight of its filter. */
export function countedSql(
  query: CostQuery,
  column: string,
  tags: readonly VirtualTagColumn[] = usedVirtualTags(query),
): string {
  const { weight } = query.condition;
  const part = allocatedSql(tags, column);
  // Products with a share need the wider type: the narrow one would overflow without an error.
  return weight === null ? part : `roundBankers(toDecimal256(${part}, 18) * (${weight}), 36)`;
}

/** SQL of the part of a column that virtual tags allocate to a row. */
export function allocatedSql(tags: readonly VirtualTagColumn[], column: string): string {
  const allocations = tags.flatMap(({ allocation }) =>
    allocation === undefined ? [] : [allocation],
  );
  if (allocations.length === 0) return column;
  const part = allocations.reduce(
    (amount, { allocate }) => allocate(amount),
    `assumeNotNull(${column})`,
  );
  // ClickHouse cannot sum an array for an amount that may be null, so nulls are handled first.
  return `if(${column} IS NULL, NULL, ${part})`;
}
