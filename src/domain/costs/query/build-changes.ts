import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { daysIn } from '../../../platform/lib/days.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { chargeTypeSql } from '../vql/index.js';
import { groupedBy, keySql } from './build-series.js';
import { convertedRows, roundedAmount } from './build-statements.js';
import type { CostPlan } from './cost-plan.js';
import { type CostQuery, viewOf } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import { type GroupColumn, groupColumns, selectGroup } from './group-columns.js';
import {
  chargesBesideRunRate,
  feesOf,
  isFee,
  runRateOf,
  withoutTaxes,
} from './one-time-charges.js';
import { planCosts } from './plan-costs.js';

/** The periods of a change; the query of a statement covers both. */
export interface Periods {
  before: DateRange;
  after: DateRange;
}

/** The costs of both periods. */
export interface ComparedCosts {
  query: CostQuery;
  periods: Periods;
  /** Amounts are compared per day, as averages of their period. */
  perDay: boolean;
}

export interface OneTimeFees {
  query: CostQuery;
  keys: readonly string[];
}

export interface ChangedCosts extends ComparedCosts {
  /** The same query for lines, and the keys of fees that do not recur; undefined where there are none of these. */
  fees: OneTimeFees | undefined;
}

/** Discounts and corrections have no usage of their own: they change the rate of other charges. */
const adjustsRate: GroupColumn = {
  name: 'adjusts_rate',
  grouping: { kind: 'dimension', name: 'charge_type' },
  sql: sql`charge_group IN ('discount', 'adjustment')`,
};

const isMeasured = sql`(ifNull(costs.usage != 0, false) AND costs.unit IS NOT NULL)`;

/** Groups of an earlier statement, to be split further. */
export interface ChosenDrivers {
  keys: readonly string[];
  /** Their columns, which are the first ones of the statement. */
  groupCount: number;
}

/** The groups of a query with their costs and usage in both periods, the largest change first; without one-time charges. */
export function buildDriversStatement(changed: ChangedCosts, chosen?: ChosenDrivers): Sql {
  const { query, fees } = changed;
  const { groups, byUnit, hasResourceNames, keyNames } = planCosts(query);
  const read = planDrivers(fees ? runRateOf(query) : withoutTaxes(query));
  const recurring =
    fees && planDrivers(feesOf(withQuestion(fees.query, query), fees.keys, 'recurring'));
  const columns = [
    ...groups.map(selectGroup),
    ...(byUnit ? [sql`unit`] : []),
    ...(hasResourceNames ? [sql`max(costs.resource_name) AS resource_name`] : []),
    sql`${keySql(keyNames)} AS group_key`,
    ...(chosen ? [sql`${driverKey(keyNames, chosen)} AS driver_key`] : []),
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
  const ofDrivers = chosen
    ? [sql`  AND ${driverKey(keyNames, chosen)} IN ${sql.bind('Array(String)', chosen.keys)}`]
    : [];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${rowsOfBoth([read, ...(recurring ? [recurring] : [])], changed)}\n) AS costs`,
      sql`WHERE costs.currency = ${targetCurrency(read)}`,
      sql`  AND (costs.amount != 0 OR ifNull(costs.usage != 0, false))`,
      ...ofDrivers,
      sql`GROUP BY ${groupedBy(keyNames)}`,
      sql`ORDER BY ${differenceSize(changed)} DESC, group_key`,
      sql`LIMIT ${query.limit} OFFSET ${query.offset}`,
    ],
    '\n',
  );
}

const driverKey = (keyNames: readonly string[], { groupCount }: ChosenDrivers): Sql =>
  keySql(keyNames.slice(0, groupCount));

/** Split by unit, because usage in different units has no sum. */
const planDrivers = (query: CostQuery): CostPlan =>
  planCosts({ ...query, dateBin: 'range', settings: { ...query.settings, aggregateBy: 'usage' } }, [
    ...groupColumns(query),
    adjustsRate,
  ]);

/** The costs of one query, asked for as those of another. */
const withQuestion = (
  costs: CostQuery,
  { groupings, conversion, withoutResourceNames }: CostQuery,
): CostQuery => ({
  ...costs,
  groupings,
  conversion,
  ...(withoutResourceNames && { withoutResourceNames }),
});

/** The absolute difference; of averages per day, times the days of both periods, so that it is exact. */
function differenceSize({ perDay, periods }: ComparedCosts): Sql {
  if (!perDay) return sql`abs(amount_after - amount_before)`;
  const times = (amount: Sql, period: DateRange) =>
    sql`toDecimal256(${amount}, 18) * ${daysIn(period)}`;
  const [after, before] = [
    times(sql`amount_after`, periods.before),
    times(sql`amount_before`, periods.after),
  ];
  return sql`abs(${after} - ${before})`;
}

/** More types of charges than any bill has. */
const maxChargeTypes = 1000;

/** The taxes, credits, refunds and fees of both periods by charge type, the largest change first. */
export const buildChargesStatement = (changed: ComparedCosts): Sql =>
  chargesStatement(changed, chargesBesideRunRate(changed.query));

/** The fees among them that do not recur. */
export const buildOneTimeFeesStatement = (changed: ComparedCosts, fees: OneTimeFees): Sql =>
  chargesStatement(changed, feesOf(withQuestion(fees.query, changed.query), fees.keys, 'one-time'));

function chargesStatement(changed: ComparedCosts, query: CostQuery): Sql {
  const byType = { kind: 'dimension', name: 'charge_type' } as const;
  const view = viewOf(query);
  const groups: GroupColumn[] = [
    { name: 'charge', grouping: byType, sql: chargeTypeSql(view) },
    { name: 'is_fee', grouping: byType, sql: isFee(view) },
  ];
  const read = planCosts({ ...query, groupings: [byType], dateBin: 'range' }, groups);
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([sql`charge`, sql`toBool(costs.is_fee) AS is_fee`, ...amountColumns(read)], ',\n  ')}`,
      sql`FROM (\n${rowsOfBoth([read], changed)}\n) AS costs`,
      sql`WHERE costs.currency = ${targetCurrency(read)} AND costs.amount != 0`,
      sql`GROUP BY charge, is_fee`,
      sql`ORDER BY ${differenceSize(changed)} DESC, charge, is_fee`,
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

/** The sums of plans in both periods, told apart by `is_after`. */
function rowsOfBoth(plans: readonly CostPlan[], { periods }: ComparedCosts): Sql {
  const sums = plans.flatMap(({ query, groups, ...plan }) => {
    const columns = sql.refs([
      ...plan.keyNames,
      ...(plan.byUnit ? ['usage'] : []),
      'currency',
      'amount',
      ...(plan.hasResourceNames ? ['resource_name'] : []),
      ...(plan.currencies === 'converted' ? ['is_converted'] : []),
    ]);
    const rowsOf = ({ start, end }: DateRange) =>
      convertedRows(planCosts({ ...query, startDate: start, endDate: end }, groups));
    return [
      sql`SELECT ${columns}, true AS is_after FROM (\n${rowsOf(periods.after)}\n)`,
      sql`SELECT ${columns}, false AS is_after FROM (\n${rowsOf(periods.before)}\n)`,
    ];
  });
  return sql.join(sums, '\nUNION ALL\n');
}
