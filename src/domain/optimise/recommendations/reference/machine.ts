/** What a virtual machine type offers; what is not published for a type is undefined. */
export interface Machine {
  name: string;
  /** Types of one family differ in size only. */
  family: string;
  vcpu: number;
  memoryGib: number;
  architecture: 'x86' | 'arm';
  /** Earns CPU credits instead of having all of its CPU all the time. */
  burstable: boolean;
  localStorage: boolean;
  gpu: boolean;
  networkMbps?: number | undefined;
  diskMbps?: number | undefined;
}

/** A catalogue of machine types, found by name or by family. */
export interface MachineCatalogue {
  find(name: string): Machine | undefined;
  all: readonly Machine[];
}

/** A machine without special traits. */
export function plainMachine(
  name: string,
  family: string,
  vcpu: number,
  memoryGib: number,
): Machine {
  return {
    name,
    family,
    vcpu,
    memoryGib,
    architecture: 'x86',
    burstable: false,
    localStorage: false,
    gpu: false,
  };
}

/** A catalogue over machines, in the order given. */
export function machineCatalogue(all: readonly Machine[]): MachineCatalogue {
  const byName = new Map(all.map((machine) => [machine.name, machine]));
  return { all, find: (name) => byName.get(name) };
}

/** The next smaller type of the same family, by vCPU and then memory; undefined for the smallest. */
export function nextSmaller(catalogue: MachineCatalogue, machine: Machine): Machine | undefined {
  const smaller = catalogue.all.filter(
    (each) => each.family === machine.family && isSmaller(each, machine),
  );
  return smaller.reduce<Machine | undefined>(
    (best, each) => (best === undefined || isSmaller(best, each) ? each : best),
    undefined,
  );
}

function isSmaller(one: Machine, other: Machine): boolean {
  if (one.vcpu !== other.vcpu) return one.vcpu < other.vcpu;
  return one.memoryGib < other.memoryGib;
}
