import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type ListPrice, PriceBook, type PriceKey, seedSource } from '../prices/index.js';
import type { PurchaseOffer, UsageKind } from './purchase-offer.js';
import type { Purchase } from './purchase.js';

/** When a commitment is paid. */
export const paymentOptions = ['no_upfront', 'partial_upfront', 'all_upfront'] as const;
type PaymentOption = (typeof paymentOptions)[number];

/** What a commitment of some length costs, paid one way. */
export interface TermPrice {
  years: 1 | 3;
  payment: PaymentOption;
  /** Imported price lists, else the discount that is usual; null where neither has it. */
  source: 'price_list' | 'usual_discount' | null;
  /** Share of the usage, by cost, whose prices the lists have. */
  priced: Decimal;
  /** Share of the on-demand price. */
  discount: Decimal;
  /** Share of the whole price that is paid at the start. */
  upfront: Decimal;
}

/** A kind of usage with its on-demand cost. */
export interface PricedKind extends UsageKind {
  cost: string;
}

/** The terms of an offer for some usage, from imported price lists. Prices of the release are examples, so they are not read. */
export async function readTermPrices(
  services: Pick<Services, 'db' | 'costs'>,
  offer: PurchaseOffer,
  kinds: readonly PricedKind[],
): Promise<TermPrice[]> {
  const book = new PriceBook(services);
  const keyed = kinds.flatMap((kind) => {
    const key = offer.priceKey?.(kind);
    return key ? [{ cost: new Decimal(kind.cost), key }] : [];
  });
  await book.load(keyed.map(({ key }) => key));
  const total = sum(kinds.map(({ cost }) => new Decimal(cost)));
  return ([1, 3] as const).flatMap((years) =>
    paymentOptions.map((payment): TermPrice => {
      const lifecycle = `${offer.whole ? 'reserved' : 'savings-plan'}-${years}yr-${payment.replace('_', '-')}`;
      const priced = keyed.flatMap(({ cost, key }) => pricesOf(book, cost, key, lifecycle));
      return { years, payment, ...termOf(offer, priced, total, { years, payment }) };
    }),
  );
}

interface KindPrice {
  cost: Decimal;
  onDemand: Decimal;
  committed: Decimal;
  /** The part of it that is paid upfront. */
  upfront: Decimal;
}

function pricesOf(book: PriceBook, cost: Decimal, key: PriceKey, lifecycle: string): KindPrice[] {
  const [onDemand, committed] = [book.onDemand(key), book.price(key, lifecycle)];
  const isListed = (price: ListPrice | undefined): price is ListPrice =>
    price !== undefined && price.source !== seedSource;
  if (!isListed(onDemand) || !isListed(committed)) return [];
  const isComparable = onDemand.currency === committed.currency && onDemand.unit === committed.unit;
  const price = new Decimal(onDemand.amount);
  if (!isComparable || price.lte(0)) return [];
  return [
    {
      cost,
      onDemand: price,
      committed: new Decimal(committed.amount),
      upfront: new Decimal(committed.upfront),
    },
  ];
}

/** Kinds weigh as much as they cost on demand. */
function termOf(
  offer: PurchaseOffer,
  priced: readonly KindPrice[],
  total: Decimal,
  { years, payment }: Pick<TermPrice, 'years' | 'payment'>,
): Omit<TermPrice, 'years' | 'payment'> {
  const known = sum(priced.map(({ cost }) => cost));
  const none = new Decimal(0);
  if (known.isZero()) {
    const isUsual = years === 1 && payment === 'no_upfront';
    const source = isUsual ? 'usual_discount' : null;
    return { source, priced: none, discount: new Decimal(offer.discount), upfront: none };
  }
  const paid = sum(priced.map((kind) => kind.cost.times(kind.committed).div(kind.onDemand)));
  const upfront = sum(priced.map((kind) => kind.cost.times(kind.upfront).div(kind.onDemand)));
  return {
    source: 'price_list',
    priced: known.div(total),
    discount: new Decimal(1).minus(paid.div(known)),
    upfront: paid.isZero() ? none : upfront.div(paid),
  };
}

const sum = (amounts: readonly Decimal[]) =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));

/** Months of 730 hours. */
const monthsPerYear = 12;
const hoursPerMonth = 730;

/** How a purchase is paid over its term. */
export interface PaymentPlan {
  upfront: Decimal;
  /** Per month, beside what was paid upfront. */
  monthly: Decimal;
  /** Of the whole term. */
  total: Decimal;
  /** Months until what was paid upfront is saved; null if it is not within the term. */
  breakEvenMonths: Decimal | null;
}

/**
 * The payments of a purchase. Of 8.00 a month for a year, half of it upfront, 48.00 are paid at the start and
 * 4.00 a month: where 10.00 a month are saved on demand, that is even after 8 months.
 */
export function paymentPlan(
  { hourlyCost, saving }: Pick<Purchase, 'hourlyCost' | 'saving'>,
  { years, upfront: share }: Pick<TermPrice, 'years' | 'upfront'>,
): PaymentPlan {
  const months = years * monthsPerYear;
  const perMonth = hourlyCost.times(hoursPerMonth);
  const total = perMonth.times(months);
  const upfront = total.times(share);
  const monthly = total.minus(upfront).div(months);
  const avoided = saving.plus(perMonth);
  const gained = avoided.minus(monthly);
  const breakEven = gained.gt(0) ? upfront.div(gained) : null;
  return { upfront, monthly, total, breakEvenMonths: breakEven?.lte(months) ? breakEven : null };
}
