import { sql } from 'kysely';
import { Decimal, type DecimalValue } from '../../platform/lib/decimal.js';
import { firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import type { Db } from '../../platform/store/tables.js';
import type { VirtualTagResult } from './config.js';
import { transformed } from './label-transforms.js';
import { type Part, partsByWeight } from './parts.js';
import { byPeriod, type Shares } from './shares.js';

/** The whole months that a range touches: shares are worked out by month. */
export function wholeMonths(range: DateRange): DateRange {
  return { start: firstOfMonth(range.start), end: lastOfMonth(range.end) };
}

type Weights = Map<string, Decimal>;

/** Adds a weight to a value of a period. */
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

/** The parts of each period that has something to divide by. */
export function sharesOf(periods: ReadonlyMap<string, Weights>): Shares {
  const parts = new Map<string, readonly Part[]>();
  for (const [period, weights] of periods) {
    const ofPeriod = partsByWeight(weights);
    if (ofPeriod !== null) parts.set(period, ofPeriod);
  }
  return byPeriod(parts);
}

type ByMetric = Extract<VirtualTagResult, { kind: 'business_metric' }>;

/** Shares by the labels of a business metric: of the day where it has values, else of the month. */
export async function readMetricShares(
  db: Db,
  { metric, labelKey, labelValues, transforms }: ByMetric,
  range: DateRange,
): Promise<Shares> {
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
    const value = transformed(text, transforms);
    addWeight(periods, day, value, amount);
    addWeight(periods, day.slice(0, 7), value, amount);
  }
  return sharesOf(periods);
}
