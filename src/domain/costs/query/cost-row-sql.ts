import { type Sql, sql } from '../../../platform/store/sql.js';
import { clusterProviders } from '../providers/index.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
import { usedVirtualTags } from './build-from-clause.js';
import { clampToDateType, type CostQuery, endOf } from './cost-query.js';

/** SQL list of the providers whose costs the cloud bills already contain. */
export const clusterProviderList = sql`(${sql.literals(clusterProviders)})`;

/** SQL of the first day of a query. */
export const firstDayOf = ({ startDate }: CostQuery): Sql =>
  sql.bind('Date', clampToDateType(startDate));

/** SQL of the day after the last one of a query that counts. */
export const endDayOf = (query: CostQuery): Sql => sql.bind('Date', clampToDateType(endOf(query)));

/** SQL of the currency that a query converts costs into. */
export const targetCurrency = ({ conversion }: CostQuery): Sql => sql.bind('String', conversion.to);

/** SQL of the day whose exchange rate applies to a row. */
export function rateDay({ conversion }: CostQuery): Sql {
  return conversion.method === 'daily' ? sql`usage_date` : sql`toLastDayOfMonth(usage_date)`;
}

/** The column whose amounts a query sums. */
export function amountColumn({ settings }: CostQuery): Sql {
  return settings.amortize ? sql`effective_cost` : sql`billed_cost`;
}

/** The days of a query. */
export const daysOfQuery = (query: CostQuery): Sql[] => [
  sql`usage_date >= ${firstDayOf(query)}`,
  sql`usage_date < ${endDayOf(query)}`,
];

/** Conditions that a row must meet to count. */
export function rowConditions(query: CostQuery, days: readonly Sql[] = daysOfQuery(query)): Sql[] {
  const { condition, settings } = query;
  const excluded = Object.entries({
    credit: settings.includeCredits,
    refund: settings.includeRefunds,
    discount: settings.includeDiscounts,
    tax: settings.includeTax,
  }).flatMap(([group, isIncluded]) => (isIncluded ? [] : [group]));
  return [
    sql`(${condition.sql})`,
    ...days,
    ...(excluded.length === 0 ? [] : [sql`charge_group NOT IN (${sql.literals(excluded)})`]),
    ...(condition.namesProviders ? [] : [sql`provider NOT IN ${clusterProviderList}`]),
    // The alias is defined here because every statement has these conditions; groupings refer to it.
    ...(condition.segment === undefined
      ? []
      : [sql`(${condition.segment.sql} AS segment_row) != 0`]),
  ];
}

/** SQL of what counts of a column: the part that virtual tags allocate to a row, times the weight of its filter. */
export function countedSql(
  query: CostQuery,
  column: Sql,
  tags: readonly VirtualTagColumn[] = usedVirtualTags(query),
): Sql {
  const { weight } = query.condition;
  const part = allocatedSql(tags, column);
  // Products with a share need the wider type: the narrow one would overflow without an error.
  return weight === null ? part : sql`roundBankers(toDecimal256(${part}, 18) * (${weight}), 36)`;
}

/** SQL of the part of a column that virtual tags allocate to a row. */
export function allocatedSql(tags: readonly VirtualTagColumn[], column: Sql): Sql {
  const allocations = tags.flatMap(({ allocation }) =>
    allocation === undefined ? [] : [allocation],
  );
  if (allocations.length === 0) return column;
  const part = allocations.reduce(
    (amount, { allocate }) => allocate(amount),
    sql`assumeNotNull(${column})`,
  );
  // ClickHouse cannot sum an array for an amount that may be null, so nulls are handled first.
  return sql`if(${column} IS NULL, NULL, ${part})`;
}
