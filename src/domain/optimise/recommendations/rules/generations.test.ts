import { expect, test } from 'vitest';
import {
  accountFacts,
  chargeFacts,
  resourceFacts,
} from '../../../../../test/recommendation-facts.js';
import type { ResourceFacts } from '../facts.js';
import type { ResourceRule } from '../rule.js';
import { inExtendedSupport, nearingExtendedSupport } from './extended-support.js';
import {
  ec2GenerationalUpgrade,
  openSearchGenerationalUpgrade,
  rdsGenerationalUpgrade,
} from './generational-upgrades.js';

const prices = {
  'ec2 m4.large': '0.1',
  'ec2 m6i.large': '0.096',
  'ec2 p2.8xlarge': '7.2',
  'ec2 p3.8xlarge': '12.24',
  'rds db.r5.large': '0.25',
  'rds db.r6g.large': '0.225',
  'es m4.large.search': '0.151',
  'es m6g.large.search': '0.128',
  'elasticache cache.m5.large': '0.156',
};

type Metadata = Record<string, unknown>;

async function find(rule: ResourceRule, metadata: Metadata, given: Partial<ResourceFacts> = {}) {
  const type = rule.resourceTypes[0] ?? '';
  const resource = resourceFacts({ type, id: 'r-1', metadata, ...given });
  const findings = await rule.find([resource], accountFacts({ prices }));
  return findings.flatMap(({ actions }) =>
    actions.map((action) => [action.action, action.instance_type, action.potential_savings]),
  );
}

test.each<[ResourceRule, Metadata, string, string]>([
  [ec2GenerationalUpgrade, { instance_type: 'm4.large' }, 'm6i.large', '2.92'],
  [rdsGenerationalUpgrade, { db_instance_class: 'db.r5.large' }, 'db.r6g.large', '18.25'],
  [
    rdsGenerationalUpgrade,
    { db_instance_class: 'db.r5.large', multi_az: true },
    'db.r6g.large',
    '36.5',
  ],
  [
    openSearchGenerationalUpgrade,
    { instance_type: 'm4.large.search', instance_count: 3 },
    'm6g.large.search',
    '50.37',
  ],
])('$type: %o becomes %s and saves %s', async (rule, metadata, target, saving) => {
  expect(await find(rule, metadata)).toEqual([['upgrade', target, saving]]);
});

test.each<[string, ResourceRule, Metadata]>([
  ['a current family', ec2GenerationalUpgrade, { instance_type: 'm6i.large' }],
  ['a successor that costs more', ec2GenerationalUpgrade, { instance_type: 'p2.8xlarge' }],
  ['a successor without price', ec2GenerationalUpgrade, { instance_type: 'c4.large' }],
  [
    'a spot instance',
    ec2GenerationalUpgrade,
    { instance_type: 'm4.large', instance_lifecycle: 'spot' },
  ],
  ['no type', ec2GenerationalUpgrade, {}],
  ['a current class', rdsGenerationalUpgrade, { db_instance_class: 'db.r6g.large' }],
  [
    'a current search instance',
    openSearchGenerationalUpgrade,
    { instance_type: 'm6g.large.search' },
  ],
])('%s is not upgraded', async (_, rule, metadata) => {
  expect(await find(rule, metadata)).toEqual([]);
});

const ruleOf = (rules: readonly ResourceRule[], name: string): ResourceRule =>
  rules.find(({ type }) => type.startsWith(`aws:${name}:`))!;

const eks = { version: '1.31' };
const rds = { engine: 'postgres', engine_version: '12.15', db_instance_class: 'db.m5.xlarge' };
const search = {
  engine_version: 'Elasticsearch_7.4',
  instance_type: 'm5.large.search',
  instance_count: 3,
};
const cache = {
  engine: 'redis',
  engine_version: '5.0.6',
  cache_node_type: 'cache.m5.large',
  num_cache_nodes: 2,
};

// Today is 2026-03-10.
test.each<[string, Metadata, string]>([
  ['eks', eks, '365'],
  // 4 vCPU × 0.10 × 730.
  ['rds', rds, '292'],
  // 3 instances × 4 normalised hours × 730 × 0.0065.
  ['opensearch', search, '56.94'],
  // 0.8 × 0.156 × 2 nodes × 730.
  ['elasticache', cache, '182.208'],
])('%s: a version in extended support saves the surcharge', async (name, metadata, saving) => {
  const rule = ruleOf(inExtendedSupport, name);
  expect(await find(rule, metadata)).toEqual([['upgrade', undefined, saving]]);
  // What the bill charges counts before the list price.
  const charges = [chargeFacts({ usageType: `USE1-ExtendedSupport:Yr1-Yr2:${name}`, cost: '250' })];
  expect(await find(rule, metadata, { charges })).toEqual([['upgrade', undefined, '250']]);
  expect(await find(ruleOf(nearingExtendedSupport, name), metadata)).toEqual([]);
});

const endsAfterDays = (days: number): string =>
  new Date(Date.UTC(2026, 2, 10 + days)).toISOString();

test.each<[string, Metadata, string, string]>([
  ['eks', eks, 'standard_support_end_date', '365'],
  ['rds', { ...rds, vcpu: 4 }, 'standard_support_end', '292'],
  ['opensearch', search, 'standard_support_end', '56.94'],
  ['elasticache', cache, 'standard_support_end', '182.208'],
])('%s: standard support that ends within 90 days', async (name, metadata, field, saving) => {
  const nearing = ruleOf(nearingExtendedSupport, name);
  const findAt = (rule: ResourceRule, days: number) =>
    find(rule, { ...metadata, [field]: endsAfterDays(days) });
  const expected = [['upgrade', undefined, saving]];
  expect(await findAt(nearing, 90)).toEqual(expected);
  expect(await findAt(nearing, 0)).toEqual(expected);
  expect(await findAt(nearing, 91)).toEqual([]);
  expect(await findAt(nearing, -1)).toEqual([]);
  const inSupport = ruleOf(inExtendedSupport, name);
  expect(await findAt(inSupport, 0)).toEqual([]);
  expect(await findAt(inSupport, -1)).toEqual(expected);
});

test('the shipped calendar says that EKS 1.32 leaves standard support on 2026-03-23', async () => {
  const rule = ruleOf(nearingExtendedSupport, 'eks');
  expect(await find(rule, { version: '1.32' })).toEqual([['upgrade', undefined, '365']]);
  expect(await find(rule, { version: '1.33' })).toEqual([]);
});

test('an EKS version whose extended support has ended is upgraded by AWS', async () => {
  expect(await find(ruleOf(inExtendedSupport, 'eks'), { version: '1.28' })).toEqual([]);
});

test.each<[string, Metadata]>([
  ['eks', { version: '9.99' }],
  ['rds', { ...rds, engine: 'oracle-ee', engine_version: '19' }],
  ['rds', { ...rds, db_instance_class: 'db.x9.large' }],
  ['opensearch', { ...search, engine_version: 'OpenSearch_2.19' }],
  ['elasticache', { ...cache, engine: 'valkey' }],
  ['elasticache', { ...cache, cache_node_type: 'cache.x9.large' }],
])('%s: %o has no known end of support or no known price', async (name, metadata) => {
  expect(await find(ruleOf(inExtendedSupport, name), metadata)).toEqual([]);
  expect(await find(ruleOf(nearingExtendedSupport, name), metadata)).toEqual([]);
});
