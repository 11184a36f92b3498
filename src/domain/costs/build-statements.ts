import { endOf, storedDay, type CostQuery } from './cost-query.js';
import {
  groupColumns,
  namesResources,
  shownGroup,
  splitsByUnit,
  type GroupColumn,
} from './group-columns.js';
import { converts, scan } from './build-aggregation.js';
import { settle } from './convert-currency.js';

/** A statement with its bound values. */
export interface CostStatement {
  sql: string;
  params: Record<string, unknown>;
}

/**
 * One page of rows, each with the total of all rows beside it: the sum of the groups is far cheaper
 * than a second scan.
 */
export function buildPageStatement(query: CostQuery): CostStatement {
  const groups = groupColumns(query);
  return statement(query, groups, [
    ...shownRows(query, groups, [`${shownTotal(query)} AS total`]),
    `ORDER BY ${rowOrder(query)}`,
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ]);
}

/** All rows, in no order. */
export function buildRowsStatement(query: CostQuery): CostStatement {
  const groups = groupColumns(query);
  return statement(query, groups, shownRows(query, groups));
}

/** A complete order, so that pages neither overlap nor leave gaps. */
export function rowOrder(query: CostQuery): string {
  return [
    `accrued_at ${query.order === 'asc' ? 'ASC' : 'DESC'}`,
    'amount DESC',
    ...groupColumns(query).map(({ name }) => `${name} ASC NULLS LAST`),
    ...(splitsByUnit(query) ? ['unit ASC NULLS LAST'] : []),
    'currency ASC',
  ].join(', ');
}

function shownRows(
  query: CostQuery,
  groups: readonly GroupColumn[],
  more: readonly string[] = [],
): string[] {
  const columns = [
    'accrued_at',
    `${shown(query)} AS amount`,
    'currency',
    ...(splitsByUnit(query) ? [`${asStored(query, 'costs.usage')} AS usage`, 'unit'] : []),
    ...groups.map(shownGroup),
    ...(namesResources(query) ? ['resource_name'] : []),
    ...more,
  ];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${rows(query, groups)}\n) AS costs`,
    `WHERE costs.amount != 0 OR ${splitsByUnit(query) ? 'ifNull(costs.usage != 0, false)' : 'costs.has_usage'}`,
  ];
}

/** Sum of the whole range per currency: that of the answer, and those no rate exists for. */
export function buildTotalsStatement(query: CostQuery): CostStatement {
  const whole = wholeRange(query);
  return statement(
    whole,
    [],
    [
      `SELECT currency, ${shown(query, 'sum(costs.amount)', 'max(costs.is_converted)')} AS amount`,
      `FROM (\n${rows(whole, [])}\n) AS costs`,
      'GROUP BY currency ORDER BY currency',
    ],
  );
}

/** Usage of the whole range per unit, largest first. */
export function buildUsageTotalsStatement(query: CostQuery): CostStatement {
  const whole = wholeRange(query);
  return statement(
    whole,
    [],
    [
      `SELECT unit, ${asStored(query, 'sum(costs.usage)')} AS amount`,
      `FROM (\n${rows(whole, [])}\n) AS costs`,
      'WHERE unit IS NOT NULL GROUP BY unit ORDER BY amount DESC, unit',
    ],
  );
}

/** How many combinations of grouping values have a cost in each bin. */
export function buildCountsStatement(query: CostQuery): CostStatement {
  const groups = groupColumns(query);
  const values = [...groups.map(({ name }) => name), ...(splitsByUnit(query) ? ['unit'] : [])];
  const combination = values.length === 0 ? 'tuple(1)' : `tuple(${values.join(', ')})`;
  return statement(query, groups, [
    `SELECT accrued_at, uniqExact(${combination}) AS count`,
    `FROM (\n${rows(query, groups)}\n) AS costs`,
    'WHERE costs.amount != 0',
    `GROUP BY accrued_at ORDER BY accrued_at ${query.order === 'asc' ? 'ASC' : 'DESC'}`,
  ]);
}

/** Totals need neither groups nor bins, so the rollup can always tell them. */
function wholeRange(query: CostQuery): CostQuery {
  return { ...query, groupings: [], dateBin: 'quarter' };
}

function rows(query: CostQuery, groups: readonly GroupColumn[]): string {
  const scanned = scan(query, groups);
  return converts(query) ? settle(query, groups, scanned) : scanned;
}

/** A figure with an exchange rate in it is rounded, and only where it is shown; others are exact. */
function shown(
  query: CostQuery,
  amount = 'costs.amount',
  isConverted = 'costs.is_converted',
): string {
  if (!converts(query)) return asStored(query, amount);
  return `if(${isConverted}, roundBankers(${amount}, 12), roundBankers(${amount}, 18))`;
}

function shownTotal(query: CostQuery): string {
  const inAnswer = 'currency = {to_currency:String}';
  return shown(
    query,
    `sumIf(costs.amount, ${inAnswer}) OVER ()`,
    `maxIf(costs.is_converted, ${inAnswer}) OVER ()`,
  );
}

/** A share can have more digits than what is stored. */
function asStored({ condition }: CostQuery, figure: string): string {
  return condition.weight === null ? figure : `roundBankers(${figure}, 18)`;
}

/** Puts parts together with the values they refer to. */
export function statement(
  query: CostQuery,
  groups: readonly GroupColumn[],
  parts: readonly string[],
): CostStatement {
  const { conversion, condition } = query;
  const keys = groups.flatMap(({ name, grouping, sql }) =>
    grouping.kind === 'tag' && sql === undefined ? [[`${name}_key`, grouping.key]] : [],
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
      start_date: storedDay(query.startDate),
      end_date: storedDay(endOf(query)),
      to_currency: conversion.to,
      ...Object.fromEntries(keys),
      ...(conversion.factors.length === 0 ? {} : rates),
    },
  };
}
