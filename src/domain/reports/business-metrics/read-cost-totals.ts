import { type CostQuery, readCosts } from '../../costs/query/index.js';
import { sumDecimals } from '../../../platform/lib/decimal.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { AttachedMetric } from './read-attached-metrics.js';
import type { CostTotals } from './unit-cost.js';

/** Cost and usage by date, as metrics need them; zero where there are no costs. Groupings and paging are ignored. */
export async function readCostTotals(
  costs: CostStore,
  query: CostQuery,
  metrics: readonly AttachedMetric[],
): Promise<(date: string) => CostTotals> {
  const totals = { ...query, groupings: [], limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  const needsUsage = metrics.some((each) => each.calculation_type === 'usage_unit_cost');
  const cost = await sumByDate(costs, totals, 'cost');
  const usage = needsUsage ? await sumByDate(costs, totals, 'usage') : new Map<string, string>();
  return (date) => ({ cost: cost.get(date) ?? '0', usage: usage.get(date) ?? '0' });
}

/** Costs without an exchange rate are left out, as in other totals. */
async function sumByDate(
  store: CostStore,
  query: CostQuery,
  aggregateBy: 'cost' | 'usage',
): Promise<Map<string, string>> {
  const settings = { ...query.settings, aggregateBy };
  const { rows } = await readCosts(store, { ...query, settings });
  const sums = new Map<string, string>();
  for (const { accrued_at, amount, currency, usage } of rows) {
    if (aggregateBy === 'cost' && currency !== query.conversion.to) continue;
    const addend = aggregateBy === 'cost' ? amount : (usage ?? '0');
    sums.set(accrued_at, sumDecimals([sums.get(accrued_at) ?? '0', addend]));
  }
  return sums;
}
