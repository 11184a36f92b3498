import { machineCatalogue, plainMachine, type Machine } from './machine.js';

export const gcpMachinesAsOf = '2026-04-30';

interface Series {
  series: string;
  vcpus: number[];
  /** GiB per vCPU of each kind that the series has. */
  kinds: Record<string, number>;
  arm?: boolean;
}

const series: readonly Series[] = [
  { series: 'n1', vcpus: [1, 2, 4, 8, 16, 32, 64, 96], kinds: { standard: 3.75 } },
  { series: 'n1', vcpus: [2, 4, 8, 16, 32, 64, 96], kinds: { highmem: 6.5, highcpu: 0.9 } },
  {
    series: 'n2',
    vcpus: [2, 4, 8, 16, 32, 48, 64, 80],
    kinds: { standard: 4, highmem: 8, highcpu: 1 },
  },
  {
    series: 'n2d',
    vcpus: [2, 4, 8, 16, 32, 48, 64, 80],
    kinds: { standard: 4, highmem: 8, highcpu: 1 },
  },
  { series: 'e2', vcpus: [2, 4, 8, 16], kinds: { standard: 4, highmem: 8, highcpu: 1 } },
  { series: 'e2', vcpus: [32], kinds: { standard: 4, highcpu: 1 } },
  {
    series: 'n4',
    vcpus: [2, 4, 8, 16, 32, 48, 64, 80],
    kinds: { standard: 4, highmem: 8, highcpu: 2 },
  },
  { series: 'c2', vcpus: [4, 8, 16, 30, 60], kinds: { standard: 4 } },
  {
    series: 'c2d',
    vcpus: [2, 4, 8, 16, 32, 56, 112],
    kinds: { standard: 4, highmem: 8, highcpu: 2 },
  },
  { series: 'c3', vcpus: [4, 8, 22, 44, 88, 176], kinds: { standard: 4, highmem: 8, highcpu: 2 } },
  { series: 't2d', vcpus: [1, 2, 4, 8, 16, 32, 48, 60], kinds: { standard: 4 } },
  { series: 't2a', vcpus: [1, 2, 4, 8, 16, 32, 48], kinds: { standard: 4 }, arm: true },
];

/** Types that share a core. */
const sharedCore: ReadonlyArray<[string, number, number]> = [
  ['e2-micro', 2, 1],
  ['e2-small', 2, 2],
  ['e2-medium', 2, 4],
];

/** The common Compute Engine machine types. Custom types are in no family. */
export const gcpMachines = machineCatalogue([
  ...series.flatMap(seriesMachines),
  ...sharedCore.map(([name, vcpu, memoryGib]) => ({
    ...plainMachine(name, 'e2 shared core', vcpu, memoryGib),
    burstable: true,
  })),
]);

function seriesMachines({ series: name, vcpus, kinds, arm }: Series): Machine[] {
  return Object.entries(kinds).flatMap(([kind, gibPerVcpu]) =>
    vcpus.map((vcpu) => ({
      ...plainMachine(`${name}-${kind}-${vcpu}`, `${name}-${kind}`, vcpu, vcpu * gibPerVcpu),
      architecture: arm ? ('arm' as const) : ('x86' as const),
    })),
  );
}
