import { type Sql, sql } from '../../../platform/store/sql.js';
import { clusterProviders } from '../providers/index.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
import type { CostPlan } from './cost-plan.js';

/** SQL list of the providers whose costs the cloud bills already contain. */
export const clusterProviderList = sql`(${sql.literals(clusterProviders)})`;

/** SQL of the first day of a plan. */
export const firstDaySql = ({ firstDay }: CostPlan): Sql => sql.bind('Date', firstDay);

/** SQL of the day after the last one of a plan. */
export const endDaySql = ({ endDay }: CostPlan): Sql => sql.bind('Date', endDay);

/** SQL of the currency that a plan converts costs into. */
export const targetCurrency = ({ query }: CostPlan): Sql => sql.bind('String', query.conversion.to);

/** SQL of the day whose exchange rate applies to a row. */
export const rateDay = ({ query }: CostPlan): Sql =>
  query.conversion.method === 'daily' ? sql`usage_date` : sql`toLastDayOfMonth(usage_date)`;

/** The column whose amounts a plan sums. */
export const amountColumn = ({ view }: CostPlan): Sql =>
  view === 'amortized' ? sql`effective_cost` : sql`billed_cost`;

/** The days of a plan. */
export const dayConditions = (plan: CostPlan): Sql[] => [
  sql`usage_date >= ${firstDaySql(plan)}`,
  sql`usage_date < ${endDaySql(plan)}`,
];

/** Conditions that a row must meet to count. */
export function rowConditions(plan: CostPlan, days: readonly Sql[] = dayConditions(plan)): Sql[] {
  const { condition } = plan.query;
  const { excludedCharges: excluded } = plan;
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
export function countedSql(plan: CostPlan, column: Sql, tags = plan.virtualTags): Sql {
  const { weight } = plan.query.condition;
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
