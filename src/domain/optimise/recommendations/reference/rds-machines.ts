import { ec2Machines } from './ec2-machines.js';
import { machineCatalogue, type Machine } from './machine.js';

const families = new Set(
  't2 t3 t4g m3 m4 m5 m5d m6i m6id m6g m7i m7g r3 r4 r5 r5b r5d r6i r6id r6g r7i r7g'.split(' '),
);

/** DB instance classes: the EC2 types of the same name that RDS offers. */
export const rdsMachines = machineCatalogue(
  ec2Machines.all
    .filter((machine) => families.has(machine.family) && isOffered(machine))
    .map((machine) => ({ ...machine, name: `db.${machine.name}`, family: `db.${machine.family}` })),
);

/** RDS has no nano, and of the general families only m3 starts at medium. */
function isOffered({ name, family, burstable }: Machine): boolean {
  if (name.endsWith('.nano')) return false;
  return burstable || family === 'm3' || !name.endsWith('.medium');
}
