import { sql } from 'kysely';
import type { CostQuery } from '../costs/cost-query.js';
import { rangeOfBin } from '../costs/date-bins.js';
import { readCosts } from '../costs/read-costs.js';
import type { CalendarBin } from '../../platform/lib/date-intervals.js';
import { Decimal, formatDecimal, sumDecimals } from '../../platform/lib/decimal.js';
import { formatDate, formatTimestamp } from '../../platform/lib/time.js';
import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../platform/store/tables.js';
import type { AttachedMetric } from './read-attached-metrics.js';
import { startOfDay } from './parse-value.js';

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

const scales = {
  per_unit: 1,
  per_hundred: 100,
  per_thousand: 1000,
  per_million: 1_000_000,
  per_billion: 1_000_000_000,
};

/** One row per date and metric where the metric has a value; within a date in the order of the metrics. */
export async function readUnitCosts(
  { db, costs }: { db: Db; costs: CostStore },
  unitCostQuery: UnitCostQuery,
): Promise<UnitCost[]> {
  const sums = await readMetricSums(db, unitCostQuery);
  const totalsOn = await readCostTotals(costs, unitCostQuery, sums);
  return sums.map(({ metric, date, amount }) => ({
    business_metric_token: metric.token,
    business_metric_title: metric.title,
    calculation_type: metric.calculation_type,
    unit_cost_amount: formatDecimal(unitCost(metric, amount, totalsOn(date))),
    business_metric_amount: formatDecimal(amount),
    scale: scales[metric.unit_scale],
    date,
  }));
}

interface MetricSum {
  metric: AttachedMetric;
  date: string;
  amount: string;
}

/** Sums the metrics by date. Sums of zero are kept only where nothing is divided by them. */
async function readMetricSums(db: Db, unitCostQuery: UnitCostQuery): Promise<MetricSum[]> {
  const { attached, query, order, limit, offset } = unitCostQuery;
  if (attached.length === 0) return [];
  const { rows } = await sql<{ position: number; bin: Date; amount: string }>`
    select metric.position, date_trunc(${query.dateBin}, stored.at, 'UTC') as bin,
      sum(stored.amount)::text as amount
    from jsonb_to_recordset(${JSON.stringify(attached.map(filtersOf))}::jsonb)
      as metric (position int, token text, is_raw boolean, label_filter jsonb, label_filters jsonb)
    join business_metric_values stored
      on stored.business_metric_token = metric.token and stored.forecasted = false
      and stored.at >= ${startOfDay(query.startDate)}::timestamptz
      and stored.at < ${startOfDay(query.endDate)}::timestamptz + interval '1 day'
    where (metric.label_filter is null or metric.label_filter ? stored.label
        or exists (select 1 from jsonb_each_text(stored.labels) label
          where metric.label_filter ? label.value))
      and (metric.label_filters is null or not exists (
        select 1 from jsonb_each(metric.label_filters) filter
        where not coalesce(filter.value ? (stored.labels ->> filter.key), false)))
    group by metric.position, metric.is_raw, bin
    having metric.is_raw or sum(stored.amount) <> 0
    order by bin ${sql.raw(order)}, metric.position
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ position, bin, amount }) => ({
    metric: attached[position]!,
    date: query.dateBin === 'hour' ? formatTimestamp(bin) : formatDate(bin),
    amount,
  }));
}

const filtersOf = (metric: AttachedMetric, position: number) => ({
  position,
  token: metric.token,
  is_raw: metric.calculation_type === 'raw_business_metric',
  label_filter: metric.label_filter,
  label_filters: metric.label_filters,
});

interface CostTotals {
  cost: string;
  usage: string;
}

/** Cost and usage on the dates that have a metric value; zero where there are no costs. */
async function readCostTotals(
  costs: CostStore,
  { query, attached }: UnitCostQuery,
  sums: readonly MetricSum[],
): Promise<(date: string) => CostTotals> {
  const dates = sums.map(({ date }) => date).toSorted();
  if (dates.length === 0) return () => ({ cost: '0', usage: '0' });
  const last = rangeOfBin(query.dateBin, dates.at(-1)!)!;
  const totalsQuery: CostQuery<CalendarBin> = {
    ...query,
    startDate: later(query.startDate, dates[0]!.slice(0, 10)),
    endDate: query.endDate < last.end ? query.endDate : last.end,
    groupings: [],
    limit: Number.MAX_SAFE_INTEGER,
    offset: 0,
  };
  const needsUsage = attached.some((each) => each.calculation_type === 'usage_unit_cost');
  const [cost, usage] = [
    await sumByDate(costs, totalsQuery, 'cost'),
    needsUsage ? await sumByDate(costs, totalsQuery, 'usage') : new Map<string, string>(),
  ];
  return (date) => ({ cost: cost.get(date) ?? '0', usage: usage.get(date) ?? '0' });
}

const later = (one: string, other: string) => (one > other ? one : other);

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

const decimalPlaces = 12;

function unitCost(
  { calculation_type, unit_scale }: AttachedMetric,
  amount: string,
  totals: CostTotals,
) {
  const scale = scales[unit_scale];
  const perUnit = (total: string) => round(new Decimal(total).times(scale).div(amount));
  switch (calculation_type) {
    case 'unit_cost':
      return perUnit(totals.cost);
    case 'usage_unit_cost':
      return perUnit(totals.usage);
    case 'gross_margin':
      return round(new Decimal(amount).minus(totals.cost).times(100).div(amount));
    case 'raw_business_metric':
      return amount;
  }
}

const round = (quotient: Decimal) => quotient.toDecimalPlaces(decimalPlaces).toFixed();
