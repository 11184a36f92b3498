/** The task sizes of AWS Fargate. */
export const fargateSizesAsOf = '2026-04-30';

/** Memory in MiB that a task with so many CPU units can have: from, to, step. 1024 units are one vCPU. */
const memoryOfCpu: ReadonlyArray<{ cpu: number; from: number; to: number; step: number }> = [
  { cpu: 256, from: 512, to: 1024, step: 512 },
  { cpu: 256, from: 2048, to: 2048, step: 1024 },
  { cpu: 512, from: 1024, to: 4096, step: 1024 },
  { cpu: 1024, from: 2048, to: 8192, step: 1024 },
  { cpu: 2048, from: 4096, to: 16_384, step: 1024 },
  { cpu: 4096, from: 8192, to: 30_720, step: 1024 },
  { cpu: 8192, from: 16_384, to: 61_440, step: 4096 },
  { cpu: 16_384, from: 32_768, to: 122_880, step: 8192 },
];

export interface FargateSize {
  cpu: number;
  memoryMib: number;
}

/**
 * The smallest task size with at least so many CPU units and MiB; undefined when none is large
 * enough. 200 units and 1500 MiB need a task of 256 units and 2048 MiB.
 */
export function smallestFargateSize(cpu: number, memoryMib: number): FargateSize | undefined {
  for (const range of memoryOfCpu) {
    if (range.cpu < cpu || range.to < memoryMib) continue;
    const steps = Math.max(0, Math.ceil((memoryMib - range.from) / range.step));
    return { cpu: range.cpu, memoryMib: range.from + steps * range.step };
  }
  return undefined;
}
