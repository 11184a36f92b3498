import { convertsCurrency } from './aggregation-keys.js';
import { buildAggregation, buildSums } from './build-aggregation.js';
import { convertCurrency } from './convert-currency.js';
import { clampToDateType, type CostQuery, endOf } from './cost-query.js';
import {
  type GroupColumn,
  groupColumns,
  groupsByResource,
  selectGroup,
  splitsByUnit,
} from './group-columns.js';
import { onlyBin } from './only-bin.js';
import { type Sums, sumsSql } from './sum-table.js';

/** A statement with its bound values. */
export interface CostStatement {
  sql: string;
  params: Record<string, unknown>;
}

/**
 * One page of rows. Unless there may be very many, each has the total of all rows beside it: summing
 * some thousand groups is far cheaper than a second scan.
 */
export function buildPageStatement(
  query: CostQuery,
  { hasTotal = !groupsByResource(query) }: { hasTotal?: boolean } = {},
): CostStatement {
  const groups = groupColumns(query);
  return bindStatement(query, groups, [
    ...selectRows(query, groups, { hasTotal }),
    `ORDER BY ${rowOrder(query)}`,
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ]);
}

/**
 * The first page of a result by resource after a row with the total of all, where the result has one bin;
 * undefined for others. Totals of very many groups are cheaper as a grouping set than as a window.
 */
export function buildPageAfterTotal(query: CostQuery): CostStatement | undefined {
  const groups = groupColumns(query);
  const isFirstPage = query.offset === 0 && onlyBin(query) !== undefined;
  const sums = groupsByResource(query) && isFirstPage ? buildSums(query, groups) : undefined;
  if (sums === undefined) return undefined;
  const isTotal = `grouping(${groups[0]!.name}) = 1`;
  const grouped = groups.map(({ name }) => name).join(', ');
  const columns = chooseColumns(sums, rowColumns(query, groups));
  return bindStatement(query, groups, [
    sumsSql({ ...sums, columns, groupBy: [`GROUPING SETS ((${grouped}), ())`] }),
    `HAVING if(${isTotal}, ${hasRows}, ${isCounted(sums)})`,
    `ORDER BY ${isTotal} DESC, ${rowOrder(query)}`,
    `LIMIT ${query.limit + 1}`,
  ]);
}

/** All rows, unordered. */
export function buildRowsStatement(query: CostQuery): CostStatement {
  const groups = groupColumns(query);
  return bindStatement(query, groups, selectRows(query, groups));
}

/** A total order, so that pages neither overlap nor leave gaps. */
export function rowOrder(query: CostQuery): string {
  return [
    `accrued_at ${query.order === 'asc' ? 'ASC' : 'DESC'}`,
    'amount DESC',
    ...groupColumns(query).map(({ name }) => `${name} ASC NULLS LAST`),
    ...(splitsByUnit(query) ? ['unit ASC NULLS LAST'] : []),
    'currency ASC',
  ].join(', ');
}

function selectRows(
  query: CostQuery,
  groups: readonly GroupColumn[],
  { hasTotal = false } = {},
): string[] {
  const sums = buildSums(query, groups);
  if (sums === undefined) return selectConvertedRows(query, groups, hasTotal);
  const columns = {
    ...chooseColumns(sums, rowColumns(query, groups)),
    ...(hasTotal ? { total: 'sum(amount) OVER ()' } : {}),
  };
  return [
    sumsSql({ ...sums, columns }),
    ...(sums.groupBy === undefined ? [] : [`HAVING ${isCounted(sums)}`]),
  ];
}

/** The sum of no rows may be null. */
const hasRows = 'count() > 0';

