import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import {
  buildCountsStatement,
  buildPageAfterTotal,
  buildPageStatement,
  buildTotalsStatement,
  buildUsageTotalsStatement,
} from './build-statements.js';
import { type CostQuery, endOf } from './cost-query.js';
import { narrowToFirstBin } from './narrow-to-first-bin.js';
import { planCosts, planTotals } from './plan-costs.js';

/** One row of a result; grouping values are under `g0`, `g1`, … in the order of the groupings. */
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
  /** Costs in currencies without an exchange rate: never part of the total. */
  unconverted: Amount[];
  usageTotals?: { amount: string; unit: string }[];
  counts?: { accrued_at: string; count: number }[];
}

/** Runs a cost query; amounts are exact decimals as text. */
export async function readCosts(store: CostStore, query: CostQuery): Promise<CostResult> {
  const { aggregateBy } = query.settings;
  if (query.startDate >= endOf(query)) return noCosts(query);
  const { rows, totals } = (await readFirstBin(store, query)) ?? (await readPage(store, query));
  const { to } = query.conversion;
  return {
    rows,
    total: totals.find(({ currency }) => currency === to) ?? { amount: '0', currency: to },
    unconverted: totals.filter(({ currency, amount }) => currency !== to && amount !== '0'),
    ...(aggregateBy === 'usage'
      ? { usageTotals: await selectCachedRows(store, buildUsageTotalsStatement(planTotals(query))) }
      : {}),
    ...(aggregateBy === 'count'
      ? {
          counts: parseCounts(
            await selectCachedRows(store, buildCountsStatement(planCosts(query))),
          ),
        }
      : {}),
  };
}

interface CostPage {
  rows: CostRow[];
  /** By currency. */
  totals: Amount[];
}

/** The page from its first bin alone; undefined when that does not fill it. */
async function readFirstBin(store: CostStore, query: CostQuery): Promise<CostPage | undefined> {
  const firstBin = narrowToFirstBin(query);
  if (firstBin === undefined) return undefined;
  const [rows, totals] = await Promise.all([
    selectCachedRows<CostRow>(store, buildPageStatement(planCosts(firstBin), { hasTotal: false })),
    selectCachedRows<Amount>(store, buildTotalsStatement(planTotals(query))),
  ]);
  return rows.length === query.limit ? { rows, totals } : undefined;
}

async function readPage(store: CostStore, query: CostQuery): Promise<CostPage> {
  const plan = planCosts(query);
  const afterTotal = buildPageAfterTotal(plan);
  if (afterTotal) {
    const found = await selectCachedRows<CostRow>(store, afterTotal);
    const totals = found.slice(0, 1).map(({ amount, currency }) => ({ amount, currency }));
    return { rows: found.slice(1), totals };
  }
  const reading = selectCachedRows<CostRow & { total?: string }>(store, buildPageStatement(plan));
  const [found, totals] = await Promise.all([
    reading,
    plan.byResource
      ? selectCachedRows<Amount>(store, buildTotalsStatement(planTotals(query)))
      : reading.then((rows) => readTotals(store, query, rows[0]?.total)),
  ]);
  return { rows: found.map(({ total: _, ...row }) => row), totals };
}

/** The rows carry the total; only an empty page, or costs without a rate, need a separate statement. */
async function readTotals(
  store: CostStore,
  query: CostQuery,
  total: string | undefined,
): Promise<Amount[]> {
  const { to, unratedCurrencies } = query.conversion;
  if (total !== undefined && unratedCurrencies.length === 0) {
    return [{ amount: total, currency: to }];
  }
  return selectCachedRows<Amount>(store, buildTotalsStatement(planTotals(query)));
}

/** The result of a range that lies in the future. */
function noCosts({ conversion, settings }: CostQuery): CostResult {
  return {
    rows: [],
    total: { amount: '0', currency: conversion.to },
    unconverted: [],
    ...(settings.aggregateBy === 'usage' ? { usageTotals: [] } : {}),
    ...(settings.aggregateBy === 'count' ? { counts: [] } : {}),
  };
}

function parseCounts(counts: { accrued_at: string; count: string }[]): CostResult['counts'] {
  return counts.map(({ accrued_at, count }) => ({ accrued_at, count: Number(count) }));
}
