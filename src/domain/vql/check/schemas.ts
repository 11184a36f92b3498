import type { Family } from './filter-kinds.js';
import type { Operator } from '../syntax/syntax-tree.js';

export interface Field {
  /** Full name in canonical spelling, such as `costs.region`. */
  name: string;
  type: 'text' | 'provider' | 'number' | 'boolean';
  operators: readonly Operator[];
  nullable: boolean;
  /** Addressed by key: `resources.metadata->>'size'`. */
  isMap: boolean;
}

type Fields = Readonly<Record<string, Field>>;

const exact: readonly Operator[] = ['='];
const equality: readonly Operator[] = ['=', '!='];
const listable: readonly Operator[] = [...equality, 'IN', 'NOT IN'];
const matchable: readonly Operator[] = [...listable, 'LIKE', 'NOT LIKE'];
const flexible: readonly Operator[] = [...matchable, '~*', '!~*'];
const comparable: readonly Operator[] = [...matchable, '<', '>', '<=', '>='];

type Shape = Omit<Field, 'name'>;

const text = (operators: readonly Operator[]): Shape => ({
  type: 'text',
  operators,
  nullable: false,
  isMap: false,
});
const optional = (operators: readonly Operator[]): Shape => ({
  ...text(operators),
  nullable: true,
});
const map = (operators: readonly Operator[]): Shape => ({ ...optional(operators), isMap: true });
const provider = (operators: readonly Operator[]): Shape => ({
  ...text(operators),
  type: 'provider',
});

function fields(namespace: string, shapes: Record<string, Shape>): Fields {
  const named = Object.entries(shapes).map(
    ([field, shape]) => [field, { name: `${namespace}.${field}`, ...shape }] as const,
  );
  return Object.fromEntries(named);
}

function optionalFields(namespace: string, names: readonly string[]): Fields {
  return fields(namespace, Object.fromEntries(names.map((name) => [name, optional(matchable)])));
}

const costs = fields('costs', {
  provider: provider(exact),
  allocation: { ...text(exact), type: 'number' },
  region: optional(listable),
  marketplace: { ...text(equality), type: 'boolean' },
  account_id: optional(listable),
  provider_account_id: optional(listable),
  service: text(listable),
  category: optional(matchable),
  subcategory: optional(matchable),
  resource_id: optional(matchable),
  charge_type: optional(matchable),
});

const resources = fields('resources', {
  provider: provider(listable),
  type: text(matchable),
  uuid: text(matchable),
  label: optional(matchable),
  region: optional(matchable),
  account_id: optional(matchable),
  provider_account_id: optional(matchable),
  metadata: map(comparable),
});

const financialCommitments: Fields = {
  ...fields('financial_commitments', { provider: provider(exact) }),
  ...optionalFields('financial_commitments', [
    'service',
    'resource_account_id',
    'provider_account_id',
    'commitment_type',
    'commitment_id',
    'cost_type',
    'cost_category',
    'cost_sub_category',
    'instance_type',
    'region',
  ]),
  ...fields('financial_commitments', { resource_tags: map(matchable) }),
};

const kubernetes: Fields = {
  ...optionalFields('kubernetes', ['cluster_id', 'namespace', 'category', 'pod']),
  ...fields('kubernetes', { labels: map(matchable) }),
};

const networkFlowLogs = optionalFields('network_flow_logs', [
  'account_id',
  'vpc_id',
  'region',
  'az_id',
  'subnet_id',
  'interface_id',
  'instance_id',
  'resource_uuid',
  'srcaddr',
  'srchostname',
  'peer_account_id',
  'peer_vpc_id',
  'peer_regions',
  'peer_az_id',
  'peer_subnet_id',
  'peer_interface_id',
  'peer_instance_id',
  'peer_resource_uuid',
  'dstaddr',
  'dsthostname',
  'traffic_category',
  'traffic_path',
  'flow_direction',
]);

const tags = (valueOperators: readonly Operator[]): Fields =>
  fields('tags', { name: optional(matchable), value: optional(valueOperators) });

/** The namespaces of each family, and the fields of each namespace. */
export const schemas: Readonly<Record<Family, Readonly<Record<string, Fields>>>> = {
  costs: { costs, tags: tags(flexible) },
  resources: { resources, tags: tags(matchable) },
  financial_commitments: { financial_commitments: financialCommitments },
  kubernetes: { kubernetes },
  network_flow_logs: { network_flow_logs: networkFlowLogs },
};

const namespaces = new Set(Object.values(schemas).flatMap((schema) => Object.keys(schema)));

/** Whether any kind of filter knows this namespace. */
export function isNamespace(name: string): boolean {
  return namespaces.has(name);
}

/** The field a path means in a family, or null. Names are in lower case. */
export function findField(family: Family, namespace: string, field: string): Field | null {
  const known = own(schemas[family], namespace);
  // Groupings of flow logs say peer_region, so filters take that spelling too.
  const isPeerRegion = namespace === 'network_flow_logs' && field === 'peer_region';
  return (known && own(known, isPeerRegion ? 'peer_regions' : field)) ?? null;
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
