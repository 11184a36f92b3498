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

/** Whether a reservation or a savings plan covers the usage, so that no money comes back without it. */
export const isCovered = ({ commitmentType }: Pick<Charge, 'commitmentType'>): boolean =>
  commitmentType === 'reserved_instance' || commitmentType === 'savings_plan';

const isDiscount = ({ commitmentType }: Charge) => commitmentType === 'enterprise_discount';

/** What is paid for usage, before discounts, which are charges of their own. */
const grossCostOf = (charges: readonly Charge[]) =>
  costOf(charges.filter((charge) => !isCovered(charge) && !isDiscount(charge)));

/**
 * What some charges of a resource cost per month at its current rate, with their part of its discounts. Of
 * charges of 60.00, in a gross cost of 80.00 of a resource that costs 40.00 per month, it is 30.00.
 */
export function monthlyCostOf(charges: readonly Charge[], resource: ResourceFacts): string {
  const gross = new Decimal(grossCostOf(resource.charges));
  if (gross.lte(0)) return '0';
  return new Decimal(grossCostOf(charges)).times(monthlyCost(resource)).div(gross).toFixed();
}

/**
 * A saving by list prices, at the price that the resource pays: 4.00 of a list price of 20.00 are 3.00 where
 * these charges cost 15.00. Without them on the bill it stays.
 */
export function atPaidPrice(
  saving: Decimal,
  listCost: Decimal,
  charges: readonly Charge[],
  resource: ResourceFacts,
): Decimal {
  if (charges.length === 0 || listCost.lte(0)) return saving;
  return saving.times(monthlyCostOf(charges, resource)).div(listCost);
}

/** What the resource pays per month for what a saving by list prices is about, where the bill says so. */
export function paidEvidence(charges: readonly Charge[], resource: ResourceFacts): Evidence[] {
  return charges.length === 0 ? [] : [dollars('Paid per month', monthlyCostOf(charges, resource))];
}

/** A surcharge counted in hours beside those of the machine itself. */
const surcharge = /EBSOptimized|CPUCredits|ExtendedSupport|PublicIPv4/i;

/** The charges for the hours of a machine. */
export const machineCharges = <Of extends Charge>(charges: readonly Of[]): Of[] =>
  charges.filter(({ unit, usageType }) => unit === 'Hours' && !surcharge.test(usageType ?? ''));

/** The usage of charges, decimal text. */
export function quantityOf(charges: readonly Charge[]): string {
  return charges.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)).toFixed();
}

/** A computed figure as evidence, with as many places as one can read. */
export function figure(label: string, value: Decimal | string): Evidence {
  return { label, value: new Decimal(value).toDecimalPlaces(6).toFixed() };
}

/** An amount or a price as evidence: `1246.25 USD`; below one, prices have more digits: `0.192 USD`. */
export function dollars(label: string, value: Decimal | string): Evidence {
  const exact = new Decimal(value);
  const amount = exact.toDecimalPlaces(exact.abs().lt(1) ? 6 : 2, Decimal.ROUND_HALF_UP);
  return { label, value: `${amount.toFixed(Math.max(2, amount.decimalPlaces()))} USD` };
}

/** A share as evidence: 0.8 is `80%`. */
export function percentage(label: string, share: Decimal | string): Evidence {
  return { label, value: `${new Decimal(share).times(100).toDecimalPlaces(2).toFixed()}%` };
}

/** Evidence for a saving that is the whole monthly cost of a resource. */
export function costEvidence(resource: ResourceFacts): Evidence[] {
  return [
    dollars('Cost in the last 30 days', resource.cost30),
    { label: 'Days with cost', value: String(resource.daysWithCost) },
    dollars('Cost per month', monthlyCost(resource)),
  ];
}
