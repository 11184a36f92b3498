import { Decimal } from '../../../../platform/lib/decimal.js';
import type { ResourceFacts } from '../facts.js';
import { numberField, textField } from '../metadata.js';

/** A container of a workload: what it requests, and what all of its pods used on average. */
export interface Container {
  name: string;
  cpuRequestM: number;
  memoryRequestMib: number;
  cpuAverageM: number;
  memoryAverageMib: number;
}

const minHoursOfData = 48;
/** The share of a request that should be used on average. */
const targetUtilisation = '0.8';

/** The containers of a workload for which there are two days of data. */
export function containersOf({ metadata }: Pick<ResourceFacts, 'metadata'>): Container[] {
  const containers = parsed(metadata['containers']);
  return Array.isArray(containers) ? containers.flatMap(containerOf) : [];
}

/** Inventories may carry the list as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

function containerOf(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = { metadata: { ...value } };
  const name = textField(fields, 'name');
  const cpuRequestM = numberField(fields, 'cpu_request_m');
  const memoryRequestMib = numberField(fields, 'memory_request_mib');
  const cpuAverageM = numberField(fields, 'cpu_average_m');
  const memoryAverageMib = numberField(fields, 'memory_average_mib');
  const hours = numberField(fields, 'hours') ?? 0;
  if (name === null || hours < minHoursOfData) return [];
  if (cpuRequestM === null || memoryRequestMib === null) return [];
  if (cpuAverageM === null || memoryAverageMib === null) return [];
  return [{ name, cpuRequestM, memoryRequestMib, cpuAverageM, memoryAverageMib }];
}

/** Requests that are used to 80 % on average; null when both already are. */
export function recommendedRequests(
  container: Container,
): { cpu_m: number; memory_mib: number } | null {
  const cpu_m = recommended(container.cpuRequestM, container.cpuAverageM);
  const memory_mib = recommended(container.memoryRequestMib, container.memoryAverageMib);
  const isSame = cpu_m === container.cpuRequestM && memory_mib === container.memoryRequestMib;
  return isSame ? null : { cpu_m, memory_mib };
}

/** An average of 100 needs a request of 125. One that is used to 80 % or more stays as it is. */
function recommended(request: number, average: number): number {
  const needed = new Decimal(average).div(targetUtilisation);
  return Math.min(request, needed.ceil().toNumber());
}
