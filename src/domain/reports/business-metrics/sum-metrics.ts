import { type RawBuilder, sql } from 'kysely';
import type { CostQuery } from '../../costs/query/index.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { formatDate, formatTimestamp } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import type { AttachedMetric } from './read-attached-metrics.js';
import { startOfDay } from './parse-value.js';

/** The dates of a query, and its bins. */
type Dates = Pick<CostQuery<CalendarBin>, 'startDate' | 'endDate' | 'dateBin'>;

export interface MetricSum {
  metric: AttachedMetric;
  date: string;
  amount: string;
}

interface Rows {
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Sums metrics by date. Sums of zero are kept only where nothing is divided by them. */
export async function readMetricSums(
  db: Db,
  attached: readonly AttachedMetric[],
  dates: Dates,
  { order, limit, offset }: Rows,
): Promise<MetricSum[]> {
  if (attached.length === 0) return [];
  const { rows } = await sql<{ position: number; bin: Date; amount: string }>`
    select metric.position, ${binOf(dates)} as bin, sum(stored.amount)::text as amount
    ${countedValues(attached, dates)}
    group by metric.position, metric.is_raw, bin
    having metric.is_raw or sum(stored.amount) <> 0
    order by bin ${sql.raw(order)}, metric.position
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ position, bin, amount }) => ({
    metric: attached[position]!,
    date: formatBin(bin, dates),
    amount,
  }));
}

export interface LabelSums {
  /** The labels with the largest sums, in that order; "" for values without a label. */
  labels: { label: string; sums: { date: string; amount: string }[] }[];
  /** The number of all labels. */
  count: number;
}

/** Sums the values of a metric by label and date. */
export async function readLabelSums(
  db: Db,
  metric: AttachedMetric,
  dates: Dates,
  limit: number,
): Promise<LabelSums> {
  const { rows } = await sql<{ label: string; bin: Date; amount: string; label_count: number }>`
    with sums as (
      select stored.label, ${binOf(dates)} as bin, sum(stored.amount) as amount
      ${countedValues([metric], dates)}
      group by stored.label, metric.is_raw, bin
      having metric.is_raw or sum(stored.amount) <> 0),
    totals as (
      select label, sum(amount) as total, (count(*) over ())::int as label_count
      from sums group by label
      order by total desc, label limit ${limit})
    select sums.label, sums.bin, sums.amount::text as amount, totals.label_count
    from totals join sums on sums.label = totals.label
    order by totals.total desc, totals.label, sums.bin`.execute(db);
  const byLabel = new Map<string, LabelSums['labels'][number]>();
  for (const { label, bin, amount } of rows) {
    const found = byLabel.get(label) ?? { label, sums: [] };
    found.sums.push({ date: formatBin(bin, dates), amount });
    byLabel.set(label, found);
  }
  return { labels: [...byLabel.values()], count: rows[0]?.label_count ?? 0 };
}

const binOf = ({ dateBin }: Dates) => sql`date_trunc(${dateBin}, stored.at, 'UTC')`;

const formatBin = (bin: Date, { dateBin }: Dates): string =>
  dateBin === 'hour' ? formatTimestamp(bin) : formatDate(bin);

/** The values of metrics within dates that their label filters include. */
function countedValues(
  attached: readonly AttachedMetric[],
  { startDate, endDate }: Dates,
): RawBuilder<unknown> {
  return sql`
    from jsonb_to_recordset(${JSON.stringify(attached.map(filtersOf))}::jsonb)
      as metric (position int, token text, is_raw boolean, label_filter jsonb, label_filters jsonb)
    join business_metric_values stored
      on stored.business_metric_token = metric.token and stored.forecasted = false
      and stored.at >= ${startOfDay(startDate)}::timestamptz
      and stored.at < ${startOfDay(endDate)}::timestamptz + interval '1 day'
    where (metric.label_filter is null or metric.label_filter ? stored.label
        or exists (select 1 from jsonb_each_text(stored.labels) label
          where metric.label_filter ? label.value))
      and (metric.label_filters is null or not exists (
        select 1 from jsonb_each(metric.label_filters) filter
        where not coalesce(filter.value ? (stored.labels ->> filter.key), false)))`;
}

const filtersOf = (metric: AttachedMetric, position: number) => ({
  position,
  token: metric.token,
  is_raw: metric.calculation_type === 'raw_business_metric',
  label_filter: metric.label_filter,
  label_filters: metric.label_filters,
});
