import type { CostQuery } from './cost-query.js';
import {
  groupColumns,
  namesResources,
  splitsByUnit,
  tagValue,
  type GroupColumn,
} from './group-columns.js';
import { converts, scan } from './scan.js';
import { settle } from './settle.js';

/** A statement with its bound values. */
export interface PlannedStatement {
  sql: string;
  params: Record<string, unknown>;
}

/** One page of rows. Ordered completely, so that pages neither overlap nor leave gaps. */
export function planPage(query: CostQuery): PlannedStatement {
  const groups = groupColumns(query);
  const columns = [
    'accrued_at',
    `${shown(query)} AS amount`,
    'currency',
    'usage',
    ...(splitsByUnit(query) ? ['unit'] : []),
    ...groups.map((group) =>
      group.sql === undefined ? `${tagValue(group)} AS ${group.name}` : group.name,
    ),
    ...(namesResources(query) ? ['resource_name'] : []),
  ];
  const order = [
    `accrued_at ${query.order === 'asc' ? 'ASC' : 'DESC'}`,
    'amount DESC',
    ...groups.map(({ name }) => `${name} ASC NULLS LAST`),
    ...(splitsByUnit(query) ? ['unit ASC NULLS LAST'] : []),
    'currency ASC',
  ];
  return statement(query, groups, [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${rows(query, groups)}\n) AS costs`,
    'WHERE costs.amount != 0 OR ifNull(costs.usage != 0, false)',
    `ORDER BY ${order.join(', ')}`,
    `LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
  ]);
}

/** Sum of the whole range per currency: that of the answer, and those no rate exists for. */
export function planTotals(query: CostQuery): PlannedStatement {
  const whole = { ...query, groupings: [], dateBin: wholeBin(query) };
  return statement(
    whole,
    [],
    [
      `SELECT currency, ${shown(query, 'sum(costs.amount)')} AS amount`,
      `FROM (\n${rows(whole, [])}\n) AS costs`,
      'GROUP BY currency ORDER BY currency',
    ],
  );
}

/** Usage of the whole range per unit, largest first. */
export function planUsageTotals(query: CostQuery): PlannedStatement {
  const whole = { ...query, groupings: [], dateBin: wholeBin(query) };
  return statement(
    whole,
    [],
    [
      'SELECT unit, sum(costs.usage) AS amount',
      `FROM (\n${rows(whole, [])}\n) AS costs`,
      'WHERE unit IS NOT NULL GROUP BY unit ORDER BY amount DESC, unit',
    ],
  );
}

/** How many combinations of grouping values have a cost in each bin. */
export function planCounts(query: CostQuery): PlannedStatement {
  const groups = groupColumns(query);
  const combination =
    groups.length === 0 ? 'tuple(1)' : `tuple(${groups.map(({ name }) => name).join(', ')})`;
  return statement(query, groups, [
    `SELECT accrued_at, uniqExact(${combination}) AS count`,
    `FROM (\n${rows(query, groups)}\n) AS costs`,
    'WHERE costs.amount != 0',
    `GROUP BY accrued_at ORDER BY accrued_at ${query.order === 'asc' ? 'ASC' : 'DESC'}`,
  ]);
}

/** Totals need no bins; the widest the table knows gives the fewest sums. */
function wholeBin({ dateBin }: CostQuery): CostQuery['dateBin'] {
  return dateBin === 'hour' ? 'hour' : 'quarter';
}

function rows(query: CostQuery, groups: readonly GroupColumn[]): string {
  const scanned = scan(query, groups);
  return converts(query) ? settle(query, groups, scanned) : scanned;
}

/** Only a converted figure is rounded, and only where it is shown. */
function shown({ conversion, condition }: CostQuery, amount = 'costs.amount'): string {
  const exact = conversion.factors.length === 0 && condition.weight === null;
  return exact ? amount : `roundBankers(${amount}, 12)`;
}

function statement(
  query: CostQuery,
  groups: readonly GroupColumn[],
  parts: readonly string[],
): PlannedStatement {
  const { conversion, condition } = query;
  const keys = groups.flatMap(({ name, grouping, sql }) =>
    grouping.kind === 'tag' && sql === undefined ? [[`${name}_key`, grouping.key]] : [],
  );
  const rates = {
    to_currency: conversion.to,
    rate_currencies: conversion.factors.map(({ currency }) => currency),
    rate_days: conversion.factors.map(({ date }) => date),
    rate_factors: conversion.factors.map(({ factor }) => factor),
  };
  return {
    sql: parts.join('\n'),
    params: {
      ...condition.params,
      start_date: query.startDate,
      end_date: dayAfter(query.endDate < query.today ? query.endDate : query.today),
      ...Object.fromEntries(keys),
      ...(conversion.factors.length === 0 ? {} : rates),
    },
  };
}

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
