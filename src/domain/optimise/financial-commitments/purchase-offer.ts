import type { PriceKey } from '../prices/index.js';

/** One kind of on-demand usage on a bill. */
export interface UsageKind {
  service: string;
  serviceCode: string | null;
  category: string | null;
  usageType: string | null;
  operation: string | null;
  instanceType: string | null;
  region: string | null;
}

/** A commitment that a provider sells. */
export interface PurchaseOffer {
  /** Type and category of its recommendation. */
  type: string;
  category: string;
  /** Display name of the service. */
  service: string;
  provider: 'aws' | 'azure' | 'gcp' | 'datadog';
  title: string;
  /** Bought as whole units; otherwise as spend per hour. */
  whole: boolean;
  /** Share of the on-demand price, where the price catalogue has none: one year, nothing upfront. */
  discount: string;
  isEligible(usage: UsageKind): boolean;
  /** Usage with equal values can be covered by one purchase. */
  group(usage: UsageKind): string[];
  /** What price lists call the usage; undefined where they do not have it. */
  priceKey?(usage: UsageKind): PriceKey | undefined;
  /** Units of the purchase per unit on the bill; 1 unless said. */
  units?(usage: UsageKind): number;
}

export const hasText = (text: string | null, pattern: RegExp) => pattern.test(text ?? '');

const sizes: Readonly<Record<string, number>> = {
  nano: 0.25,
  micro: 0.5,
  small: 1,
  medium: 2,
  large: 4,
  xlarge: 8,
};

/** Normalized units of an instance size: 4 for `large`, 16 for `2xlarge`. */
export function normalizedUnits(size: string): number {
  const [, count] = /^(\d+)xlarge$/.exec(size) ?? [];
  return count === undefined ? (sizes[size] ?? 1) : Number(count) * sizes['xlarge']!;
}
