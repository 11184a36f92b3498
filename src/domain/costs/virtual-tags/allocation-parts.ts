import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';

/** Decimal places of a share, as of every weight of a line. */
const sharePlaces = 36;

/** The part of an allocated cost that goes to one value. */
export interface AllocationPart {
  /** Null for what goes to no value: it keeps the provider's tag, if any. */
  value: string | null;
  share: string;
  /** On the largest part only: the shares of the others. It gets what their rounded amounts leave. */
  otherShares: string[];
}

/** Allocates in proportion to weights; negative weights count as 0. Null when all are 0. */
export function allocateByWeight(
  weights: ReadonlyMap<string, DecimalValue>,
): AllocationPart[] | null {
  const positive = [...weights]
    .map(([value, weight]) => ({ value, weight: new Decimal(weight) }))
    .filter(({ weight }) => weight.gt(0));
  const total = positive.reduce((sum, { weight }) => sum.plus(weight), new Decimal(0));
  if (total.isZero()) return null;
  return withRemainder(
    positive.map(({ value, weight }) => ({ value, share: roundShare(weight.div(total)) })),
  );
}

/** Percentages whose sum is this close to 100 are scaled to 100. */
const tolerance = 0.05;

/** Allocates by percentages; what is missing to 100 goes to no value. */
export function allocateByPercentage(
  percentages: readonly { value: string; pct: DecimalValue }[],
): AllocationPart[] {
  const sum = percentages.reduce((all, { pct }) => all.plus(pct), new Decimal(0));
  const whole = sum.minus(100).abs().lte(tolerance) ? sum : new Decimal(100);
  const named = percentages.map(({ value, pct }) => ({
    value,
    share: roundShare(new Decimal(pct).div(whole)),
  }));
  if (whole === sum) return withRemainder(named);
  const rest = named.reduce((left, { share }) => left.minus(share), new Decimal(1));
  return withRemainder([...named, { value: null, share: rest }]);
}

function roundShare(share: Decimal): Decimal {
  return share.toDecimalPlaces(sharePlaces);
}

/** Gives the largest part, of equal ones the first, the remainder, so that shares sum to exactly 1. */
function withRemainder(parts: { value: string | null; share: Decimal }[]): AllocationPart[] {
  const largest = parts.reduce((best, part) => (part.share.gt(best.share) ? part : best));
  const format = (share: Decimal) => share.toFixed(sharePlaces);
  const others = parts.filter((part) => part !== largest).map(({ share }) => share);
  const remainder = others.reduce((rest, share) => rest.minus(share), new Decimal(1));
  return parts.map((part) =>
    part === largest
      ? { value: part.value, share: format(remainder), otherShares: others.map(format) }
      : { value: part.value, share: format(part.share), otherShares: [] },
  );
}
