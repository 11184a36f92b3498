import { addDays } from '../../../platform/lib/days.js';
import { inlineValues, type Sql, sql } from '../../../platform/store/sql.js';
import { aggregationKeys } from './aggregation-keys.js';
import { buildFromClause } from './build-from-clause.js';
import { isPartOfMonth } from './choose-tables.js';
import type { CostPlan, RollupScan, TableScan } from './cost-plan.js';
import {
  amountColumn,
  countedSql,
  dayConditions,
  endDaySql,
  firstDaySql,
  rowConditions,
  targetCurrency,
} from './cost-row-sql.js';
import { tagJoins } from './group-columns.js';

/** A `SELECT` of sums by bin and group, as its parts. */
export interface Sums {
  with?: Sql;
  /** SQL by name. */
  columns: Readonly<Record<string, Sql>>;
  /** `FROM` and `WHERE`. */
  from: readonly Sql[];
  /** Absent where each row is a sum already. */
  groupBy?: Sql;
}

/** Entries of a `SELECT`. */
const selectColumns = (columns: Readonly<Record<string, Sql>>): Sql[] =>
  Object.entries(columns).map(([name, expression]) =>
    inlineValues(expression) === name ? expression : sql`${expression} AS ${sql.ref(name)}`,
  );

/** Sums as the text of their `SELECT`. */
export function sumsSql({ with: expressions, columns, from, groupBy }: Sums): Sql {
  return sql.join(
    [
      ...(expressions === undefined ? [] : [sql`WITH ${expressions}`]),
      sql`SELECT\n  ${sql.join(selectColumns(columns), ',\n  ')}`,
      ...from,
      ...(groupBy === undefined ? [] : [sql`GROUP BY ${groupBy}`]),
    ],
    '\n',
  );
}

/** Sums what a plan counts of one table. */
export function sumTable(plan: CostPlan, scan: TableScan): Sums {
  if (scan.table === 'lines') return sumRows(plan, scan, sql`lines`);
  switch (scan.sums) {
    case 'month':
      return sumRows(plan, scan, sql.ref(scan.table), monthsOfScan(scan));
    case 'day':
      return sumRows(plan, scan, dayRows(plan, scan));
    case 'days':
      return sumDays(plan, scan);
    case 'part-of-month':
      return sumPartOfMonth(plan, scan);
  }
}

/** Sums rows one by one: lines, months, or the single days of a rollup. */
function sumRows(plan: CostPlan, scan: TableScan, table: Sql, months: readonly Sql[] = []): Sums {
  const { ofDay, ofRow, ofAllocation } = aggregationKeys(plan);
  const keys = { ...ofDay, ...ofRow, ...ofAllocation };
  return {
    columns: { ...keys, ...onlyCurrency(plan), ...rowSums(plan, scan) },
    from: [
      ...buildFromClause(plan, plan.rowTags, table),
      ...tagJoins(plan.groups),
      sql`WHERE ${sql.join([...rowConditions(plan), ...months], '\n  AND ')}`,
    ],
    groupBy: sql.refs(Object.keys(keys)),
  };
}

/** The currency of a result that has only one. */
const onlyCurrency = (plan: CostPlan) =>
  plan.currencies === 'one' ? { currency: targetCurrency(plan) } : undefined;

/** The months that a plan reads from a rollup. */
const monthsOfPlan = (plan: CostPlan) => [
  sql`month >= toStartOfMonth(${firstDaySql(plan)})`,
  sql`month < ${endDaySql(plan)}`,
];

/** Those of them that a scan reads. */
function monthsOfScan({ months }: RollupScan): Sql[] {
  if (months === undefined) return [];
  const [from, to] = [sql.literal(months.from), sql.literal(months.to)];
  return months.areOthers
    ? [sql`(month < ${from} OR month >= ${to})`]
    : [sql`month >= ${from} AND month < ${to}`];
}

