import { Decimal } from '../../../../platform/lib/decimal.js';
import type { Charge, ResourceFacts } from '../facts.js';
import { hoursInWindow, monthlyCost } from '../monthly-cost.js';
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

/** Sums of the charges of one resource. */
export function costsOf(charges: readonly ResourceCharge[]): Costs {
  const billed = {
    cost30: sumOf(charges, 'cost'),
    daysWithCost: new Set(charges.flatMap(({ days }) => days)).size,
  };
  const amortized = {
    cost30: sumOf(charges, 'effectiveCost'),
    daysWithCost: new Set(charges.flatMap(({ amortizedDays }) => amortizedDays)).size,
  };
  const amortizedPerMonth = roundedCost(monthlyCost(amortized));
  const larger = Decimal.max(roundedCost(monthlyCost(billed)), amortizedPerMonth).toFixed();
  return {
    ...billed,
    runningHours: runningHours(charges),
    charges,
    amortizedPerMonth,
    costPerMonth: charges.length === 0 ? null : larger,
  };
}

const roundedCost = (cost: string) => new Decimal(cost).toDecimalPlaces(18).toFixed();

/** The exact sum of a column of charges. */
function sumOf(charges: readonly Charge[], column: 'cost' | 'effectiveCost'): string {
  return charges.reduce((sum, charge) => sum.plus(charge[column]), new Decimal(0)).toFixed();
}

/** A surcharge counted in hours beside those of the instance itself. */
const surcharge = /EBSOptimized|CPUCredits|ExtendedSupport|PublicIPv4/i;

function runningHours(charges: readonly ResourceCharge[]): string {
  const hours = charges
    .filter(({ unit, usageType }) => unit === 'Hours' && !surcharge.test(usageType ?? ''))
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  return Decimal.min(hours, hoursInWindow).toFixed();
}
