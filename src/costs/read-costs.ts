import { selectRows, type CostStore } from '../store/clickhouse/cost-store.js';
import type { CostQuery } from './cost-query.js';
import {
  planCounts,
  planPage,
  planTotals,
  planUsageTotals,
  type PlannedStatement,
} from './plan-costs.js';

/** One row of an answer; grouping values lie under `g0`, `g1`, … in the order of the groupings. */
export interface CostRow {
  accrued_at: string;
  amount: string;
  currency: string;
  usage: string | null;
  unit?: string | null;
  resource_name?: string | null;
  [group: `g${number}`]: string | boolean | null;
}

export interface Amount {
  amount: string;
  currency: string;
}

export interface CostAnswer {
  rows: CostRow[];
  total: Amount;
  /** Costs in currencies without a rate: never added to the total. */
  unconverted: Amount[];
  usageTotals?: { amount: string; unit: string }[];
  counts?: { accrued_at: string; count: number }[];
}

/** Answers a question about costs with exact decimals as text. */
export async function readCosts(store: CostStore, query: CostQuery): Promise<CostAnswer> {
  const ask = <Row>({ sql, params }: PlannedStatement): Promise<Row[]> =>
    selectRows<Row>(store.client, sql, params);
  const { aggregateBy } = query.settings;
  const rows = await ask<CostRow>(planPage(query));
  const totals = await ask<Amount>(planTotals(query));
  const { to } = query.conversion;
  return {
    rows,
    total: totals.find(({ currency }) => currency === to) ?? { amount: '0', currency: to },
    unconverted: totals.filter(({ currency, amount }) => currency !== to && amount !== '0'),
    ...(aggregateBy === 'usage' ? { usageTotals: await ask(planUsageTotals(query)) } : {}),
    ...(aggregateBy === 'count' ? { counts: numbered(await ask(planCounts(query))) } : {}),
  };
}

function numbered(counts: { accrued_at: string; count: string }[]): CostAnswer['counts'] {
  return counts.map(({ accrued_at, count }) => ({ accrued_at, count: Number(count) }));
}