/** The rows of a rollup, one per day. */
function dayRows(plan: CostPlan, scan: RollupScan): Sql {
  const amount = amountColumn(plan);
  const { byUnit } = plan;
  const table = sql.ref(scan.table);
  const columns = [
    sql`* EXCEPT (billed_cost, effective_cost, usage_amount)`,
    sql`month + day - 1 AS usage_date`,
    sql`day_amount AS ${amount}`,
    sql`bitTest(usage_days, day) AS has_usage`,
    ...(byUnit ? [sql`if(has_usage, day_usage, NULL) AS usage_amount`] : []),
  ];
  const arrays = [
    sql`${byDayColumn(plan)} AS day_amount`,
    ...(byUnit ? [sql`usage_by_day AS day_usage`] : []),
    sql`arrayEnumerate(${byDayColumn(plan)}) AS day`,
  ];
  const conditions = [
    ...monthsOfPlan(plan),
    ...monthsOfScan(scan),
    sql`(day_amount != 0 OR has_usage)`,
  ];
  return sql`(SELECT ${sql.join(columns)}
FROM ${table} ARRAY JOIN ${sql.join(arrays)}
WHERE ${sql.join(conditions, ' AND ')}) AS ${table}`;
}

/** The sums of a rollup by month and group, with arrays of the amounts of days. */
export function sumsByMonth(plan: CostPlan, scan: RollupScan): Sql {
  const { slice, firstDay } = countedDays(plan);
  const keys = { month: sql`month`, ...aggregationKeys(plan).ofRow };
  const usages = slice(sql`usage_by_day`);
  const days = [...monthsOfPlan(plan), ...monthsOfScan(scan)];
  const columns = [
    ...selectColumns(keys),
    sql`${firstDay} AS first_day`,
    sql`sumForEach(${slice(byDayColumn(plan))}) AS amounts`,
    ...(plan.byUnit
      ? [sql`sumForEach(arrayMap(usage -> ${wideUsage(sql`usage`)}, ${usages})) AS usages`]
      : []),
    sql`groupBitOr(usage_days) AS days_with_usage`,
    ...(plan.hasResourceNames ? [sql`max(resource_name) AS name_of_resource`] : []),
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      ...buildFromClause(plan, [], sql.ref(scan.table)),
      ...tagJoins(plan.groups),
      sql`WHERE ${sql.join(rowConditions(plan, days), '\n  AND ')}`,
      sql`GROUP BY ${sql.refs(Object.keys(keys))}`,
    ],
    '\n',
  );
}

/** Sums some days of one month that are one bin: those of a row are added up before rows are. */
function sumPartOfMonth(plan: CostPlan, { table }: RollupScan): Sums {
  const { slice } = countedDays(plan);
  const { ofDay, ofRow } = aggregationKeys(plan);
  const keys = { ...ofDay, ...ofRow };
  return {
    columns: {
      ...keys,
      ...onlyCurrency(plan),
      amount: sql`sum(arraySum(${slice(byDayColumn(plan))}))`,
      has_usage: sql`max(bitAnd(usage_days, ${bitsOfDays(plan)}) != 0)`,
      ...(plan.hasResourceNames ? { resource_name: sql`max(resource_name)` } : {}),
    },
    from: [
      ...buildFromClause(plan, [], sql.ref(table)),
      ...tagJoins(plan.groups),
      sql`WHERE ${sql.join(rowConditions(plan, monthsOfPlan(plan)), '\n  AND ')}`,
    ],
    groupBy: sql.refs(Object.keys(keys)),
  };
}

