import { type Sql, sql } from '../../../platform/store/sql.js';
import { buildAggregation, buildSums } from './build-aggregation.js';
import { convertCurrency } from './convert-currency.js';
import type { CostPlan } from './cost-plan.js';
import { targetCurrency } from './cost-row-sql.js';
import { selectGroup } from './group-columns.js';
import { type Sums, sumsSql } from './sum-table.js';

/**
 * One page of rows. Unless there may be very many, each has the total of all rows beside it: summing
 * some thousand groups is far cheaper than a second scan.
 */
export function buildPageStatement(
  plan: CostPlan,
  { hasTotal = !plan.byResource }: { hasTotal?: boolean } = {},
): Sql {
  return sql.join(
    [
      ...selectRows(plan, { hasTotal }),
      sql`ORDER BY ${rowOrder(plan)}`,
      sql`LIMIT ${plan.query.limit} OFFSET ${plan.query.offset}`,
    ],
    '\n',
  );
}

/**
 * The first page of a result by resource after a row with the total of all, where the result has one bin;
 * undefined for others. Totals of very many groups are cheaper as a grouping set than as a window.
 */
export function buildPageAfterTotal(plan: CostPlan): Sql | undefined {
  const { groups, query, byResource, onlyBin } = plan;
  const isFirstPage = query.offset === 0 && onlyBin !== undefined;
  const sums = byResource && isFirstPage ? buildSums(plan) : undefined;
  if (sums === undefined) return undefined;
  const isTotal = sql`grouping(${sql.ref(groups[0]!.name)}) = 1`;
  const grouped = sql.refs(groups.map(({ name }) => name));
  const columns = chooseColumns(sums, rowColumns(plan));
  return sql.join(
    [
      sumsSql({ ...sums, columns, groupBy: sql`GROUPING SETS ((${grouped}), ())` }),
      sql`HAVING if(${isTotal}, ${hasRows}, ${isCounted(sums)})`,
      sql`ORDER BY ${isTotal} DESC, ${rowOrder(plan)}`,
      sql`LIMIT ${query.limit + 1}`,
    ],
    '\n',
  );
}

/** All rows, unordered. */
export function buildRowsStatement(plan: CostPlan): Sql {
  return sql.join(selectRows(plan), '\n');
}

const byBin = ({ query: { order } }: CostPlan) =>
  order === 'asc' ? sql`accrued_at ASC` : sql`accrued_at DESC`;

/** A total order, so that pages neither overlap nor leave gaps. */
export function rowOrder(plan: CostPlan): Sql {
  return sql.join([
    byBin(plan),
    sql`amount DESC`,
    ...plan.keyNames.map((name) => sql`${sql.ref(name)} ASC NULLS LAST`),
    sql`currency ASC`,
  ]);
}

function selectRows(plan: CostPlan, { hasTotal = false } = {}): Sql[] {
  const sums = buildSums(plan);
  if (sums === undefined) return selectConvertedRows(plan, hasTotal);
  const columns = {
    ...chooseColumns(sums, rowColumns(plan)),
    ...(hasTotal ? { total: sql`sum(amount) OVER ()` } : {}),
  };
  return [
    sumsSql({ ...sums, columns }),
    ...(sums.groupBy === undefined ? [] : [sql`HAVING ${isCounted(sums)}`]),
  ];
}

/** The sum of no rows may be null. */
const hasRows = sql`count() > 0`;

/** A row with neither cost nor usage is left out. */
const isCounted = ({ columns }: Sums) => sql`(amount != 0 OR ${columns['has_usage']!})`;

/** The columns of a row. */
const rowColumns = ({ groups, byResource }: CostPlan) => [
  'accrued_at',
  'amount',
  'currency',
  ...groups.map(({ name }) => name),
  ...(byResource ? ['resource_name'] : []),
];

const chooseColumns = ({ columns }: Sums, names: readonly string[]): Sums['columns'] =>
  Object.fromEntries(names.map((name) => [name, columns[name]!]));

