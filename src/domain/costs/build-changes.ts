import { addDays } from '../../platform/lib/days.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { chargeTypeSql } from '../vql/index.js';
import { convertsCurrency } from './aggregation-keys.js';
import { keySql } from './build-series.js';
import {
  bindStatement,
  convertedRows,
  type CostStatement,
  roundedAmount,
} from './build-statements.js';
import { clampToDateType, type CostQuery } from './cost-query.js';
import {
  type GroupColumn,
  groupColumns,
  groupsByResource,
  selectGroup,
  splitsByUnit,
} from './group-columns.js';
import { splitOneTime, viewOf } from './one-time-charges.js';

/** The periods of a change; the query of a statement covers both. */
export interface Periods {
  before: DateRange;
  after: DateRange;
}

/** Discounts and corrections have no usage of their own: they change the rate of other charges. */
const adjustsRate: GroupColumn = {
  name: 'adjusts_rate',
  grouping: { kind: 'dimension', name: 'charge_type' },
  sql: "charge_group IN ('discount', 'adjustment')",
};

const isMeasured = '(ifNull(costs.usage != 0, false) AND costs.unit IS NOT NULL)';

/** The groups of a query with their costs and usage in both periods, the largest change first; without one-time charges. */
export function buildDriversStatement(query: CostQuery, periods: Periods): CostStatement {
  const groups = groupColumns(query);
  const byUnit = splitsByUnit(query);
  const names = [...groups.map(({ name }) => name), ...(byUnit ? ['unit'] : [])];
  const runRate = splitOneTime(query, 'run-rate');
  // Split by unit, because usage in different units has no sum.
  const read: CostQuery = {
    ...runRate,
    dateBin: 'range',
    settings: { ...query.settings, aggregateBy: 'usage' },
  };
  const columns = [
    ...groups.map(selectGroup),
    ...(byUnit ? ['unit'] : []),
    ...(groupsByResource(query) ? ['max(costs.resource_name) AS resource_name'] : []),
    `${keySql(names)} AS group_key`,
    ...amountColumns(read),
    'max(NOT costs.is_after) AS is_in_before',
    'max(costs.is_after) AS is_in_after',
    `minIf(costs.unit, ${isMeasured}) AS first_unit`,
    `maxIf(costs.unit, ${isMeasured}) AS last_unit`,
    `countIf(costs.amount != 0 AND NOT costs.adjusts_rate AND NOT ${isMeasured}) AS unmeasured`,
    'sumIf(ifNull(costs.usage, 0), NOT costs.is_after) AS usage_before',
    'sumIf(ifNull(costs.usage, 0), costs.is_after) AS usage_after',
    'count() OVER () AS group_count',
  ];
  const inner = [...groups, adjustsRate];
  return bindPeriods(read, inner, periods, [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${rowsOfBoth(read, inner, periods)}\n) AS costs`,
    'WHERE costs.currency = {to_currency:String} AND (costs.amount != 0 OR ifNull(costs.usage != 0, false))',
    `GROUP BY ${names.length === 0 ? 'tuple()' : names.map((name) => `costs.${name}`).join(', ')}`,
    'ORDER BY abs(amount_after - amount_before) DESC, group_key',
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ]);
}

/** More types of one-time charges than any bill has. */
const maxChargeTypes = 1000;

/** The one-time charges of both periods by charge type, the largest change first. */
export function buildOneTimeStatement(query: CostQuery, periods: Periods): CostStatement {
  const charge: GroupColumn = {
    name: 'charge',
    grouping: { kind: 'dimension', name: 'charge_type' },
    sql: chargeTypeSql(viewOf(query)),
  };
  const read: CostQuery = {
    ...splitOneTime(query, 'one-time'),
    groupings: [charge.grouping],
    dateBin: 'range',
  };
  return bindPeriods(read, [charge], periods, [
    `SELECT\n  ${['charge', ...amountColumns(read)].join(',\n  ')}`,
    `FROM (\n${rowsOfBoth(read, [charge], periods)}\n) AS costs`,
    'WHERE costs.currency = {to_currency:String} AND costs.amount != 0',
    'GROUP BY costs.charge',
    'ORDER BY abs(amount_after - amount_before) DESC, charge',
    `LIMIT ${maxChargeTypes}`,
  ]);
}

/** The type of allocated amounts allows null, and a sum of no rows would be that; no amount is null. */
function amountColumns(query: CostQuery): string[] {
  const amountIf = (condition: string) =>
    roundedAmount(
      query,
      `sumIf(assumeNotNull(costs.amount), ${condition})`,
      `maxIf(costs.is_converted, ${condition})`,
    );
  return [
    `${amountIf('NOT costs.is_after')} AS amount_before`,
    `${amountIf('costs.is_after')} AS amount_after`,
  ];
}

/** The sums of both periods, told apart by `is_after`. */
function rowsOfBoth(query: CostQuery, groups: readonly GroupColumn[], periods: Periods): string {
  const columns = [
    ...groups.map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit', 'usage'] : []),
    'currency',
    'amount',
    ...(groupsByResource(query) ? ['resource_name'] : []),
    ...(convertsCurrency(query) ? ['is_converted'] : []),
  ].join(', ');
  const rowsOf = (range: DateRange) =>
    convertedRows({ ...query, startDate: range.start, endDate: range.end }, groups);
  return [
    `SELECT ${columns}, true AS is_after FROM (\n${rowsOf(periods.after)}\n)`,
    'UNION ALL',
    `SELECT ${columns}, false AS is_after FROM (\n${boundBefore(rowsOf(periods.before))}\n)`,
  ].join('\n');
}

/** Both periods are read by one statement, so the dates of the earlier one need names of their own. */
const boundBefore = (expression: string) =>
  expression
    .replaceAll('{start_date:Date}', '{before_start_date:Date}')
    .replaceAll('{end_date:Date}', '{before_end_date:Date}');

function bindPeriods(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { before, after }: Periods,
  parts: readonly string[],
): CostStatement {
  const current = { ...query, startDate: after.start, endDate: after.end };
  const { sql: statement, params } = bindStatement(current, groups, parts);
  return {
    sql: statement,
    params: {
      ...params,
      before_start_date: clampToDateType(before.start),
      before_end_date: clampToDateType(addDays(before.end, 1)),
    },
  };
}
