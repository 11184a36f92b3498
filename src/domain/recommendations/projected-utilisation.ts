import type { ResourceFacts } from './facts.js';
import { numberField } from './metadata.js';
import type { Machine } from './reference/machine.js';

/** No size may be recommended on which a known peak would exceed this. */
export const mostUtilisationPercent = 80;

/** Peaks in percent of the current size over the last 14 days; null where nothing was measured. */
export interface Peaks {
  cpu: number | null;
  memory: number | null;
  network: number | null;
  disk: number | null;
}

/** The peaks that the inventory knows of a machine. */
export function peaksOf(resource: Pick<ResourceFacts, 'metadata'>): Peaks {
  return {
    cpu: numberField(resource, 'max_cpu'),
    memory: numberField(resource, 'max_memory'),
    network: numberField(resource, 'max_network'),
    disk: numberField(resource, 'max_disk'),
  };
}

/**
 * The peak on another size: 40 % of 4 vCPU is 80 % of 2. Not known where a peak is known, but one of
 * the capacities is not.
 */
export function projectedPercent(
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
    return projected !== undefined && projected <= mostUtilisationPercent;
  };
  return (
    within(peaks.cpu, current.vcpu, target.vcpu) &&
    within(peaks.memory, current.memoryGib, target.memoryGib) &&
    within(peaks.network, current.networkMbps, target.networkMbps) &&
    within(peaks.disk, current.diskMbps, target.diskMbps)
  );
}
