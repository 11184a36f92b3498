import { machineCatalogue, plainMachine, type Machine } from './machine.js';

export const azureMachinesAsOf = '2026-04-30';

/** Series whose names carry the number of vCPUs. `#` stands for that number. */
const series: ReadonlyArray<{
  names: string[];
  gibPerVcpu: number;
  vcpus: number[];
  arm?: boolean;
  localStorage?: boolean;
}> = [
  {
    names: ['D#_v3', 'D#s_v3', 'D#as_v4'],
    gibPerVcpu: 4,
    vcpus: [2, 4, 8, 16, 32, 48, 64],
    localStorage: true,
  },
  { names: ['D#_v4', 'D#s_v4'], gibPerVcpu: 4, vcpus: [2, 4, 8, 16, 32, 48, 64] },
  {
    names: ['D#d_v4', 'D#ds_v4'],
    gibPerVcpu: 4,
    vcpus: [2, 4, 8, 16, 32, 48, 64],
    localStorage: true,
  },
  {
    names: ['D#_v5', 'D#s_v5', 'D#as_v5', 'D#s_v6', 'D#as_v6'],
    gibPerVcpu: 4,
    vcpus: [2, 4, 8, 16, 32, 48, 64, 96],
  },
  {
    names: ['D#d_v5', 'D#ds_v5', 'D#ads_v5', 'D#ds_v6', 'D#ads_v6'],
    gibPerVcpu: 4,
    vcpus: [2, 4, 8, 16, 32, 48, 64, 96],
    localStorage: true,
  },
  { names: ['D#ps_v5'], gibPerVcpu: 4, vcpus: [2, 4, 8, 16, 32, 48, 64], arm: true },
  {
    names: ['E#_v3', 'E#s_v3', 'E#as_v4'],
    gibPerVcpu: 8,
    vcpus: [2, 4, 8, 16, 20, 32, 48],
    localStorage: true,
  },
  { names: ['E#_v4', 'E#s_v4'], gibPerVcpu: 8, vcpus: [2, 4, 8, 16, 20, 32, 48] },
  {
    names: ['E#_v5', 'E#s_v5', 'E#as_v5', 'E#s_v6', 'E#as_v6'],
    gibPerVcpu: 8,
    vcpus: [2, 4, 8, 16, 20, 32, 48, 64],
  },
  {
    names: ['E#d_v5', 'E#ds_v5', 'E#ads_v5', 'E#ds_v6', 'E#ads_v6'],
    gibPerVcpu: 8,
    vcpus: [2, 4, 8, 16, 20, 32, 48, 64],
    localStorage: true,
  },
  { names: ['F#s_v2'], gibPerVcpu: 2, vcpus: [2, 4, 8, 16, 32, 48, 64, 72], localStorage: true },
  {
    names: ['L#s_v2', 'L#s_v3', 'L#as_v3'],
    gibPerVcpu: 8,
    vcpus: [8, 16, 32, 48, 64, 80],
    localStorage: true,
  },
];

/** Sizes whose number is not their vCPU count: name, series, vCPU, GiB. */
const irregular: ReadonlyArray<[string, string, number, number]> = [
  ['B1s', 'B', 1, 1],
  ['B1ms', 'B', 1, 2],
  ['B2s', 'B', 2, 4],
  ['B2ms', 'B', 2, 8],
  ['B4ms', 'B', 4, 16],
  ['B8ms', 'B', 8, 32],
  ['B12ms', 'B', 12, 48],
  ['B16ms', 'B', 16, 64],
  ['B20ms', 'B', 20, 80],
  ...['D', 'DS'].flatMap((prefix): Array<[string, string, number, number]> => [
    [`${prefix}1_v2`, `${prefix}_v2`, 1, 3.5],
    [`${prefix}2_v2`, `${prefix}_v2`, 2, 7],
    [`${prefix}3_v2`, `${prefix}_v2`, 4, 14],
    [`${prefix}4_v2`, `${prefix}_v2`, 8, 28],
    [`${prefix}5_v2`, `${prefix}_v2`, 16, 56],
    [`${prefix}11_v2`, `${prefix}_v2 memory`, 2, 14],
    [`${prefix}12_v2`, `${prefix}_v2 memory`, 4, 28],
    [`${prefix}13_v2`, `${prefix}_v2 memory`, 8, 56],
    [`${prefix}14_v2`, `${prefix}_v2 memory`, 16, 112],
  ]),
];

/** The common Azure virtual machine sizes. */
export const azureMachines = machineCatalogue([
  ...series.flatMap((each) => each.names.flatMap((name) => seriesMachines(name, each))),
  ...irregular.map(([name, family, vcpu, memoryGib]) => ({
    ...plainMachine(`Standard_${name}`, family, vcpu, memoryGib),
    burstable: family === 'B',
    localStorage: true,
  })),
]);

function seriesMachines(family: string, each: (typeof series)[number]): Machine[] {
  return each.vcpus.map((vcpu) => ({
    ...plainMachine(
      `Standard_${family.replace('#', String(vcpu))}`,
      family,
      vcpu,
      vcpu * each.gibPerVcpu,
    ),
    architecture: each.arm ? 'arm' : 'x86',
    localStorage: each.localStorage ?? false,
  }));
}
