import type { ResourceFacts } from './facts.js';
import { numberField } from './metadata.js';
import type { Machine } from './reference/machine.js';

/** No size may be recommended on which a known peak would exceed this. */
export const maxUtilisationPercent = 80;
const bitsPerByte = 8;
const bitsPerMegabit = 1_000_000;

/** Peaks in percent of the current size over the last 14 days; null where nothing was measured. */
export interface Peaks {
  cpu: number | null;
  memory: number | null;
  network: number | null;
  disk: number | null;
  /** The same in Mbit/s, where bytes were measured. */
  networkMbps: number | null;
  diskMbps: number | null;
}

/** Nothing is known. */
export const unmeasured: Peaks = {
  cpu: null,
  memory: null,
  network: null,
  disk: null,
  networkMbps: null,
  diskMbps: null,
};

/** The peaks that the inventory knows of a machine. */
export function peaksOf(resource: Pick<ResourceFacts, 'metadata'>): Peaks {
  return {
    cpu: numberField(resource, 'max_cpu'),
    memory: numberField(resource, 'max_memory'),
    network: numberField(resource, 'max_network'),
    disk: numberField(resource, 'max_disk'),
    // A network carries both directions at once, a disk shares its bandwidth between them.
    networkMbps: mbps(resource, ['network_in', 'network_out'], Math.max),
    diskMbps: mbps(resource, ['ebs_read', 'ebs_write'], (read, write) => read + write),
  };
}

function mbps(
  resource: Pick<ResourceFacts, 'metadata'>,
  [one, other]: readonly [string, string],
  together: (one: number, other: number) => number,
): number | null {
  const first = numberField(resource, `max_${one}_bytes_per_second`);
  const second = numberField(resource, `max_${other}_bytes_per_second`);
  if (first === null && second === null) return null;
  return (together(first ?? 0, second ?? 0) * bitsPerByte) / bitsPerMegabit;
}

/**
 * The peak on another size: 40 % of 4 vCPU is 80 % of 2. Not known where a peak is known, but one of
 * the capacities is not.
 */
function projectedPercent(
  peak: number,
  current: number | undefined,
  target: number | undefined,
): number | undefined {
  if (current === undefined || target === undefined || target === 0) return undefined;
  return (peak * current) / target;
}

/** Whether every known peak stays within the limit on another machine. */
export function fits(peaks: Peaks, current: Machine, target: Machine): boolean {
  const within = (peak: number | null, from?: number, to?: number): boolean => {
    if (peak === null) return true;
    const projected = projectedPercent(peak, from, to);
    return projected !== undefined && projected <= maxUtilisationPercent;
  };
  return (
    within(peaks.cpu, current.vcpu, target.vcpu) &&
    within(peaks.memory, current.memoryGib, target.memoryGib) &&
    within(peaks.network, current.networkMbps, target.networkMbps) &&
    within(peaks.disk, current.diskMbps, target.diskMbps) &&
    hasRoom(peaks.networkMbps, target.networkMbps) &&
    hasRoom(peaks.diskMbps, target.diskMbps)
  );
}

function hasRoom(peak: number | null, capacity: number | undefined): boolean {
  if (peak === null) return true;
  return capacity !== undefined && peak * 100 <= capacity * maxUtilisationPercent;
}