function selectConvertedRows(plan: CostPlan, hasTotal: boolean): Sql[] {
  const columns = [
    sql`accrued_at`,
    sql`${roundedAmount(plan)} AS amount`,
    sql`currency`,
    ...(plan.byUnit ? [sql`${roundedToStored(plan, sql`costs.usage`)} AS usage`, sql`unit`] : []),
    ...plan.groups.map(selectGroup),
    ...(plan.byResource ? [sql`resource_name`] : []),
    ...(hasTotal ? [sql`${totalSql(plan)} AS total`] : []),
  ];
  return [
    sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
    sql`FROM (\n${convertedRows(plan)}\n) AS costs`,
    sql`WHERE costs.amount != 0 OR ${hasUsage(plan)}`,
  ];
}

/** SQL that is true for a row with usage. */
export const hasUsage = ({ byUnit }: CostPlan): Sql =>
  byUnit ? sql`ifNull(costs.usage != 0, false)` : sql`costs.has_usage`;

/** Totals per currency, of a plan of totals: that of the result, and those without an exchange rate. */
export function buildTotalsStatement(plan: CostPlan): Sql {
  const sums = buildSums(plan);
  if (sums) {
    const { groupBy: _, ...all } = sums;
    const total = sumsSql({ ...all, columns: chooseColumns(sums, ['currency', 'amount']) });
    return sql.join([total, sql`HAVING ${hasRows}`], '\n');
  }
  return sql.join(
    [
      sql`SELECT currency, ${roundedSum(plan)} AS amount`,
      sql`FROM (\n${convertedRows(plan)}\n) AS costs`,
      sql`GROUP BY currency ORDER BY currency`,
    ],
    '\n',
  );
}

/** Usage per unit, of a plan of totals, largest first. */
export function buildUsageTotalsStatement(plan: CostPlan): Sql {
  return sql.join(
    [
      sql`SELECT unit, ${roundedToStored(plan, sql`sum(costs.usage)`)} AS amount`,
      sql`FROM (\n${convertedRows(plan)}\n) AS costs`,
      sql`WHERE unit IS NOT NULL GROUP BY unit ORDER BY amount DESC, unit`,
    ],
    '\n',
  );
}

/** The number of combinations of grouping values that have a cost, per bin. */
export function buildCountsStatement(plan: CostPlan): Sql {
  const { keyNames } = plan;
  const combination = keyNames.length === 0 ? sql`tuple(1)` : sql`tuple(${sql.refs(keyNames)})`;
  return sql.join(
    [
      sql`SELECT accrued_at, uniqExact(${combination}) AS count`,
      sql`FROM (\n${convertedRows(plan)}\n) AS costs`,
      sql`WHERE costs.amount != 0`,
      sql`GROUP BY accrued_at ORDER BY ${byBin(plan)}`,
    ],
    '\n',
  );
}

/** The sums of a plan in the currency of the result, where there are rates. */
export function convertedRows(plan: CostPlan): Sql {
  const aggregation = buildAggregation(plan);
  return plan.currencies === 'converted' ? convertCurrency(plan, aggregation) : aggregation;
}

/** Amounts with an exchange rate in them are rounded, only here; others are exact. */
export function roundedAmount(
  plan: CostPlan,
  amount = sql`costs.amount`,
  isConverted = sql`costs.is_converted`,
): Sql {
  if (plan.currencies !== 'converted') return roundedToStored(plan, amount);
  return sql`if(${isConverted}, roundBankers(${amount}, 12), roundBankers(${amount}, 18))`;
}

/** The sum of rows of one currency. */
export const roundedSum = (plan: CostPlan): Sql =>
  roundedAmount(plan, sql`sum(costs.amount)`, sql`max(costs.is_converted)`);

function totalSql(plan: CostPlan): Sql {
  const isInTargetCurrency = sql`currency = ${targetCurrency(plan)}`;
  return roundedAmount(
    plan,
    sql`sumIf(costs.amount, ${isInTargetCurrency}) OVER ()`,
    sql`maxIf(costs.is_converted, ${isInTargetCurrency}) OVER ()`,
  );
}

/** A weighted amount can have more decimal places than stored amounts. */
function roundedToStored({ query }: CostPlan, value: Sql): Sql {
  return query.condition.weight === null ? value : sql`roundBankers(${value}, 18)`;
}
