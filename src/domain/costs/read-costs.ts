import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { endOf, type CostQuery } from './cost-query.js';
import {
  buildCountsStatement,
  buildPageStatement,
  buildTotalsStatement,
  buildUsageTotalsStatement,
  type CostStatement,
} from './build-statements.js';

/** One row of an answer; grouping values lie under `g0`, `g1`, … in the order of the groupings. */
export interface CostRow {
  accrued_at: string;
  amount: string;
  currency: string;
  /** Where rows are split by unit. */
  usage?: string | null;
  unit?: string | null;
  resource_name?: string | null;
  [group: `g${number}`]: string | boolean | null;
}

export interface Amount {
  amount: string;
  currency: string;
}

export interface CostResult {
  rows: CostRow[];
  total: Amount;
  /** Costs in currencies without a rate: never added to the total. */
  unconverted: Amount[];
  usageTotals?: { amount: string; unit: string }[];
  counts?: { accrued_at: string; count: number }[];
}

/** Answers a question about costs with exact decimals as text. */
export async function readCosts(store: CostStore, query: CostQuery): Promise<CostResult> {
  const { aggregateBy } = query.settings;
  if (query.startDate >= endOf(query)) return noCosts(query);
  const found = await ask<CostRow & { total: string }>(store, buildPageStatement(query));
  const totals = await readTotals(store, query, found[0]?.total);
  const { to } = query.conversion;
  return {
    rows: found.map(({ total: _, ...row }) => row),
    total: totals.find(({ currency }) => currency === to) ?? { amount: '0', currency: to },
    unconverted: totals.filter(({ currency, amount }) => currency !== to && amount !== '0'),
    ...(aggregateBy === 'usage' ? { usageTotals: await ask(store, buildUsageTotalsStatement(query)) } : {}),
    ...(aggregateBy === 'count' ? { counts: numbered(await ask(store, buildCountsStatement(query))) } : {}),
  };
}

/** Only a page without rows, or costs without a rate, need a statement of their own. */
async function readTotals(
  store: CostStore,
  query: CostQuery,
  total: string | undefined,
): Promise<Amount[]> {
  const { to, unratedCurrencies } = query.conversion;
  if (total !== undefined && unratedCurrencies.length === 0) return [{ amount: total, currency: to }];
  return ask<Amount>(store, buildTotalsStatement(query));
}

/** A range without a day that has come. */
function noCosts({ conversion, settings }: CostQuery): CostResult {
  return {
    rows: [],
    total: { amount: '0', currency: conversion.to },
    unconverted: [],
    ...(settings.aggregateBy === 'usage' ? { usageTotals: [] } : {}),
    ...(settings.aggregateBy === 'count' ? { counts: [] } : {}),
  };
}

function ask<Row>(store: CostStore, { sql, params }: CostStatement): Promise<Row[]> {
  return selectRows<Row>(store.client, sql, params);
}

function numbered(counts: { accrued_at: string; count: string }[]): CostResult['counts'] {
  return counts.map(({ accrued_at, count }) => ({ accrued_at, count: Number(count) }));
}
