import { type CostQuery, readSeriesOfValues } from '../../costs/query/index.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import type { AttachedMetric } from './read-attached-metrics.js';
import { readCostTotals } from './read-cost-totals.js';
import { readLabelSums } from './sum-metrics.js';
import { type CostTotals, unitCost } from './unit-cost.js';

interface LabelUnitCosts {
  /** Whose costs are divided by the values of a label: those of the group of that name, or all. */
  costsOf: 'group' | 'report';
  labelCount: number;
  labels: {
    label: string;
    unit_costs: { date: string; unit_cost_amount: string; business_metric_amount: string }[];
  }[];
}

/**
 * Unit costs by label. Where costs have one grouping and a label is one of its values, each label takes
 * the costs of its group, and those without a label the costs without a value. Otherwise each takes all
 * costs, as a label filter of the report does.
 */
export async function readLabelUnitCosts(
  { db, costs }: { db: Db; costs: CostStore },
  metric: AttachedMetric,
  query: CostQuery<CalendarBin>,
  limit: number,
): Promise<LabelUnitCosts> {
  const { labels, count } = await readLabelSums(db, metric, query, limit);
  const names = labels.map(({ label }) => label);
  const ofGroups = await readGroupCosts(costs, metric, query, names);
  const ofReport =
    ofGroups || labels.length === 0 ? undefined : await readCostTotals(costs, query, [metric]);
  const totalsOf = (label: string, date: string): CostTotals =>
    ofReport?.(date) ?? { cost: ofGroups?.get(label)?.get(date) ?? '0', usage: '0' };
  return {
    costsOf: ofGroups ? 'group' : 'report',
    labelCount: count,
    labels: labels.map(({ label, sums }) => ({
      label,
      unit_costs: sums.map(({ date, amount }) => ({
        date,
        unit_cost_amount: formatDecimal(unitCost(metric, amount, totalsOf(label, date))),
        business_metric_amount: formatDecimal(amount),
      })),
    })),
  };
}

const dividesCosts = new Set(['unit_cost', 'gross_margin']);

/** The costs of the groups that labels name, by label and date; undefined if they name none. */
async function readGroupCosts(
  costs: CostStore,
  metric: AttachedMetric,
  query: CostQuery<CalendarBin>,
  labels: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>> | undefined> {
  if (query.groupings.length !== 1 || !dividesCosts.has(metric.calculation_type)) {
    return undefined;
  }
  const found = await readSeriesOfValues(costs, query, labels);
  return labels.some((label) => label !== '' && found.has(label)) ? found : undefined;
}
