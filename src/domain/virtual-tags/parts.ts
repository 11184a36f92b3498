import { Decimal, type DecimalValue } from '../../platform/lib/decimal.js';

/** Shares have 36 places, as everywhere a line is weighed. */
const places = 36;

/** One part of a divided line. */
export interface Part {
  /** Null for what no value takes: it keeps the provider's own tag, if any. */
  value: string | null;
  share: string;
  /** Of the largest part: the shares of the others, which it leaves their rounded amounts. */
  others: string[];
}

/** Divides by weights; a negative weight counts 0. Null when there is nothing to divide by. */
export function partsByWeight(weights: ReadonlyMap<string, DecimalValue>): Part[] | null {
  const positive = [...weights]
    .map(([value, weight]) => ({ value, weight: new Decimal(weight) }))
    .filter(({ weight }) => weight.gt(0));
  const total = positive.reduce((sum, { weight }) => sum.plus(weight), new Decimal(0));
  if (total.isZero()) return null;
  return withRemainder(
    positive.map(({ value, weight }) => ({ value, share: rounded(weight.div(total)) })),
  );
}

/** A sum so near to 100 was meant to be 100. */
const tolerance = 0.05;

/** Divides by percentages; what is missing to 100 stays without a value. */
export function partsByPercentage(
  percentages: readonly { value: string; pct: DecimalValue }[],
): Part[] {
  const sum = percentages.reduce((all, { pct }) => all.plus(pct), new Decimal(0));
  const whole = sum.minus(100).abs().lte(tolerance) ? sum : new Decimal(100);
  const named = percentages.map(({ value, pct }) => ({
    value,
    share: rounded(new Decimal(pct).div(whole)),
  }));
  if (whole === sum) return withRemainder(named);
  const rest = named.reduce((left, { share }) => left.minus(share), new Decimal(1));
  return withRemainder([...named, { value: null, share: rest }]);
}

function rounded(share: Decimal): Decimal {
  return share.toDecimalPlaces(places);
}

/** The largest part, of equal ones the first, is what the others leave. */
function withRemainder(parts: { value: string | null; share: Decimal }[]): Part[] {
  const largest = parts.reduce((best, part) => (part.share.gt(best.share) ? part : best));
  const text = (share: Decimal) => share.toFixed(places);
  const others = parts.filter((part) => part !== largest).map(({ share }) => share);
  const left = others.reduce((rest, share) => rest.minus(share), new Decimal(1));
  return parts.map((part) =>
    part === largest
      ? { value: part.value, share: text(left), others: others.map(text) }
      : { value: part.value, share: text(part.share), others: [] },
  );
}
