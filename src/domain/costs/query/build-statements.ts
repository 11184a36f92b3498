import { type Sql, sql } from '../../../platform/store/sql.js';
import { convertsCurrency } from './aggregation-keys.js';
import { buildAggregation, buildSums } from './build-aggregation.js';
import { convertCurrency } from './convert-currency.js';
import type { CostQuery } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import {
  type GroupColumn,
  groupColumns,
  groupsByResource,
  selectGroup,
  splitsByUnit,
} from './group-columns.js';
import { onlyBin } from './only-bin.js';
import { type Sums, sumsSql } from './sum-table.js';

/**
 * One page of rows. Unless there may be very many, each has the total of all rows beside it: summing
 * some thousand groups is far cheaper than a second scan.
 */
export function buildPageStatement(
  query: CostQuery,
  { hasTotal = !groupsByResource(query) }: { hasTotal?: boolean } = {},
): Sql {
  const groups = groupColumns(query);
  return sql.join(
    [
      ...selectRows(query, groups, { hasTotal }),
      sql`ORDER BY ${rowOrder(query)}`,
      sql`LIMIT ${query.limit} OFFSET ${query.offset}`,
    ],
    '\n',
  );
}

/**
 * The first page of a result by resource after a row with the total of all, where the result has one bin;
 * undefined for others. Totals of very many groups are cheaper as a grouping set than as a window.
 */
export function buildPageAfterTotal(query: CostQuery): Sql | undefined {
  const groups = groupColumns(query);
  const isFirstPage = query.offset === 0 && onlyBin(query) !== undefined;
  const sums = groupsByResource(query) && isFirstPage ? buildSums(query, groups) : undefined;
  if (sums === undefined) return undefined;
  const isTotal = sql`grouping(${sql.ref(groups[0]!.name)}) = 1`;
  const grouped = sql.refs(groups.map(({ name }) => name));
  const columns = chooseColumns(sums, rowColumns(query, groups));
  return sql.join(
    [
      sumsSql({ ...sums, columns, groupBy: sql`GROUPING SETS ((${grouped}), ())` }),
      sql`HAVING if(${isTotal}, ${hasRows}, ${isCounted(sums)})`,
      sql`ORDER BY ${isTotal} DESC, ${rowOrder(query)}`,
      sql`LIMIT ${query.limit + 1}`,
    ],
    '\n',
  );
}

/** All rows, unordered. */
export function buildRowsStatement(query: CostQuery): Sql {
  return sql.join(selectRows(query, groupColumns(query)), '\n');
}

const byBin = ({ order }: CostQuery) =>
  order === 'asc' ? sql`accrued_at ASC` : sql`accrued_at DESC`;

/** A total order, so that pages neither overlap nor leave gaps. */
export function rowOrder(query: CostQuery): Sql {
  return sql.join([
    byBin(query),
    sql`amount DESC`,
    ...groupColumns(query).map(({ name }) => sql`${sql.ref(name)} ASC NULLS LAST`),
    ...(splitsByUnit(query) ? [sql`unit ASC NULLS LAST`] : []),
    sql`currency ASC`,
  ]);
}

