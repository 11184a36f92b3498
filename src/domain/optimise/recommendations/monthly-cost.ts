import { Decimal } from '../../../platform/lib/decimal.js';
import type { ResourceFacts } from './facts.js';

/** Hours of a month, in which hourly prices become monthly ones. */
export const hoursPerMonth = 730;
/** Hours of the window. */
export const hoursInWindow = 720;
/** Days of a month, as many as the window has. */
const daysPerMonth = 30;
/** The last days of the window, which tell what a resource costs now. */
export const recentDays = 7;

/** What a resource cost in the window, decimal texts in USD. */
interface WindowCost {
  /** In the whole window. */
  cost: string;
  /** In its last seven days. */
  recentCost: string;
  daysWithCost: number;
  /** Days of the window that the bills of the account cover. */
  billedDays: number;
}

/**
 * What a resource will cost in the next month at its current rate: its cost in the 30 days of the window, or
 * as much as the last seven days come to, where that is less. So a day on which it did not run costs nothing,
 * and 12.00 on 10 of the 30 days is 12.00. With bills of 10 days alone, it is 36.00.
 */
export function costAtCurrentRate({ cost, recentCost, ...days }: WindowCost): string {
  const average = perMonth(cost, days.billedDays);
  // What is charged on fewer days is a fee rather than a rate: it says nothing by not being charged lately.
  const isDaily = days.daysWithCost >= recentDays;
  const current = isDaily ? Decimal.min(average, perMonth(recentCost, recentDays)) : average;
  return Decimal.max(current, 0).toDecimalPlaces(18).toFixed();
}

const perMonth = (cost: string, days: number) => new Decimal(cost).times(daysPerMonth).div(days);

/** What a resource costs per month; 0 where no bill has it. */
export const monthlyCost = ({ costPerMonth }: Pick<ResourceFacts, 'costPerMonth'>): string =>
  costPerMonth ?? '0';

/** Running hours per month: those of the window, as of a month of 730 hours. */
export function monthlyHours(resource: Pick<ResourceFacts, 'runningHours'>): string {
  return new Decimal(resource.runningHours).times(hoursPerMonth).div(hoursInWindow).toFixed();
}
