import { machineCatalogue, plainMachine, type Machine } from './machine.js';

/** The state of the tables in this file. Types published later are unknown, not wrong. */
export const ec2MachinesAsOf = '2026-04-30';

/** vCPU of a size, for the families in which each size doubles the one before. */
const vcpuOfSize: Record<string, number> = {
  medium: 1,
  large: 2,
  xlarge: 4,
  '2xlarge': 8,
  '3xlarge': 12,
  '4xlarge': 16,
  '6xlarge': 24,
  '8xlarge': 32,
  '9xlarge': 36,
  '10xlarge': 40,
  '12xlarge': 48,
  '16xlarge': 64,
  '18xlarge': 72,
  '24xlarge': 96,
  '32xlarge': 128,
  '48xlarge': 192,
};

const sizes = {
  third: ['large', 'xlarge', '2xlarge', '4xlarge', '8xlarge'],
  fourth: ['large', 'xlarge', '2xlarge', '4xlarge', '10xlarge', '16xlarge'],
  memoryFourth: ['large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '16xlarge'],
  fifth: ['large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '12xlarge', '16xlarge', '24xlarge'],
  computeFifth: [
    'large',
    'xlarge',
    '2xlarge',
    '4xlarge',
    '9xlarge',
    '12xlarge',
    '18xlarge',
    '24xlarge',
  ],
  graviton: ['medium', 'large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '12xlarge', '16xlarge'],
};
const sixth = [...sizes.fifth, '32xlarge'];
const seventh = [...sizes.fifth, '48xlarge'];

interface Family {
  names: string[];
  gibPerVcpu: number;
  sizes: readonly string[];
  arm?: boolean;
  localStorage?: boolean;
  /** Baseline network and disk bandwidth per vCPU in Mbit/s, where AWS publishes one. */
  networkPerVcpu?: number;
  diskPerVcpu?: number;
}

const fifthBandwidth = { networkPerVcpu: 312, diskPerVcpu: 287 };
const sixthBandwidth = { networkPerVcpu: 390, diskPerVcpu: 312 };

const families: readonly Family[] = [
  { names: ['c3'], gibPerVcpu: 1.875, sizes: sizes.third, localStorage: true },
  { names: ['r3'], gibPerVcpu: 7.625, sizes: sizes.third, localStorage: true },
  {
    names: ['m3'],
    gibPerVcpu: 3.75,
    sizes: ['medium', 'large', 'xlarge', '2xlarge'],
    localStorage: true,
  },
  { names: ['m4'], gibPerVcpu: 4, sizes: sizes.fourth },
  { names: ['c4'], gibPerVcpu: 1.875, sizes: ['large', 'xlarge', '2xlarge', '4xlarge'] },
  { names: ['r4'], gibPerVcpu: 7.625, sizes: sizes.memoryFourth },
  { names: ['m5', 'm5a', 'm5n'], gibPerVcpu: 4, sizes: sizes.fifth, ...fifthBandwidth },
  {
    names: ['m5d', 'm5ad', 'm5dn'],
    gibPerVcpu: 4,
    sizes: sizes.fifth,
    localStorage: true,
    ...fifthBandwidth,
  },
  { names: ['c5'], gibPerVcpu: 2, sizes: sizes.computeFifth, ...fifthBandwidth },
  {
    names: ['c5d'],
    gibPerVcpu: 2,
    sizes: sizes.computeFifth,
    localStorage: true,
    ...fifthBandwidth,
  },
  { names: ['c5a'], gibPerVcpu: 2, sizes: sizes.fifth, ...fifthBandwidth },
  { names: ['c5ad'], gibPerVcpu: 2, sizes: sizes.fifth, localStorage: true, ...fifthBandwidth },
  { names: ['r5', 'r5a', 'r5b', 'r5n'], gibPerVcpu: 8, sizes: sizes.fifth, ...fifthBandwidth },
  {
    names: ['r5d', 'r5ad', 'r5dn'],
    gibPerVcpu: 8,
    sizes: sizes.fifth,
    localStorage: true,
    ...fifthBandwidth,
  },
  { names: ['m6i'], gibPerVcpu: 4, sizes: sixth, ...sixthBandwidth },
  { names: ['m6a'], gibPerVcpu: 4, sizes: [...sixth, '48xlarge'], ...sixthBandwidth },
  { names: ['c6i'], gibPerVcpu: 2, sizes: sixth, ...sixthBandwidth },
  { names: ['c6a'], gibPerVcpu: 2, sizes: [...sixth, '48xlarge'], ...sixthBandwidth },
  { names: ['r6i'], gibPerVcpu: 8, sizes: sixth, ...sixthBandwidth },
  { names: ['r6a'], gibPerVcpu: 8, sizes: [...sixth, '48xlarge'], ...sixthBandwidth },
  { names: ['m6id'], gibPerVcpu: 4, sizes: sixth, localStorage: true, ...sixthBandwidth },
  { names: ['c6id'], gibPerVcpu: 2, sizes: sixth, localStorage: true, ...sixthBandwidth },
  { names: ['r6id'], gibPerVcpu: 8, sizes: sixth, localStorage: true, ...sixthBandwidth },
  { names: ['m7i'], gibPerVcpu: 4, sizes: seventh, ...sixthBandwidth },
  { names: ['c7i'], gibPerVcpu: 2, sizes: seventh, ...sixthBandwidth },
  { names: ['r7i'], gibPerVcpu: 8, sizes: seventh, ...sixthBandwidth },
  { names: ['m6g', 'm7g'], gibPerVcpu: 4, sizes: sizes.graviton, arm: true, ...fifthBandwidth },
  { names: ['c6g', 'c7g'], gibPerVcpu: 2, sizes: sizes.graviton, arm: true, ...fifthBandwidth },
  { names: ['r6g', 'r7g'], gibPerVcpu: 8, sizes: sizes.graviton, arm: true, ...fifthBandwidth },
  {
    names: ['i2'],
    gibPerVcpu: 7.625,
    sizes: ['xlarge', '2xlarge', '4xlarge', '8xlarge'],
    localStorage: true,
  },
  { names: ['i3'], gibPerVcpu: 7.625, sizes: sizes.memoryFourth, localStorage: true },
  { names: ['i4i'], gibPerVcpu: 8, sizes: sixth, localStorage: true },
];

/** The T families: memory doubles with each size, vCPU does not. */
const burstableSizes: ReadonlyArray<{
  size: string;
  t2Vcpu: number;
  vcpu: number;
  memoryGib: number;
}> = [
  { size: 'nano', t2Vcpu: 1, vcpu: 2, memoryGib: 0.5 },
  { size: 'micro', t2Vcpu: 1, vcpu: 2, memoryGib: 1 },
  { size: 'small', t2Vcpu: 1, vcpu: 2, memoryGib: 2 },
  { size: 'medium', t2Vcpu: 2, vcpu: 2, memoryGib: 4 },
  { size: 'large', t2Vcpu: 2, vcpu: 2, memoryGib: 8 },
  { size: 'xlarge', t2Vcpu: 4, vcpu: 4, memoryGib: 16 },
  { size: '2xlarge', t2Vcpu: 8, vcpu: 8, memoryGib: 32 },
];

/** Families with accelerators follow no rule. */
const gpuMachines: ReadonlyArray<[string, number, number]> = [
  ['p2.xlarge', 4, 61],
  ['p2.8xlarge', 32, 488],
  ['p2.16xlarge', 64, 732],
  ['p3.2xlarge', 8, 61],
  ['p3.8xlarge', 32, 244],
  ['p3.16xlarge', 64, 488],
];

/** The common EC2 instance types. */
export const ec2Machines = machineCatalogue([
  ...families.flatMap((family) => family.names.flatMap((name) => familyMachines(name, family))),
  ...['t2', 't3', 't3a', 't4g'].flatMap(burstableMachines),
  ...gpuMachines.map(([name, vcpu, memoryGib]) => ({
    ...plainMachine(name, name.slice(0, name.indexOf('.')), vcpu, memoryGib),
    gpu: true,
  })),
]);

function familyMachines(name: string, family: Family): Machine[] {
  return family.sizes.map((size) => {
    const vcpu = vcpuOfSize[size] ?? 0;
    return {
      ...plainMachine(`${name}.${size}`, name, vcpu, vcpu * family.gibPerVcpu),
      architecture: family.arm ? 'arm' : 'x86',
      localStorage: family.localStorage ?? false,
      networkMbps: family.networkPerVcpu && family.networkPerVcpu * vcpu,
      diskMbps: family.diskPerVcpu && family.diskPerVcpu * vcpu,
    };
  });
}

function burstableMachines(name: string): Machine[] {
  return burstableSizes.map(({ size, t2Vcpu, vcpu, memoryGib }) => ({
    ...plainMachine(`${name}.${size}`, name, name === 't2' ? t2Vcpu : vcpu, memoryGib),
    architecture: name === 't4g' ? 'arm' : 'x86',
    burstable: true,
    // Baselines of t3 and later follow the memory; those of t2 are not published.
    ...(name !== 't2' && { networkMbps: 64 * memoryGib, diskMbps: Math.min(695, 86 * memoryGib) }),
  }));
}
