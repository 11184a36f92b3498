import { sql } from 'kysely';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';
import type { Db } from '../../../platform/store/tables.js';
import { allocateByWeight, type AllocationPart } from './allocation-parts.js';
import { type AllocationShares, sharesByPeriod } from './allocation-shares.js';
import { transformLabel } from './transform-label.js';
import type { VirtualTagResult } from './virtual-tag.js';

/** The whole months that a range touches: shares are computed by month. */
export function wholeMonths(range: DateRange): DateRange {
  return { start: firstOfMonth(range.start), end: lastOfMonth(range.end) };
}

/** Weights by value. */
type Weights = Map<string, Decimal>;

/** Adds to the weight of a value in a period. */
export function addWeight(
  periods: Map<string, Weights>,
  period: string,
  value: string,
  amount: DecimalValue,
): void {
  const weights = periods.get(period) ?? new Map<string, Decimal>();
  weights.set(value, (weights.get(value) ?? new Decimal(0)).plus(amount));
  periods.set(period, weights);
}

/** Shares in proportion to weights, of each period that has a positive one. */
export function sharesByWeight(periods: ReadonlyMap<string, Weights>): AllocationShares {
  const parts = new Map<string, readonly AllocationPart[]>();
  for (const [period, weights] of periods) {
    const ofPeriod = allocateByWeight(weights);
    if (ofPeriod !== null) parts.set(period, ofPeriod);
  }
  return sharesByPeriod(parts);
}

type MetricResult = Extract<VirtualTagResult, { kind: 'business_metric' }>;

/** Shares by the labels of a business metric: of the day where it has values, else of the month. */
export async function readMetricShares(
  db: Db,
  { metric, labelKey, labelValues, transforms }: MetricResult,
  range: DateRange,
): Promise<AllocationShares> {
  const { start, end } = wholeMonths(range);
  const label = sql`case when m.keyed_labels then v.labels ->> ${labelKey ?? ''} else v.label end`;
  const { rows } = await sql<{ day: string; label: string; amount: string }>`
    select (v.at at time zone 'UTC')::date as day, ${label} as label, sum(v.amount)::text as amount
    from business_metric_values v join business_metrics m on m.token = v.business_metric_token
    where v.business_metric_token = ${metric} and not v.forecasted
      and v.at >= ${start}::date::timestamp at time zone 'UTC'
      and v.at < (${end}::date + 1)::timestamp at time zone 'UTC'
      and coalesce(${label}, '') != ''
      and (cardinality(${[...labelValues]}::text[]) = 0 or ${label} = any(${[...labelValues]}))
    group by 1, 2 order by 1, 2`.execute(db);
  const periods = new Map<string, Weights>();
  for (const { day, label: text, amount } of rows) {
    const value = transformLabel(text, transforms);
    addWeight(periods, day, value, amount);
    addWeight(periods, day.slice(0, 7), value, amount);
  }
  return sharesByWeight(periods);
}
