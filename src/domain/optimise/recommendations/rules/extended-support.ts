import { daysUntil } from '../age.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { type DataNeed, type ResourceRule, usualMinimumSaving } from '../rule.js';
import {
  findInExtendedSupport,
  findNearingExtendedSupport,
  type SupportedService,
} from '../support.js';
import {
  eksSupport,
  elastiCacheSupport,
  openSearchSupport,
  rdsSupport,
} from '../supported-services.js';

interface SupportRules {
  /** `eks`: part of the type and of the category. */
  name: string;
  service: string;
  /** `EKS clusters`: what is upgraded. */
  things: string;
  resourceType: string;
  supported: SupportedService;
  inventory: DataNeed;
  alsoNeeds?: DataNeed;
}

const eks: SupportRules = {
  name: 'eks',
  service: 'Amazon EKS',
  things: 'EKS clusters',
  resourceType: 'aws_eks_cluster',
  supported: eksSupport,
  inventory: { data: 'inventory', words: 'the version of each cluster', fields: ['version'] },
};

const rds: SupportRules = {
  name: 'rds',
  service: 'Amazon RDS',
  things: 'RDS databases',
  resourceType: 'aws_db_instance',
  supported: rdsSupport,
  inventory: {
    data: 'inventory',
    words: 'engine, version and class of each database',
    fields: ['engine_version'],
  },
};

const openSearch: SupportRules = {
  name: 'opensearch',
  service: 'Amazon OpenSearch Service',
  things: 'OpenSearch domains',
  resourceType: 'aws_elasticsearch_domain',
  supported: openSearchSupport,
  inventory: {
    data: 'inventory',
    words: 'version, instance type and instances of each domain',
    fields: ['engine_version'],
  },
};

const elastiCache: SupportRules = {
  name: 'elasticache',
  service: 'Amazon ElastiCache',
  things: 'ElastiCache clusters',
  resourceType: 'aws_elasticache_cluster',
  supported: elastiCacheSupport,
  inventory: {
    data: 'inventory',
    words: 'engine, version, node type and nodes of each cluster',
    fields: ['engine_version'],
  },
  alsoNeeds: { data: 'prices', words: 'the on-demand price of each node type' },
};

const all = [eks, rds, openSearch, elastiCache];

/** Versions that cost a surcharge, for each service that has one. */
export const inExtendedSupport: readonly ResourceRule[] = all.map((rules) => ({
  ...shared(rules),
  type: `aws:${rules.name}:in-extended-support`,
  category: `${rules.name}_in_extended_support_window`,
  description: `Upgrade ${rules.things} whose version is in extended support.`,
  needs: [
    { data: 'billing', words: 'the cost of extended support; the list price otherwise' },
    ...inventoryNeeds(rules),
  ],
  addsToOthers: true,
  find: (resources, account) =>
    each(resources, (resource) =>
      findInExtendedSupport(resource, account, rules.supported, stillOffered(rules, account)),
    ),
}));

/** Versions that will cost a surcharge within 90 days. */
export const nearingExtendedSupport: readonly ResourceRule[] = all.map((rules) => ({
  ...shared(rules),
  type: `aws:${rules.name}:nearing-extended-support`,
  category: `${rules.name}_approaching_extended_support_window`,
  description: `Upgrade ${rules.things} whose version leaves standard support within 90 days.`,
  needs: inventoryNeeds(rules),
  find: (resources, account) =>
    each(resources, (resource) => findNearingExtendedSupport(resource, account, rules.supported)),
}));

function shared({ service, resourceType }: SupportRules) {
  return {
    scope: 'resource',
    service,
    provider: 'aws',
    resourceTypes: [resourceType],
    minimumSaving: usualMinimumSaving,
  } as const;
}

function inventoryNeeds({ inventory, alsoNeeds }: SupportRules): DataNeed[] {
  return alsoNeeds ? [inventory, alsoNeeds] : [inventory];
}

/** EKS upgrades clusters by itself when extended support ends; the others go on charging. */
function stillOffered({ name }: SupportRules, { now }: AccountFacts) {
  return ({ extended }: { extended: string }): boolean =>
    name !== 'eks' || daysUntil(extended, now) >= 0;
}

async function each(
  resources: readonly ResourceFacts[],
  find: (resource: ResourceFacts) => Promise<Finding[]>,
): Promise<Finding[]> {
  return (await Promise.all(resources.map(find))).flat();
}
