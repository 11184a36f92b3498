import type { Decimal } from '../../platform/lib/decimal.js';
import { addDays, lastOfMonth } from '../../platform/lib/days.js';
import { PlanDecimal } from './scenario.js';

/** A value of a business metric on a day. */
export interface MetricValue {
  day: string;
  /** Decimal text. */
  amount: string;
}

/** What a metric comes to on a day; undefined where it has no value. */
export type MetricOn = (day: string) => Decimal | undefined;

/**
 * Values by day. Where no month has more than one date, a value stands for its whole month and is
 * spread over its days: 62,000 of a July are 2,000 a day.
 */
export function metricByDay(values: readonly MetricValue[]): MetricOn {
  const byDay = new Map<string, Decimal>();
  for (const { day, amount } of values) {
    byDay.set(day, (byDay.get(day) ?? new PlanDecimal(0)).plus(amount));
  }
  const byMonth = new Map([...byDay].map(([day, amount]) => [day.slice(0, 7), amount]));
  if (byMonth.size < byDay.size) return (day) => byDay.get(day);
  return (day) => byMonth.get(day.slice(0, 7))?.div(lastOfMonth(day).slice(8));
}

/** Cost of a unit over the days that have both; undefined without any. */
export function costOfUnit(
  dailyCosts: readonly string[],
  lastDay: string,
  metricOn: MetricOn,
): Decimal | undefined {
  let [cost, units] = [new PlanDecimal(0), new PlanDecimal(0)];
  for (const [index, amount] of dailyCosts.entries()) {
    const metric = metricOn(addDays(lastDay, index - dailyCosts.length + 1));
    if (metric === undefined) continue;
    cost = cost.plus(amount);
    units = units.plus(metric);
  }
  return units.isZero() ? undefined : cost.div(units);
}
