import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';
import { type UsageProfile, coveredUsage, fallenProfile } from './purchase-profile.js';

/**
 * The prices of a commitment. A reservation is bought in whole units at a price per unit and hour. A
 * savings plan is the same with a unit of one dollar of on-demand usage: it costs 1 − discount.
 */
export interface PurchaseTerms {
  /** On-demand price of a unit and hour. */
  onDemand: DecimalValue;
  /** Price of a committed unit and hour, used or not. */
  committed: DecimalValue;
  /** Only whole units can be bought. */
  whole: boolean;
}

/** How far usage falls in the question of regret. */
const assumedFall = '0.2';
/** Savings are per month of 730 hours. */
const hoursPerMonth = 730;

/** What a commitment would have done in the window. Amounts of money are per month. */
export interface Purchase {
  /** Committed units. */
  units: Decimal;
  /** Price of the commitment per hour. */
  hourlyCost: Decimal;
  saving: Decimal;
  /** Share of the usage that it covers; null without usage. */
  coverage: Decimal | null;
  /** Share of the commitment that is used; null for none. */
  utilization: Decimal | null;
  /** Utilization below which it costs more than on demand. */
  breakEvenUtilization: Decimal;
  /** How far usage can fall in every hour until nothing is saved; null if nothing is saved today. */
  breakEvenFall: Decimal | null;
  /** Saving if usage falls by the assumed share; negative if the commitment then costs more. */
  savingAfterFall: Decimal;
  /** What the best commitment for the fallen usage would save more than this one. */
  regret: Decimal;
}

/** Saving of a month: covered usage at on-demand prices, less the commitment. */
export function savingOf(
  profile: UsageProfile,
  { onDemand, committed }: PurchaseTerms,
  units: Decimal,
): Decimal {
  const avoided = coveredUsage(profile, units).times(onDemand);
  const paid = units.times(committed).times(profile.hours);
  return avoided.minus(paid).times(hoursPerMonth).div(profile.hours);
}

/**
 * The commitment with the largest saving, the smaller one on a tie; undefined if none saves anything.
 * The saving is linear between two amounts of usage, so only those can be the best.
 */
export function bestUnits(profile: UsageProfile, terms: PurchaseTerms): Decimal | undefined {
  const candidates = profile.levels.flatMap(({ amount }) =>
    terms.whole ? [amount.floor(), amount.ceil()] : [amount],
  );
  let best: { units: Decimal; saving: Decimal } | undefined;
  for (const units of candidates) {
    if (units.lte(0)) continue;
    const saving = savingOf(profile, terms, units);
    // Candidates ascend, so an equal one is larger.
    if (saving.gt(best?.saving ?? 0)) best = { units, saving };
  }
  return best?.units;
}

/** What a commitment of some units would have done. */
export function simulatePurchase(
  profile: UsageProfile,
  terms: PurchaseTerms,
  units: Decimal,
): Purchase {
  const fallen = fallenProfile(profile, assumedFall);
  const best = bestUnits(fallen, terms);
  const savingAfterFall = savingOf(fallen, terms, units);
  const bestAfterFall = best ? savingOf(fallen, terms, best) : new Decimal(0);
  const covered = coveredUsage(profile, units);
  return {
    units,
    hourlyCost: units.times(terms.committed),
    saving: savingOf(profile, terms, units),
    coverage: profile.total.isZero() ? null : covered.div(profile.total),
    utilization: units.isZero() ? null : covered.div(units.times(profile.hours)),
    breakEvenUtilization: new Decimal(terms.committed).div(terms.onDemand),
    breakEvenFall: breakEvenFall(profile, terms, units),
    savingAfterFall,
    // No whole number of units is better than none, where all lose.
    regret: Decimal.max(bestAfterFall.minus(savingAfterFall), 0),
  };
}

/**
 * The share by which usage can fall in every hour before the commitment costs as much as on demand. With
 * usage times s, levels up to capacity / s are below the capacity, so coverage is linear in s between them.
 */
export function breakEvenFall(
  { hours, levels, total }: UsageProfile,
  { onDemand, committed }: PurchaseTerms,
  units: Decimal,
): Decimal | null {
  if (units.isZero() || levels.length === 0) return null;
  const needed = units.times(committed).times(hours).div(onDemand);
  for (let index = levels.length; index >= 1; index -= 1) {
    // Levels from this index on fill the capacity; those below are covered entirely.
    const full = levels[index];
    const sumBelow = full ? full.below : total;
    const hoursFull = full ? hours - full.hoursBelow : 0;
    const rest = needed.minus(units.times(hoursFull)).div(sumBelow);
    if (rest.gt(1)) continue;
    const lowest = full ? units.div(full.amount) : new Decimal(0);
    const highest = units.div(levels[index - 1]!.amount);
    if (rest.gte(lowest) && rest.lte(highest)) return new Decimal(1).minus(rest);
  }
  return null;
}
