import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { chargeTypeSql } from '../vql/index.js';
import { groupedBy, keySql } from './build-series.js';
import { convertedRows, roundedAmount } from './build-statements.js';
import type { CostPlan } from './cost-plan.js';
import { type CostQuery, viewOf } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import { type GroupColumn, selectGroup } from './group-columns.js';
import { splitOneTime } from './one-time-charges.js';
import { planCosts } from './plan-costs.js';

/** The periods of a change; the query of a statement covers both. */
export interface Periods {
  before: DateRange;
  after: DateRange;
}

/** Discounts and corrections have no usage of their own: they change the rate of other charges. */
const adjustsRate: GroupColumn = {
  name: 'adjusts_rate',
  grouping: { kind: 'dimension', name: 'charge_type' },
  sql: sql`charge_group IN ('discount', 'adjustment')`,
};

const isMeasured = sql`(ifNull(costs.usage != 0, false) AND costs.unit IS NOT NULL)`;

/** The groups of a query with their costs and usage in both periods, the largest change first; without one-time charges. */
export function buildDriversStatement(query: CostQuery, periods: Periods): Sql {
  const { groups, byUnit, byResource, keyNames } = planCosts(query);
  const runRate = splitOneTime(query, 'run-rate');
  // Split by unit, because usage in different units has no sum.
  const read = planCosts(
    { ...runRate, dateBin: 'range', settings: { ...query.settings, aggregateBy: 'usage' } },
    [...groups, adjustsRate],
  );
  const columns = [
    ...groups.map(selectGroup),
    ...(byUnit ? [sql`unit`] : []),
    ...(byResource ? [sql`max(costs.resource_name) AS resource_name`] : []),
    sql`${keySql(keyNames)} AS group_key`,
    ...amountColumns(read),
    sql`max(NOT costs.is_after) AS is_in_before`,
    sql`max(costs.is_after) AS is_in_after`,
    sql`minIf(costs.unit, ${isMeasured}) AS first_unit`,
    sql`maxIf(costs.unit, ${isMeasured}) AS last_unit`,
    sql`countIf(costs.amount != 0 AND NOT costs.adjusts_rate AND NOT ${isMeasured}) AS unmeasured`,
    sql`sumIf(ifNull(costs.usage, 0), NOT costs.is_after) AS usage_before`,
    sql`sumIf(ifNull(costs.usage, 0), costs.is_after) AS usage_after`,
    sql`count() OVER () AS group_count`,
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${rowsOfBoth(read, periods)}\n) AS costs`,
      sql`WHERE costs.currency = ${targetCurrency(read)}`,
      sql`  AND (costs.amount != 0 OR ifNull(costs.usage != 0, false))`,
      sql`GROUP BY ${groupedBy(keyNames)}`,
      sql`ORDER BY abs(amount_after - amount_before) DESC, group_key`,
      sql`LIMIT ${query.limit} OFFSET ${query.offset}`,
    ],
    '\n',
  );
}

/** More types of one-time charges than any bill has. */
const maxChargeTypes = 1000;

/** The one-time charges of both periods by charge type, the largest change first. */
export function buildOneTimeStatement(query: CostQuery, periods: Periods): Sql {
  const charge: GroupColumn = {
    name: 'charge',
    grouping: { kind: 'dimension', name: 'charge_type' },
    sql: chargeTypeSql(viewOf(query)),
  };
  const oneTime = splitOneTime(query, 'one-time');
  const read = planCosts({ ...oneTime, groupings: [charge.grouping], dateBin: 'range' }, [charge]);
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([sql`charge`, ...amountColumns(read)], ',\n  ')}`,
      sql`FROM (\n${rowsOfBoth(read, periods)}\n) AS costs`,
      sql`WHERE costs.currency = ${targetCurrency(read)} AND costs.amount != 0`,
      sql`GROUP BY costs.charge`,
      sql`ORDER BY abs(amount_after - amount_before) DESC, charge`,
      sql`LIMIT ${maxChargeTypes}`,
    ],
    '\n',
  );
}

/** The type of allocated amounts allows null, and a sum of no rows would be that; no amount is null. */
function amountColumns(plan: CostPlan): Sql[] {
  const amountIf = (condition: Sql) =>
    roundedAmount(
      plan,
      sql`sumIf(assumeNotNull(costs.amount), ${condition})`,
      sql`maxIf(costs.is_converted, ${condition})`,
    );
  return [
    sql`${amountIf(sql`NOT costs.is_after`)} AS amount_before`,
    sql`${amountIf(sql`costs.is_after`)} AS amount_after`,
  ];
}

/** The sums of both periods, told apart by `is_after`. */
function rowsOfBoth({ query, groups, ...plan }: CostPlan, periods: Periods): Sql {
  const columns = sql.refs([
    ...plan.keyNames,
    ...(plan.byUnit ? ['usage'] : []),
    'currency',
    'amount',
    ...(plan.byResource ? ['resource_name'] : []),
    ...(plan.currencies === 'converted' ? ['is_converted'] : []),
  ]);
  const rowsOf = ({ start, end }: DateRange) =>
    convertedRows(planCosts({ ...query, startDate: start, endDate: end }, groups));
  return sql.join(
    [
      sql`SELECT ${columns}, true AS is_after FROM (\n${rowsOf(periods.after)}\n)`,
      sql`SELECT ${columns}, false AS is_after FROM (\n${rowsOf(periods.before)}\n)`,
    ],
    '\nUNION ALL\n',
  );
}
