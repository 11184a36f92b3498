import { Decimal } from '../../../../platform/lib/decimal.js';
import { costOf, isCovered, machineCharges, quantityOf } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import { costAtCurrentRate, hoursInWindow } from '../monthly-cost.js';
import { shortId } from '../../resources/index.js';
import type { ResourceCharge } from './read-charges.js';

type Costs = Pick<
  ResourceFacts,
  'cost30' | 'daysWithCost' | 'runningHours' | 'charges' | 'amortizedPerMonth' | 'costPerMonth'
>;

/** The identifiers that a bill may have for a resource: bills shorten ARNs of instances, volumes and buckets. */
export function billedIds(uuid: string, provider: string): string[] {
  if (provider === 'azure') return [uuid.toLowerCase()];
  return [...new Set([uuid, shortId(uuid)])];
}

/** Charges by the identifier that the bill has. */
export function chargesById(charges: readonly ResourceCharge[]): Map<string, ResourceCharge[]> {
  const byId = new Map<string, ResourceCharge[]>();
  for (const charge of charges) {
    const known = byId.get(charge.resourceId);
    if (known) known.push(charge);
    else byId.set(charge.resourceId, [charge]);
  }
  return byId;
}

/** Sums of the charges of one resource, or of a commitment. */
export function costsOf(
  charges: readonly ResourceCharge[],
  { billedDays, isCommitment }: { billedDays: number; isCommitment: boolean },
): Costs {
  const paid = charges.filter((charge) => isCommitment || !isCovered(charge));
  const cost30 = costOf(paid);
  const daysWithCost = countDays(paid.map(({ days }) => days));
  const amortized = amortizedPerMonth(charges);
  const recentCost = sumOf(paid, 'recentCost');
  const current = isCommitment
    ? amortized
    : costAtCurrentRate({ cost: cost30, recentCost, daysWithCost, billedDays });
  return {
    cost30,
    daysWithCost,
    runningHours: Decimal.min(quantityOf(machineCharges(charges)), hoursInWindow).toFixed(),
    charges,
    amortizedPerMonth: amortized,
    costPerMonth: charges.length === 0 ? null : current,
  };
}

/** Of the days that it had cost on: what ends and is measured afterwards does not run on all of them. */
function amortizedPerMonth(charges: readonly ResourceCharge[]): string {
  const days = countDays(charges.map(({ amortizedDays }) => amortizedDays));
  if (days === 0) return '0';
  const cost = new Decimal(sumOf(charges, 'effectiveCost'));
  return cost.times(30).div(days).toDecimalPlaces(18).toFixed();
}

const countDays = (days: readonly string[][]) => new Set(days.flat()).size;

/** The exact sum of a column of charges. */
function sumOf(charges: readonly ResourceCharge[], column: 'effectiveCost' | 'recentCost'): string {
  return charges.reduce((sum, charge) => sum.plus(charge[column]), new Decimal(0)).toFixed();
}
