import { Decimal } from '../../../platform/lib/decimal.js';
import type { ResourceFacts } from './facts.js';

/** Hours of a month, in which hourly prices become monthly ones. */
export const hoursPerMonth = 730;
/** Hours of the window. */
export const hoursInWindow = 720;

/**
 * What a resource costs per month: its cost in the window, divided by the days with cost, times 30.
 * 12.00 on 10 days is 36.00.
 */
export function monthlyCost(resource: Pick<ResourceFacts, 'cost30' | 'daysWithCost'>): string {
  if (resource.daysWithCost === 0) return '0';
  return new Decimal(resource.cost30).times(30).div(resource.daysWithCost).toFixed();
}

/** Running hours per month: those of the window, as of a month of 730 hours. */
export function monthlyHours(resource: Pick<ResourceFacts, 'runningHours'>): string {
  return new Decimal(resource.runningHours).times(hoursPerMonth).div(hoursInWindow).toFixed();
}
