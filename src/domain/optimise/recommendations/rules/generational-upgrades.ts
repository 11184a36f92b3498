import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { countField, ec2Kind, rdsKind } from '../machine-kinds.js';
import { textField } from '../metadata.js';
import { ec2Generations, openSearchGenerations, rdsGenerations } from '../reference/generations.js';
import { type DataNeed, type ResourceRule, usualMinimumSaving } from '../rule.js';
import { resize, type SizedKind } from '../sizing.js';
import { shell } from '../shell-command.js';

/** An OpenSearch domain pays for each of its instances. */
const openSearchKind: SizedKind = {
  sizeField: 'instance_type',
  price: (name, { region }, account) => account.onDemandPrice({ service: 'es', name, region }),
  count: (domain) => countField(domain, 'instance_count'),
  change: (domain, size) => ({
    remediation_cli_command: shell`aws opensearch update-domain-config --domain-name ${domain.label ?? domain.id} --cluster-config InstanceType=${size}`,
    terraform: `instance_type = "${size}"`,
  }),
};

const shared = {
  scope: 'resource',
  provider: 'aws',
  minimumSaving: usualMinimumSaving,
} as const;

const needs = (field: string): DataNeed[] => [
  { data: 'billing', words: 'the running hours' },
  { data: 'inventory', words: 'the instance type', fields: [field] },
  { data: 'prices', words: 'on-demand prices of both generations' },
];

/** Instances of a family that has a cheaper successor. */
export const ec2GenerationalUpgrade: ResourceRule = {
  ...shared,
  type: 'aws:ec2:generational-upgrade',
  category: 'ec2_generational_upgrades',
  service: 'Amazon EC2',
  description: 'Move EC2 instances to the current generation of their family, which costs less.',
  resourceTypes: ['aws_instance'],
  needs: needs('instance_type'),
  find: (instances, account) =>
    findOutdated(
      instances.filter((each) => textField(each, 'instance_lifecycle') !== 'spot'),
      account,
      ec2Kind,
      ec2Generations,
    ),
};

/** Databases of a class that has a cheaper successor. */
export const rdsGenerationalUpgrade: ResourceRule = {
  ...shared,
  type: 'aws:rds:generational-upgrade',
  category: 'rds_generational_upgrades',
  service: 'Amazon RDS',
  description: 'Move RDS instances to the current generation of their class, which costs less.',
  resourceTypes: ['aws_db_instance'],
  needs: needs('db_instance_class'),
  find: (databases, account) => findOutdated(databases, account, rdsKind, rdsGenerations),
};

/** Search domains of a family that has a cheaper successor. */
export const openSearchGenerationalUpgrade: ResourceRule = {
  ...shared,
  type: 'aws:opensearch:generational-upgrade',
  category: 'es_generational_upgrades',
  service: 'Amazon OpenSearch Service',
  description: 'Move OpenSearch domains to the current generation of instances, which costs less.',
  resourceTypes: ['aws_elasticsearch_domain'],
  needs: needs('instance_type'),
  find: (domains, account) => findOutdated(domains, account, openSearchKind, openSearchGenerations),
};

async function findOutdated(
  resources: readonly ResourceFacts[],
  account: AccountFacts,
  kind: SizedKind,
  generations: Readonly<Record<string, string>>,
): Promise<Finding[]> {
  const findings = await Promise.all(
    resources.map(async (resource): Promise<Finding[]> => {
      const current = textField(resource, kind.sizeField);
      const target = current && successor(current, generations);
      if (!target) return [];
      const change = await resize(resource, account, kind, current, target);
      if (!change) return [];
      const action = { ...change.action, action: 'upgrade' as const };
      return [{ uuid: resource.uuid, actions: [action], evidence: change.evidence }];
    }),
  );
  return findings.flat();
}

/** The same size of the newer family: `db.m4.large` is `db.m6i.large`. */
function successor(size: string, generations: Readonly<Record<string, string>>): string | null {
  const parts = size.split('.');
  const position = parts[0] === 'db' ? 1 : 0;
  const newer = generations[parts[position] ?? ''];
  return newer === undefined ? null : parts.with(position, newer).join('.');
}
