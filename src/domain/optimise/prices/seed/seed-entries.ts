import { Decimal } from '../../../../platform/lib/decimal.js';
import type { ListedProduct, ListedSku, PriceListEntry } from '../price-list.js';

/**
 * The day that the prices of the release stand for. They were compiled from memory of public list prices, as
 * examples for estimates until an operator imports a real price list; nobody has compared them with one.
 */
export const seedDate = '2025-01-01';

/** Discounts that commitments of one year without upfront payment usually have. */
interface Discounts {
  reserved?: string;
  savingsPlan?: string;
}

/** A price on demand, and what follows from it. */
export interface SeedPrice {
  offer: string;
  product: ListedProduct;
  region: string;
  rateType: ListedSku['rateType'];
  platform: string;
  qualifier?: string;
  unit: string;
  onDemand: string;
  /** The price was derived from that of another region. */
  isEstimated?: boolean;
  discounts?: Discounts;
  /** Offer of the savings plans, which the provider publishes apart from the prices on demand. */
  savingsPlanOffer?: string;
}

/** `times('0.096', 4)` is `'0.384'`. */
export const times = (amount: string, factor: string | number): string =>
  new Decimal(amount).times(factor).toFixed();

/**
 * The entries of one seed price. Prices on demand are those of the provider; commitments are computed from
 * their usual discount and marked as estimated.
 */
export function* seedEntries(seed: SeedPrice): Generator<PriceListEntry> {
  const { discounts = {}, savingsPlanOffer = seed.offer } = seed;
  yield* entriesOf(seed, seed.offer, [
    { lifecycle: 'on-demand', amount: seed.onDemand, isEstimated: seed.isEstimated ?? false },
    ...(discounts.reserved ? [committed(seed, 'reserved', discounts.reserved)] : []),
  ]);
  if (!discounts.savingsPlan) return;
  const plan = committed(seed, 'savings-plan', discounts.savingsPlan);
  yield* entriesOf(seed, savingsPlanOffer, [plan]);
}

const committed = ({ onDemand }: SeedPrice, kind: string, discount: string) => ({
  lifecycle: `${kind}-1yr-no-upfront`,
  amount: new Decimal(onDemand).times(new Decimal(1).minus(discount)).toDecimalPlaces(5).toFixed(),
  isEstimated: true,
});

function* entriesOf(
  seed: SeedPrice,
  offer: string,
  prices: { lifecycle: string; amount: string; isEstimated: boolean }[],
): Generator<PriceListEntry> {
  const { product, region, rateType, platform, qualifier = '', unit } = seed;
  const sku = [offer, product.name, region, platform, qualifier].join('/');
  yield { kind: 'sku', sku, offer, product, region, rateType, platform, tenancy: '', qualifier };
  for (const { lifecycle, amount, isEstimated } of prices) {
    const isCommitment = lifecycle !== 'on-demand';
    const details = {
      ...(isCommitment ? { term: '1yr', purchase_option: 'No Upfront' } : {}),
      ...(isEstimated ? { estimated: true } : {}),
    };
    yield { kind: 'price', sku, lifecycle, qualifier: '', unit, currency: 'USD', amount, details };
  }
}
