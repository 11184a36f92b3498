import { Decimal } from '../../../../platform/lib/decimal.js';
import type { Charge, ResourceFacts } from '../facts.js';
import { hoursInWindow } from '../monthly-cost.js';
import { shortId } from '../../resources/index.js';
import type { ResourceCharge } from './read-charges.js';

type Costs = Pick<ResourceFacts, 'cost30' | 'daysWithCost' | 'runningHours' | 'charges'>;

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
  const days = new Set(charges.flatMap((charge) => charge.days));
  return {
    cost30: sumOf(charges, 'cost'),
    daysWithCost: days.size,
    runningHours: runningHours(charges),
    charges,
  };
}

/** The exact sum of a column of charges. */
export function sumOf(charges: readonly Charge[], column: 'cost' | 'effectiveCost'): string {
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
