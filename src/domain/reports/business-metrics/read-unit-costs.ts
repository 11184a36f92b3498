import { type CostQuery, rangeOfBin } from '../../costs/query/index.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import type { AttachedMetric } from './read-attached-metrics.js';
import { readCostTotals } from './read-cost-totals.js';
import { type MetricSum, readMetricSums } from './sum-metrics.js';
import { scaleOf, unitCost } from './unit-cost.js';

/** The costs of a report in one period per unit of a business metric. */
export interface UnitCost {
  business_metric_token: string;
  business_metric_title: string;
  calculation_type: AttachedMetric['calculation_type'];
  unit_cost_amount: string;
  business_metric_amount: string;
  scale: number;
  date: string;
}

interface UnitCostQuery {
  attached: readonly AttachedMetric[];
  /** The costs of the report; groupings and paging are ignored. */
  query: CostQuery<CalendarBin>;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** One row per date and metric where the metric has a value; within a date in the order of the metrics. */
export async function readUnitCosts(
  { db, costs }: { db: Db; costs: CostStore },
  { attached, query, ...rows }: UnitCostQuery,
): Promise<UnitCost[]> {
  const sums = await readMetricSums(db, attached, query, rows);
  if (sums.length === 0) return [];
  const totalsOn = await readCostTotals(costs, narrowTo(query, sums), attached);
  return sums.map(({ metric, date, amount }) => ({
    business_metric_token: metric.token,
    business_metric_title: metric.title,
    calculation_type: metric.calculation_type,
    unit_cost_amount: formatDecimal(unitCost(metric, amount, totalsOn(date))),
    business_metric_amount: formatDecimal(amount),
    scale: scaleOf(metric),
    date,
  }));
}

/** The query over the dates that have a metric value. */
function narrowTo(
  query: CostQuery<CalendarBin>,
  sums: readonly MetricSum[],
): CostQuery<CalendarBin> {
  const dates = sums.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0]!.slice(0, 10), rangeOfBin(query.dateBin, dates.at(-1)!)!];
  return {
    ...query,
    startDate: query.startDate > first ? query.startDate : first,
    endDate: query.endDate < last.end ? query.endDate : last.end,
  };
}
