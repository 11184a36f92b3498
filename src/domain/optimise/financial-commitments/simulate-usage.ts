import { Decimal } from '../../../platform/lib/decimal.js';
import { usageProfile } from './purchase-profile.js';
import { bestUnits, type Purchase, type PurchaseTerms, simulatePurchase } from './purchase.js';
import type { GroupUsage } from './read-on-demand-usage.js';

/** Purchases of one kind over the usage that they could cover. */
export interface UsageSimulation {
  /** Undefined if every purchase loses. */
  best: Purchase | undefined;
  /** On-demand cost per month of 730 hours. */
  monthlyCost: Decimal;
  /** The purchase of some units. */
  at(units: Decimal): Purchase;
  /** Committed units for a price per hour. */
  unitsFor(hourlyCost: Decimal): Decimal;
  /** Evenly spaced purchases from none to a quarter above the largest usage, and the best one. */
  curve(points: number): Purchase[];
}

/** Simulates purchases at a discount, a share of the on-demand price. */
export function simulateUsage(
  { offer, amounts, cost }: GroupUsage,
  discount: string,
): UsageSimulation | undefined {
  const profile = usageProfile(amounts);
  if (profile.total.lte(0) || cost.lte(0)) return undefined;
  const onDemand = offer.whole ? cost.div(profile.total) : new Decimal(1);
  const committed = onDemand.times(new Decimal(1).minus(discount));
  const terms: PurchaseTerms = { onDemand, committed, whole: offer.whole };
  const units = bestUnits(profile, terms);
  const at = (count: Decimal) => simulatePurchase(profile, terms, count);
  return {
    best: units && at(units),
    monthlyCost: cost.times(730).div(profile.hours),
    at,
    unitsFor: (hourlyCost) => hourlyCost.div(committed),
    curve: (points) =>
      curveUnits(profile.levels.at(-1)!.amount, points, offer.whole, units).map(at),
  };
}

function curveUnits(
  largest: Decimal,
  points: number,
  whole: boolean,
  best: Decimal | undefined,
): Decimal[] {
  const widest = largest.times('1.25');
  const last = whole ? widest.ceil() : widest;
  const spaced = Array.from({ length: points }, (_, index) => {
    const units = last.times(index).div(points - 1);
    return whole ? units.round() : units;
  });
  const all = [...spaced, ...(best ? [best] : [])].toSorted((one, other) => one.cmp(other));
  return all.filter((units, index) => !all[index - 1]?.eq(units));
}
