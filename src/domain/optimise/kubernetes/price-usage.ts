import { Decimal } from '../../../platform/lib/decimal.js';
import { type AllocationOwner, type AllocationRow, idleNamespace } from './allocation-row.js';
import {
  type Capacity,
  type PricedCategory,
  pricedCategories,
  shareCost,
  splitPrice,
  type Usage,
} from './price-node-hour.js';

export const hourMs = 3_600_000;
const bytesPerGib = new Decimal(2 ** 30);

/** What a pod requested and used on a node in an hour: core-hours, GiB-hours and GPU-hours. */
export interface PodUsage {
  owner: AllocationOwner;
  usage: Readonly<Record<PricedCategory, Usage>>;
}

/** A node in an hour, and the pods that ran on it. */
export interface NodeHour {
  node: Pick<AllocationOwner, 'cluster' | 'node' | 'region' | 'accountId' | 'nodeResourceId'>;
  start: Date;
  /** Hours that the node was up, at most 1. */
  hours: Decimal;
  capacity: Capacity;
  pods: PodUsage[];
}

/** What a node costs in an hour: as billed, and without discounts. */
export interface NodePrice {
  amount: Decimal;
  listAmount: Decimal;
  currency: string;
  accountId?: string | undefined;
  region?: string | undefined;
}

/** Divides the price of a node in an hour between its pods and the capacity that none takes. */
export function priceNodeHour(hour: NodeHour, price: NodePrice): AllocationRow[] {
  const billed = splitPrice(price.amount, hour.capacity);
  const list = splitPrice(price.listAmount, hour.capacity);
  const window = { start: hour.start, end: new Date(hour.start.getTime() + hourMs) };
  const origin = { accountId: price.accountId, region: price.region };
  return pricedCategories.flatMap((category) => {
    const capacity = hour.capacity[category].times(hour.hours);
    const usage = hour.pods.map((pod) => pod.usage[category]);
    const shares = shareCost(billed[category], capacity, usage);
    const listShares = shareCost(list[category], capacity, usage);
    const units = (value: Decimal) => (category === 'ram' ? value.times(bytesPerGib) : value);
    const rows = hour.pods.map((pod, index): AllocationRow => {
      const { requested, used } = usage[index]!;
      const listShare = listShares.pods[index]!;
      return {
        ...withOrigin(pod.owner, origin),
        ...window,
        category,
        requested: units(requested),
        used: used && units(used),
        allocated: units(listShare.allocated),
        amount: shares.pods[index]!.amount,
        listAmount: listShare.amount,
        idleCost: listShare.idleCost,
        currency: price.currency,
      };
    });
    const rest: AllocationRow = {
      ...withOrigin({ ...hour.node, namespace: idleNamespace, labels: {} }, origin),
      ...window,
      category,
      allocated: units(listShares.rest.allocated),
      capacity: units(capacity),
      amount: shares.rest.amount,
      listAmount: listShares.rest.amount,
      idleCost: listShares.rest.idleCost,
      currency: price.currency,
    };
    return [...rows, rest].filter(({ amount, listAmount, allocated, capacity: ofNode }) =>
      [amount, listAmount, allocated, ofNode].some((value) => value && !value.isZero()),
    );
  });
}

const withOrigin = (
  owner: AllocationOwner,
  { accountId, region }: Pick<NodePrice, 'accountId' | 'region'>,
): AllocationOwner => ({
  ...owner,
  accountId: owner.accountId ?? accountId,
  region: owner.region ?? region,
});
