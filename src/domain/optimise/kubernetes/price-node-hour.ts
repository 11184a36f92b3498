import { Decimal } from '../../../platform/lib/decimal.js';

/** Relative prices by which the price of a node is divided between its cores and its memory. */
export const coreWeight = new Decimal('0.031611');
export const gibWeight = new Decimal('0.004237');
/** The share of a node's price that its GPUs have, if it has any. */
const gpuShare = new Decimal('0.95');

/** Amounts are stored with this many decimal places. */
const amountPlaces = 18;

const zero = new Decimal(0);
const round = (amount: Decimal) => amount.toDecimalPlaces(amountPlaces);
const atLeastZero = (value: Decimal) => Decimal.max(value, 0);

export type PricedCategory = 'cpu' | 'ram' | 'gpu';
export const pricedCategories = ['cpu', 'ram', 'gpu'] as const;

/** The capacity of a node: cores, GiB of memory and GPUs. */
export type Capacity = Readonly<Record<PricedCategory, Decimal>>;

/** How the price of a node is divided between what it has. The parts add up to the price. */
export function splitPrice(price: Decimal, capacity: Capacity): Record<PricedCategory, Decimal> {
  const gpu = capacity.gpu.isZero() ? zero : round(price.times(gpuShare));
  const rest = price.minus(gpu);
  const cores = capacity.cpu.times(coreWeight);
  const weights = cores.plus(capacity.ram.times(gibWeight));
  const cpu = weights.isZero() ? rest : round(rest.times(cores).div(weights));
  return { cpu, ram: rest.minus(cpu), gpu };
}

/** What a pod requested and used of one category in an hour, in unit-hours. */
export interface Usage {
  requested: Decimal;
  /** Undefined when it is not known: then nothing counts as idle. */
  used: Decimal | undefined;
}

/** Cost of a share of a node in an hour. */
export interface Share {
  allocated: Decimal;
  amount: Decimal;
  idleCost: Decimal;
}

/**
 * Divides what one category of a node costs in an hour between its pods and the rest that no pod
 * takes. Pods pay for the larger of request and use; if together they take more than the node has,
 * they share its cost, so that all parts always add up to exactly that cost.
 */
export function shareCost(
  cost: Decimal,
  capacity: Decimal,
  pods: readonly Usage[],
): { pods: Share[]; rest: Share } {
  const allocated = pods.map(({ requested, used }) => Decimal.max(requested, used ?? requested));
  const taken = allocated.reduce((sum, each) => sum.plus(each), zero);
  const all = Decimal.max(capacity, taken);
  const unitPrice = all.isZero() ? zero : cost.div(all);
  const shares = pods.map(({ requested, used }, index): Share => {
    const idle = used === undefined ? zero : atLeastZero(requested.minus(used));
    return {
      allocated: allocated[index]!,
      amount: round(allocated[index]!.times(unitPrice)),
      idleCost: round(idle.times(unitPrice)),
    };
  });
  const paid = shares.reduce((sum, { amount }) => sum.plus(amount), zero);
  const free = atLeastZero(capacity.minus(taken));
  if (!free.isZero() || all.isZero()) {
    const amount = cost.minus(paid);
    return { pods: shares, rest: { allocated: free, amount, idleCost: amount } };
  }
  return {
    pods: settle(shares, cost.minus(paid)),
    rest: { allocated: zero, amount: zero, idleCost: zero },
  };
}

/** Adds what rounding left over to the largest share. */
function settle(shares: readonly Share[], difference: Decimal): Share[] {
  const largest = shares.reduce(
    (best, share, index) => (share.amount.gt(shares[best]!.amount) ? index : best),
    0,
  );
  return shares.map((share, index) =>
    index === largest ? { ...share, amount: share.amount.plus(difference) } : share,
  );
}