/** A row with neither cost nor usage is left out. */
const isCounted = ({ columns }: Sums) => `(amount != 0 OR ${columns['has_usage']})`;

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
): string[] {
  const columns = [
    'accrued_at',
    `${roundedAmount(query)} AS amount`,
    'currency',
    ...(splitsByUnit(query) ? [`${roundedToStored(query, 'costs.usage')} AS usage`, 'unit'] : []),
    ...groups.map(selectGroup),
    ...(groupsByResource(query) ? ['resource_name'] : []),
    ...(hasTotal ? [`${totalSql(query)} AS total`] : []),
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${convertedRows(query, groups)}\n) AS costs`,
    `WHERE costs.amount != 0 OR ${splitsByUnit(query) ? 'ifNull(costs.usage != 0, false)' : 'costs.has_usage'}`,
  ];
}

/** Total of the whole range per currency: that of the result, and those without an exchange rate. */
export function buildTotalsStatement(query: CostQuery): CostStatement {
  const whole = wholeRange(query);
  const sums = buildSums(whole, []);
  if (sums) {
    const { groupBy: _, ...all } = sums;
    const total = sumsSql({ ...all, columns: chooseColumns(sums, ['currency', 'amount']) });
    return bindStatement(whole, [], [total, `HAVING ${hasRows}`]);
  }
  return bindStatement(
    whole,
    [],
    [
      `SELECT currency, ${roundedAmount(query, 'sum(costs.amount)', 'max(costs.is_converted)')} AS amount`,
      `FROM (\n${convertedRows(whole, [])}\n) AS costs`,
      'GROUP BY currency ORDER BY currency',
    ],
  );
}

/** Usage of the whole range per unit, largest first. */
export function buildUsageTotalsStatement(query: CostQuery): CostStatement {
  const whole = wholeRange(query);
  return bindStatement(
    whole,
    [],
    [
      `SELECT unit, ${roundedToStored(query, 'sum(costs.usage)')} AS amount`,
      `FROM (\n${convertedRows(whole, [])}\n) AS costs`,
      'WHERE unit IS NOT NULL GROUP BY unit ORDER BY amount DESC, unit',
    ],
  );
}

/** The number of combinations of grouping values that have a cost, per bin. */
export function buildCountsStatement(query: CostQuery): CostStatement {
  const groups = groupColumns(query);
  const values = [...groups.map(({ name }) => name), ...(splitsByUnit(query) ? ['unit'] : [])];
  const combination = values.length === 0 ? 'tuple(1)' : `tuple(${values.join(', ')})`;
  return bindStatement(query, groups, [
    `SELECT accrued_at, uniqExact(${combination}) AS count`,
    `FROM (\n${convertedRows(query, groups)}\n) AS costs`,
    'WHERE costs.amount != 0',
    `GROUP BY accrued_at ORDER BY accrued_at ${query.order === 'asc' ? 'ASC' : 'DESC'}`,
  ]);
}

/** Totals need neither groups nor bins, so the rollups can always answer them. */
function wholeRange(query: CostQuery): CostQuery {
  return { ...query, groupings: [], dateBin: 'quarter' };
}

export function convertedRows(query: CostQuery, groups: readonly GroupColumn[]): string {
  const aggregation = buildAggregation(query, groups);
  return convertsCurrency(query) ? convertCurrency(query, groups, aggregation) : aggregation;
}

/** Amounts with an exchange rate in them are rounded, only here; others are exact. */
export function roundedAmount(
  query: CostQuery,
  amount = 'costs.amount',
  isConverted = 'costs.is_converted',
): string {
  if (!convertsCurrency(query)) return roundedToStored(query, amount);
  return `if(${isConverted}, roundBankers(${amount}, 12), roundBankers(${amount}, 18))`;
}

function totalSql(query: CostQuery): string {
  const isInTargetCurrency = 'currency = {to_currency:String}';
  return roundedAmount(
    query,
    `sumIf(costs.amount, ${isInTargetCurrency}) OVER ()`,
    `maxIf(costs.is_converted, ${isInTargetCurrency}) OVER ()`,
  );
}

/** A weighted amount can have more decimal places than stored amounts. */
function roundedToStored({ condition }: CostQuery, value: string): string {
  return condition.weight === null ? value : `roundBankers(${value}, 18)`;
}

/** Joins the parts of a statement and binds the values that they refer to. */
export function bindStatement(
  query: CostQuery,
  groups: readonly GroupColumn[],
  parts: readonly string[],
): CostStatement {
  const { conversion, condition } = query;
  const tagKeys = groups.flatMap(({ name, grouping, sql: expression }) =>
    grouping.kind === 'tag' && expression === undefined ? [[`${name}_key`, grouping.key]] : [],
  );
  const rates = {
    rate_currencies: conversion.factors.map(({ currency }) => currency),
    rate_days: conversion.factors.map(({ date }) => date),
    rate_factors: conversion.factors.map(({ factor }) => factor),
  };
  return {
    sql: parts.join('\n'),
    params: {
      ...condition.params,
      start_date: clampToDateType(query.startDate),
      end_date: clampToDateType(endOf(query)),
      to_currency: conversion.to,
      ...Object.fromEntries(tagKeys),
      ...(conversion.factors.length === 0 ? {} : rates),
    },
  };
}
