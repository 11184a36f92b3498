import { Decimal } from '../../../../platform/lib/decimal.js';

/** Machine types of a family: vCPUs by series, and the memory per vCPU in GiB. */
interface Family {
  /** How the family is named in SKUs: `N2D AMD` for n2d. */
  skuName: string;
  series: { name: string; memoryPerCpu: number; cpus: readonly number[] }[];
}

const from2To = (largest: number) =>
  [2, 4, 8, 16, 32, 48, 64, 80, 96, 128, 224].filter((cpus) => cpus <= largest);

const series = (standard: number, highmem: number, highcpu: number) => [
  { name: 'standard', memoryPerCpu: 4, cpus: from2To(standard) },
  { name: 'highmem', memoryPerCpu: 8, cpus: from2To(highmem) },
  { name: 'highcpu', memoryPerCpu: 1, cpus: from2To(highcpu) },
];

export const gcpFamilies: Readonly<Record<string, Family>> = {
  e2: { skuName: 'E2', series: series(32, 16, 32) },
  n2: { skuName: 'N2', series: series(128, 128, 96) },
  n2d: { skuName: 'N2D AMD', series: series(224, 96, 224) },
};

export interface MachineType {
  /** `n2-standard-4` */
  name: string;
  vcpu: number;
  /** GiB */
  memory: number;
}

/** The machine types of a family, from the smallest. */
export function machineTypes(family: string): MachineType[] {
  return (gcpFamilies[family]?.series ?? []).flatMap(({ name, memoryPerCpu, cpus }) =>
    cpus.map((vcpu) => ({ name: `${family}-${name}-${vcpu}`, vcpu, memory: vcpu * memoryPerCpu })),
  );
}

/**
 * The price per hour of a machine type, which Google lists per vCPU and per GiB.
 *
 * @example
 * machinePrice({ name: 'e2-standard-2', vcpu: 2, memory: 8 }, '0.021811', '0.002923'); // '0.067006'
 */
export const machinePrice = ({ vcpu, memory }: MachineType, core: string, ram: string): string =>
  new Decimal(core).times(vcpu).plus(new Decimal(ram).times(memory)).toDecimalPlaces(18).toFixed();
