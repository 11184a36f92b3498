import { Decimal } from '../../../platform/lib/decimal.js';
import type { AccountFacts, ResourceFacts } from './facts.js';
import { numberField, textField } from './metadata.js';
import { azureMachines } from './reference/azure-machines.js';
import { ec2Machines } from './reference/ec2-machines.js';
import { gcpMachines } from './reference/gcp-machines.js';
import { rdsMachines } from './reference/rds-machines.js';
import type { MachineKind } from './sizing.js';
import { shell } from './shell-command.js';

const single = (): number => 1;

export const ec2Kind: MachineKind = {
  catalogue: ec2Machines,
  sizeField: 'instance_type',
  price: (name, resource, account) =>
    account.onDemandPrice({
      service: 'ec2',
      name,
      region: resource.region,
      platform: ec2Platform(textField(resource, 'platform_details')),
    }),
  count: single,
  change: ({ id }, size) => ({
    remediation_cli_command: shell`aws ec2 modify-instance-attribute --instance-id ${id} --instance-type ${JSON.stringify({ Value: size })}`,
    terraform: `instance_type = "${size}"`,
  }),
};

/** `Red Hat Enterprise Linux` is `rhel` in price lists. */
function ec2Platform(details: string | null): string {
  const name = details?.toLowerCase() ?? 'linux/unix';
  if (name === 'linux/unix') return 'linux';
  if (name.startsWith('red hat')) return 'rhel';
  return name.startsWith('suse') ? 'suse' : name;
}

export const rdsKind: MachineKind = {
  catalogue: rdsMachines,
  sizeField: 'db_instance_class',
  price: (name, resource, account) => {
    const engine = textField(resource, 'engine');
    const question = { service: 'rds', name, region: resource.region };
    if (engine === null) return account.onDemandPrice(question);
    // The one engine that price lists call by another name than the API of RDS.
    const platform = engine === 'postgres' ? 'postgresql' : engine;
    return account.onDemandPrice({ ...question, platform });
  },
  // A standby in another zone costs as much as the database itself.
  count: ({ metadata }) => (String(metadata['multi_az']) === 'true' ? 2 : 1),
  change: ({ id }, size) => ({
    remediation_cli_command: shell`aws rds modify-db-instance --db-instance-identifier ${id} --db-instance-class ${size}`,
    terraform: `instance_class = "${size}"`,
  }),
};

export const azureKind: MachineKind = {
  catalogue: azureMachines,
  sizeField: 'virtual_machine_size',
  price: (name, { region }, account) =>
    account.onDemandPrice({ service: 'virtual-machines', name, region }),
  count: single,
  change: ({ uuid }, size) => ({
    remediation_cli_command: shell`az vm resize --ids ${uuid} --size ${size}`,
    terraform: `size = "${size}"`,
  }),
};

export const gcpKind: MachineKind = {
  catalogue: gcpMachines,
  sizeField: 'machine_type',
  price: gcpPrice,
  count: single,
  change: (instance, size) => ({
    remediation_cli_command: shell`gcloud compute instances set-machine-type ${instance.label ?? instance.id} ${[...zoneOption(instance), '--machine-type', size]}`,
    terraform: `machine_type = "${size}"`,
  }),
};

/** Google prices cores and memory of a series rather than machines. */
async function gcpPrice(
  name: string,
  { region }: ResourceFacts,
  account: AccountFacts,
): Promise<string | null> {
  const service = 'compute-engine';
  const price = await account.onDemandPrice({ service, name, region });
  const machine = gcpMachines.find(name);
  if (price !== null || !machine) return price;
  const [series = ''] = name.split('-');
  const [core, gib] = await Promise.all([
    account.onDemandPrice({ service, name: series, region, unit: 'vcpu-hour' }),
    account.onDemandPrice({ service, name: series, region, unit: 'gb-hour' }),
  ]);
  if (core === null || gib === null) return null;
  const cores = new Decimal(core).times(machine.vcpu);
  return cores.plus(new Decimal(gib).times(machine.memoryGib)).toFixed();
}

/** The zone as an option of `gcloud`, where the inventory knows it. */
export function zoneOption(instance: ResourceFacts): string[] {
  const zone = textField(instance, 'zone');
  return zone === null ? [] : ['--zone', zone];
}

/** Instances of an OpenSearch domain, or nodes of a cache; one when the inventory does not say. */
export function countField(resource: ResourceFacts, field: string): number {
  return numberField(resource, field) ?? 1;
}
