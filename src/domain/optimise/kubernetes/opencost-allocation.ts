import { z } from 'zod';
import { Decimal } from '../../../platform/lib/decimal.js';
import {
  type AllocationCategory,
  type AllocationOwner,
  type AllocationRow,
  idleNamespace,
  unknownNamespace,
} from './allocation-row.js';
import { parseProviderId } from './provider-id.js';

const text = z.string().nullish();
const labels = z.record(z.string(), z.coerce.string()).nullish();
const number = z.number().nullish();

/** One allocation of OpenCost; the fields that are read. */
export const OpenCostAllocation = z.object({
  name: z.string(),
  properties: z
    .object({
      cluster: text,
      node: text,
      container: text,
      controller: text,
      controllerKind: text,
      namespace: text,
      pod: text,
      services: z.array(z.string()).nullish(),
      providerID: text,
      labels,
      namespaceLabels: labels,
    })
    .nullish(),
  window: z.object({ start: z.string(), end: z.string() }),
  minutes: number,
  cpuCores: number,
  cpuCoreRequestAverage: number,
  cpuCoreUsageAverage: number,
  cpuCoreHours: number,
  cpuCost: number,
  cpuCostAdjustment: number,
  ramBytes: number,
  ramByteRequestAverage: number,
  ramByteUsageAverage: number,
  ramByteHours: number,
  ramCost: number,
  ramCostAdjustment: number,
  gpuCount: number,
  gpuRequestAverage: number,
  gpuUsageAverage: number,
  gpuHours: number,
  gpuCost: number,
  gpuCostAdjustment: number,
  pvByteHours: number,
  pvCost: number,
  pvCostAdjustment: number,
  networkCost: number,
  networkCostAdjustment: number,
  loadBalancerCost: number,
  loadBalancerCostAdjustment: number,
  sharedCost: number,
  externalCost: number,
  totalCost: number,
});
export type OpenCostAllocation = z.output<typeof OpenCostAllocation>;

const decimal = (value: number | null | undefined) => new Decimal(value ?? 0);
const sum = (...values: (number | null | undefined)[]) =>
  values.reduce<Decimal>((total, value) => total.plus(value ?? 0), new Decimal(0));

/** The rows of an allocation: up to one per category; those without cost and usage are left out. */
function allocationRows(
  allocation: OpenCostAllocation,
  { cluster, currency }: { cluster: string; currency: string },
): AllocationRow[] {
  const owner = ownerOf(allocation, cluster);
  const window = { start: new Date(allocation.window.start), end: new Date(allocation.window.end) };
  const rows = figuresOf(allocation, owner.namespace === idleNamespace).map((figures) => ({
    ...owner,
    ...window,
    ...figures,
    currency,
  }));
  return rows.filter(
    ({ amount, allocated, used }) => !amount.isZero() || !isNothing(allocated) || !isNothing(used),
  );
}

/** How far the sum of the categories is from the total; OpenCost rounds to five places. */
const totalTolerance = new Decimal('0.0001');
const maxWarnings = 100;

/** Turns allocations into rows, and warns of those whose categories do not add up. */
export class AllocationReader {
  allocations = 0;
  readonly warnings: string[] = [];
  readonly #of: { cluster: string; currency: string };

  constructor(of: { cluster: string; currency: string }) {
    this.#of = of;
  }

  read(allocation: OpenCostAllocation): AllocationRow[] {
    this.allocations += 1;
    const rows = allocationRows(allocation, this.#of);
    const total = rows.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
    const difference = total.minus(allocation.totalCost ?? 0).abs();
    if (difference.gt(totalTolerance) && this.warnings.length < maxWarnings) {
      this.warnings.push(
        `${allocation.name}: the categories add up to ${total.toFixed()}, but the total cost is ${allocation.totalCost ?? 0}.`,
      );
    }
    return rows;
  }
}

const isNothing = (value: Decimal | undefined) => value === undefined || value.isZero();

function ownerOf({ name, properties }: OpenCostAllocation, cluster: string): AllocationOwner {
  const of = properties ?? {};
  const isIdle = name.includes(idleNamespace);
  return {
    cluster: clusterName(of.cluster || cluster),
    namespace: isIdle ? idleNamespace : of.namespace || unknownNamespace,
    pod: of.pod ?? undefined,
    container: of.container ?? undefined,
    controller: of.controller ?? undefined,
    controllerKind: of.controllerKind ?? undefined,
    node: of.node ?? undefined,
    service: of.services?.join(',') || undefined,
    ...parseProviderId(of.providerID ?? undefined),
    labels: { ...of.namespaceLabels, ...of.labels },
  };
}

/** A cluster id has letters, digits, dots, underscores and hyphens only. */
export const clusterName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-') || 'cluster';

type Figures = Pick<AllocationRow, 'amount' | 'idleCost' | 'requested' | 'used' | 'allocated'> & {
  category: AllocationCategory;
};

function figuresOf(of: OpenCostAllocation, isIdle: boolean): Figures[] {
  const hours = decimal(of.minutes).div(60);
  const metered = (
    category: AllocationCategory,
    [cost, adjustment]: (number | null | undefined)[],
    usage: {
      held: number | null | undefined;
      request: number | null | undefined;
      used: number | null | undefined;
      hours: number | null | undefined;
    },
  ): Figures => {
    const amount = sum(cost, adjustment);
    const unused = decimal(usage.request).minus(decimal(usage.used));
    const isUnused = unused.gt(0) && (usage.held ?? 0) > 0 && usage.used != null;
    const idleCost = isUnused ? decimal(cost).times(unused).div(usage.held!) : new Decimal(0);
    return {
      category,
      amount,
      idleCost: isIdle ? amount : idleCost,
      requested: usage.request == null ? undefined : decimal(usage.request).times(hours),
      used: usage.used == null ? undefined : decimal(usage.used).times(hours),
      allocated: usage.hours == null ? undefined : decimal(usage.hours),
    };
  };
  const plain = (category: AllocationCategory, amount: Decimal, allocated?: Decimal): Figures => ({
    category,
    amount,
    idleCost: new Decimal(0),
    allocated,
  });
  return [
    metered('cpu', [of.cpuCost, of.cpuCostAdjustment], {
      held: of.cpuCores,
      request: of.cpuCoreRequestAverage,
      used: of.cpuCoreUsageAverage,
      hours: of.cpuCoreHours,
    }),
    metered('ram', [of.ramCost, of.ramCostAdjustment], {
      held: of.ramBytes,
      request: of.ramByteRequestAverage,
      used: of.ramByteUsageAverage,
      hours: of.ramByteHours,
    }),
    metered('gpu', [of.gpuCost, of.gpuCostAdjustment], {
      held: of.gpuCount,
      request: of.gpuRequestAverage ?? of.gpuCount,
      used: of.gpuUsageAverage,
      hours: of.gpuHours,
    }),
    plain('storage', sum(of.pvCost, of.pvCostAdjustment), decimal(of.pvByteHours)),
    plain('network', sum(of.networkCost, of.networkCostAdjustment)),
    plain(
      'other',
      sum(of.loadBalancerCost, of.loadBalancerCostAdjustment, of.sharedCost, of.externalCost),
    ),
  ];
}