/** Sums the arrays of a rollup by month, and only then splits the sums into days. */
function sumDays(plan: CostPlan, scan: RollupScan): Sums {
  const { ofDay, ofRow, ofAllocation } = aggregationKeys(plan);
  const { byUnit, hasResourceNames } = plan;
  const keys = [...Object.keys(ofDay), ...Object.keys(ofRow), ...Object.keys(ofAllocation)];
  // A sum of one month and one day is a row of its own already.
  const isSummed = plan.query.dateBin === 'day';
  const hasUsage = sql`bitTest(days_with_usage, day)`;
  const amounts = isSummed
    ? {
        amount: sql`day_amount`,
        ...(byUnit ? { usage: sql`if(${hasUsage}, day_usage, NULL)` } : { has_usage: hasUsage }),
        ...(hasResourceNames ? { resource_name: sql`name_of_resource` } : {}),
      }
    : {
        amount: sql`sum(day_amount)`,
        ...(byUnit
          ? { usage: sql`sumOrNullIf(day_usage, ${hasUsage})` }
          : { has_usage: sql`max(${hasUsage})` }),
        ...(hasResourceNames ? { resource_name: sql`max(name_of_resource)` } : {}),
      };
  const arrays = [
    sql`amounts AS day_amount`,
    ...(byUnit ? [sql`usages AS day_usage`] : []),
    sql`arrayEnumerate(amounts) AS element`,
  ];
  return {
    with: sql`element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date`,
    columns: {
      ...ofDay,
      ...Object.fromEntries(Object.keys(ofRow).map((name) => [name, sql.ref(name)])),
      ...ofAllocation,
      ...onlyCurrency(plan),
      ...amounts,
    },
    from: [
      sql`FROM (\n${sumsByMonth(plan, scan)}\n)`,
      sql`ARRAY JOIN ${sql.join(arrays)}`,
      sql`WHERE ${sql.join(dayConditions(plan), ' AND ')} AND (day_amount != 0 OR ${hasUsage})`,
    ],
    ...(isSummed ? {} : { groupBy: sql.refs(keys) }),
  };
}

/** SQL of the counted elements of an array of days, and of the day that the first one is for. */
function countedDays(plan: CostPlan): { slice: (array: Sql) => Sql; firstDay: Sql } {
  if (!isPartOfMonth(plan)) return { slice: (array) => array, firstDay: sql`month` };
  const firstDay = firstDaySql(plan);
  const first = sql`toDayOfMonth(${firstDay})`;
  const length = sql`dateDiff('day', ${firstDay}, ${endDaySql(plan)})`;
  return { slice: (array) => sql`arraySlice(${array}, ${first}, ${length})`, firstDay };
}

/** A number with the bits of the counted days of one month, as `usage_days` has them. */
function bitsOfDays({ firstDay, endDay }: CostPlan): number {
  const [first, last] = [firstDay, addDays(endDay, -1)].map((day) => Number(day.slice(-2))) as [
    number,
    number,
  ];
  return 2 ** (last + 1) - 2 ** first;
}

/** Usage in a type whose sums cannot overflow: the usage of each load may take all digits of the stored type. */
const wideUsage = (usage: Sql) => sql`toDecimal256(${usage}, 18)`;

/** What counts of the usage of a row; products with a weight are wide already. */
function countedUsage(plan: CostPlan): Sql {
  const counted = countedSql(plan, sql`usage_amount`, plan.rowTags);
  return plan.query.condition.weight === null ? wideUsage(counted) : counted;
}

const byDayColumn = ({ view }: CostPlan): Sql =>
  view === 'amortized' ? sql`effective_by_day` : sql`billed_by_day`;

/** What the rows of a table are summed to. */
function rowSums(plan: CostPlan, { table }: TableScan): Record<string, Sql> {
  const hasUsage = table === 'lines' ? sql`ifNull(usage_amount != 0, false)` : sql`has_usage`;
  return {
    amount: sql`sum(${countedSql(plan, amountColumn(plan), plan.rowTags)})`,
    ...(plan.byUnit
      ? { usage: sql`sumOrNullIf(${countedUsage(plan)}, ${hasUsage})` }
      : { has_usage: sql`max(${hasUsage})` }),
    ...(plan.hasResourceNames ? { resource_name: sql`max(resource_name)` } : {}),
  };
}
