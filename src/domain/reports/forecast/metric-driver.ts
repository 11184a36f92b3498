import type { Decimal } from '../../../platform/lib/decimal.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { PlanDecimal } from './apply-scenarios.js';

/** A value of a business metric on a day. */
export interface MetricValue {
  day: string;
  /** Decimal text. */
  amount: string;
}

/** The value of a metric on a day; undefined where it has none. */
export type MetricByDay = (day: string) => Decimal | undefined;

/**
 * Sums values by day. Where no month has more than one date, each value is a monthly one and is
 * prorated over the days of its month: 62,000 in July is 2,000 a day.
 */
export function metricByDay(values: readonly MetricValue[]): MetricByDay {
  const byDay = new Map<string, Decimal>();
  for (const { day, amount } of values) {
    byDay.set(day, (byDay.get(day) ?? new PlanDecimal(0)).plus(amount));
  }
  const byMonth = new Map([...byDay].map(([day, amount]) => [day.slice(0, 7), amount]));
  if (byMonth.size < byDay.size) return (day) => byDay.get(day);
  return (day) => byMonth.get(day.slice(0, 7))?.div(lastOfMonth(day).slice(8));
}

/** Cost per unit over the days with a metric value; undefined when there are no units. */
export function costPerUnit(
  dailyCosts: readonly string[],
  lastDay: string,
  unitsOn: MetricByDay,
): Decimal | undefined {
  let [totalCost, totalUnits] = [new PlanDecimal(0), new PlanDecimal(0)];
  for (const [index, cost] of dailyCosts.entries()) {
    const units = unitsOn(addDays(lastDay, index - dailyCosts.length + 1));
    if (units === undefined) continue;
    totalCost = totalCost.plus(cost);
    totalUnits = totalUnits.plus(units);
  }
  return totalUnits.isZero() ? undefined : totalCost.div(totalUnits);
}
