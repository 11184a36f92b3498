import { Decimal } from '../../../platform/lib/decimal.js';

/** Sums over cost lines; everything else follows from them. Decimal text. */
export interface FigureSums {
  /** As billed, of all lines. */
  billed: string;
  /** Effective cost of usage that commitments cover. */
  covered: string;
  /** Effective cost of commitments that no usage took. */
  unused: string;
  spot: string;
  on_demand: string;
  /** Discounts, credits and refunds; negative. */
  discounts: string;
  /** The same usage at public on-demand prices. */
  equivalent: string;
  /** Effective cost of usage without a public price; it counts at that in the equivalent. */
  unpriced: string;
}

export const figureNames = [
  'billed',
  'covered',
  'unused',
  'spot',
  'on_demand',
  'discounts',
  'equivalent',
  'unpriced',
] as const satisfies readonly (keyof FigureSums)[];

export const noSums = Object.fromEntries(
  figureNames.map((name) => [name, '0']),
) as unknown as FigureSums;

/** What a commitment report says of a bucket, a group or the whole range. */
export interface Figures {
  covered: Decimal;
  unused: Decimal;
  onDemand: Decimal;
  /** What was paid: commitments with their unused part, spot and on-demand usage, less discounts. */
  discountedSpend: Decimal;
  equivalent: Decimal;
  totalSavings: Decimal;
  /** Ratios are null where there is nothing to divide by. */
  coverage: Decimal | null;
  utilization: Decimal | null;
  effectiveSavingsRate: Decimal | null;
}

/** The figures that follow from sums. */
export function figuresOf(sums: FigureSums): Figures {
  const [covered, unused] = [new Decimal(sums.covered), new Decimal(sums.unused)];
  const onDemand = new Decimal(sums.on_demand);
  const equivalent = new Decimal(sums.equivalent);
  const discountedSpend = covered.plus(unused).plus(sums.spot).plus(onDemand).plus(sums.discounts);
  return {
    covered,
    unused,
    onDemand,
    discountedSpend,
    equivalent,
    totalSavings: equivalent.minus(discountedSpend),
    coverage: ratio(covered, covered.plus(onDemand)),
    utilization: ratio(covered, covered.plus(unused)),
    effectiveSavingsRate: ratio(equivalent.minus(discountedSpend), equivalent),
  };
}

const ratio = (part: Decimal, whole: Decimal) => (whole.isZero() ? null : part.div(whole));
