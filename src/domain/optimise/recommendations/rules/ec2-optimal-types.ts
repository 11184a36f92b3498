import { Decimal } from '../../../../platform/lib/decimal.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { countField, ec2Kind } from '../machine-kinds.js';
import { textField } from '../metadata.js';
import { fits, peaksOf } from '../projected-utilisation.js';
import { ec2Machines } from '../reference/ec2-machines.js';
import { ec2Generations } from '../reference/generations.js';
import type { Machine } from '../reference/machine.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { type MachineKind, peakEvidence, resize } from '../sizing.js';
import { shell } from '../shell-command.js';

const maxTargets = 3;

/** Instances for which a type of any family is large enough and costs less. */
export const ec2OptimalTypes: ResourceRule = {
  scope: 'resource',
  type: 'aws:ec2:co-rightsizing',
  category: 'ec2_compute_optimizer_recommender',
  service: 'Amazon EC2',
  provider: 'aws',
  description: 'Change EC2 instances to the cheapest type of any family that is large enough.',
  resourceTypes: ['aws_instance', 'aws_auto_scaling_group'],
  needs: [
    { data: 'billing', words: 'the running hours of each instance' },
    { data: 'inventory', words: 'the type of each instance', fields: ['instance_type'] },
    { data: 'prices', words: 'on-demand prices of instance types' },
    {
      data: 'utilisation',
      words: 'the highest CPU use in 14 days, or the type that AWS Compute Optimizer recommends',
      fields: ['max_cpu'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (resources, account) => {
    const priced = resources.filter((each) => textField(each, 'instance_lifecycle') !== 'spot');
    const findings = await Promise.all(priced.map((each) => findCheaper(each, account)));
    return findings.flat();
  },
};

async function findCheaper(resource: ResourceFacts, account: AccountFacts): Promise<Finding[]> {
  const current = textField(resource, 'instance_type');
  if (current === null) return [];
  const kind = resource.type === 'aws_auto_scaling_group' ? groupKind : ec2Kind;
  const changes = await Promise.all(
    targets(resource, current).map((name) => resize(resource, account, kind, current, name)),
  );
  const best = changes
    .filter((change) => change !== null)
    .toSorted((one, other) =>
      new Decimal(other.action.potential_savings).cmp(one.action.potential_savings),
    )
    .slice(0, maxTargets);
  const [first] = best;
  if (!first) return [];
  return [
    {
      uuid: resource.uuid,
      actions: best.map(({ action }) => action),
      evidence: [...peakEvidence(resource), ...first.evidence],
    },
  ];
}

/** What the provider's own optimiser found, else the smallest type of each family that is large enough. */
function targets(resource: ResourceFacts, name: string): string[] {
  const imported = textField(resource, 'recommended_instance_type');
  if (imported !== null) return [imported];
  const current = ec2Machines.find(name);
  const peaks = peaksOf(resource);
  if (!current || current.gpu || peaks.cpu === null) return [];
  const smallest = new Map<string, Machine>();
  for (const machine of ec2Machines.all) {
    if (!canReplace(machine, current) || !fits(peaks, current, machine)) continue;
    // Without a measure of memory, none of it may be taken away.
    if (peaks.memory === null && machine.memoryGib < current.memoryGib) continue;
    const other = smallest.get(machine.family);
    if (!other || machine.vcpu < other.vcpu || machine.memoryGib < other.memoryGib) {
      smallest.set(machine.family, machine);
    }
  }
  return [...smallest.values()].map((machine) => machine.name);
}

/** Whether software that runs on one machine runs on the other without a change. */
function canReplace(target: Machine, current: Machine): boolean {
  if (target.name === current.name || target.gpu) return false;
  if (target.architecture !== current.architecture) return false;
  if (target.burstable && !current.burstable) return false;
  if (current.localStorage && !target.localStorage) return false;
  const isOutdated = target.family in ec2Generations;
  return !isOutdated || target.family === current.family;
}

/** A group pays for its instances, as many as it wants to run. */
const groupKind: MachineKind = {
  ...ec2Kind,
  count: (group) => countField(group, 'desired_capacity'),
  change: ({ id }, size) => ({
    remediation_cli_command: shell`aws ec2 create-launch-template-version --launch-template-name ${id} --source-version '$Latest' --launch-template-data ${JSON.stringify({ InstanceType: size })}`,
    terraform: `instance_type = "${size}"`,
  }),
};
