import { Decimal } from '../../../platform/lib/decimal.js';
import type { Charge, ResourceFacts } from './facts.js';
import type { Evidence } from './finding.js';
import { monthlyCost } from './monthly-cost.js';

/** The charges whose usage type matches. */
export function chargesFor(charges: readonly Charge[], usageType: RegExp): Charge[] {
  return charges.filter((charge) => usageType.test(charge.usageType ?? ''));
}

/** The unblended cost of charges, decimal text. */
export function costOf(charges: readonly Charge[]): string {
  return charges.reduce((sum, { cost }) => sum.plus(cost), new Decimal(0)).toFixed();
}

/** The usage of charges, decimal text. */
export function quantityOf(charges: readonly Charge[]): string {
  return charges.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)).toFixed();
}

/** A computed figure as evidence, with as many places as one can read. */
export function figure(label: string, value: Decimal | string): Evidence {
  return { label, value: new Decimal(value).toDecimalPlaces(6).toFixed() };
}

/** An amount or a price as evidence: `0.192 USD`, `12.50 USD`. */
export function dollars(label: string, value: Decimal | string): Evidence {
  const amount = new Decimal(value).toDecimalPlaces(6);
  return { label, value: `${amount.toFixed(Math.max(2, amount.decimalPlaces()))} USD` };
}

/** A share as evidence: 0.8 is `80 %`. */
export function percentage(label: string, share: Decimal | string): Evidence {
  return { label, value: `${new Decimal(share).times(100).toDecimalPlaces(2).toFixed()} %` };
}

/** Evidence for a saving that is the whole monthly cost of a resource. */
export function costEvidence(resource: ResourceFacts): Evidence[] {
  return [
    dollars('Cost in the last 30 days', resource.cost30),
    { label: 'Days with cost', value: String(resource.daysWithCost) },
    dollars('Cost per month', monthlyCost(resource)),
  ];
}