function selectRows(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { hasTotal = false } = {},
): Sql[] {
  const sums = buildSums(query, groups);
  if (sums === undefined) return selectConvertedRows(query, groups, hasTotal);
  const columns = {
    ...chooseColumns(sums, rowColumns(query, groups)),
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
const rowColumns = (query: CostQuery, groups: readonly GroupColumn[]) => [
  'accrued_at',
  'amount',
  'currency',
  ...groups.map(({ name }) => name),
  ...(groupsByResource(query) ? ['resource_name'] : []),
];

const chooseColumns = ({ columns }: Sums, names: readonly string[]): Sums['columns'] =>
  Object.fromEntries(names.map((name) => [name, columns[name]!]));

function selectConvertedRows(
  query: CostQuery,
  groups: readonly GroupColumn[],
  hasTotal: boolean,
): Sql[] {
  const columns = [
    sql`accrued_at`,
    sql`${roundedAmount(query)} AS amount`,
    sql`currency`,
    ...(splitsByUnit(query)
      ? [sql`${roundedToStored(query, sql`costs.usage`)} AS usage`, sql`unit`]
      : []),
    ...groups.map(selectGroup),
    ...(groupsByResource(query) ? [sql`resource_name`] : []),
    ...(hasTotal ? [sql`${totalSql(query)} AS total`] : []),
  ];
  return [
    sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
    sql`FROM (\n${convertedRows(query, groups)}\n) AS costs`,
    sql`WHERE costs.amount != 0 OR ${hasUsage(query)}`,
  ];
}

/** SQL that is true for a row with usage. */
export const hasUsage = (query: CostQuery): Sql =>
  splitsByUnit(query) ? sql`ifNull(costs.usage != 0, false)` : sql`costs.has_usage`;

/** Total of the whole range per currency: that of the result, and those without an exchange rate. */
export function buildTotalsStatement(query: CostQuery): Sql {
  const whole = wholeRange(query);
  const sums = buildSums(whole, []);
  if (sums) {
    const { groupBy: _, ...all } = sums;
    const total = sumsSql({ ...all, columns: chooseColumns(sums, ['currency', 'amount']) });
    return sql.join([total, sql`HAVING ${hasRows}`], '\n');
  }
  return sql.join(
    [
      sql`SELECT currency, ${roundedSum(query)} AS amount`,
      sql`FROM (\n${convertedRows(whole, [])}\n) AS costs`,
      sql`GROUP BY currency ORDER BY currency`,
    ],
    '\n',
  );
}

/** Usage of the whole range per unit, largest first. */
export function buildUsageTotalsStatement(query: CostQuery): Sql {
  const whole = wholeRange(query);
  return sql.join(
    [
      sql`SELECT unit, ${roundedToStored(query, sql`sum(costs.usage)`)} AS amount`,
      sql`FROM (\n${convertedRows(whole, [])}\n) AS costs`,
      sql`WHERE unit IS NOT NULL GROUP BY unit ORDER BY amount DESC, unit`,
    ],
    '\n',
  );
}

/** The number of combinations of grouping values that have a cost, per bin. */
export function buildCountsStatement(query: CostQuery): Sql {
  const groups = groupColumns(query);
  const values = [...groups.map(({ name }) => name), ...(splitsByUnit(query) ? ['unit'] : [])];
  const combination = values.length === 0 ? sql`tuple(1)` : sql`tuple(${sql.refs(values)})`;
  return sql.join(
    [
      sql`SELECT accrued_at, uniqExact(${combination}) AS count`,
      sql`FROM (\n${convertedRows(query, groups)}\n) AS costs`,
      sql`WHERE costs.amount != 0`,
      sql`GROUP BY accrued_at ORDER BY ${byBin(query)}`,
    ],
    '\n',
  );
}

/** Totals need neither groups nor bins, so the rollups can always answer them. */
function wholeRange(query: CostQuery): CostQuery {
  return { ...query, groupings: [], dateBin: 'quarter' };
}

export function convertedRows(query: CostQuery, groups: readonly GroupColumn[]): Sql {
  const aggregation = buildAggregation(query, groups);
  return convertsCurrency(query) ? convertCurrency(query, groups, aggregation) : aggregation;
}

/** Amounts with an exchange rate in them are rounded, only here; others are exact. */
export function roundedAmount(
  query: CostQuery,
  amount = sql`costs.amount`,
  isConverted = sql`costs.is_converted`,
): Sql {
  if (!convertsCurrency(query)) return roundedToStored(query, amount);
  return sql`if(${isConverted}, roundBankers(${amount}, 12), roundBankers(${amount}, 18))`;
}

/** The sum of rows of one currency. */
export const roundedSum = (query: CostQuery): Sql =>
  roundedAmount(query, sql`sum(costs.amount)`, sql`max(costs.is_converted)`);

function totalSql(query: CostQuery): Sql {
  const isInTargetCurrency = sql`currency = ${targetCurrency(query)}`;
  return roundedAmount(
    query,
    sql`sumIf(costs.amount, ${isInTargetCurrency}) OVER ()`,
    sql`maxIf(costs.is_converted, ${isInTargetCurrency}) OVER ()`,
  );
}

/** A weighted amount can have more decimal places than stored amounts. */
function roundedToStored({ condition }: CostQuery, value: Sql): Sql {
  return condition.weight === null ? value : sql`roundBankers(${value}, 18)`;
}
