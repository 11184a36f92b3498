import type { Operator } from '../syntax/operators.js';
import type { FilterFamily } from './filter-kinds.js';

export interface Field {
  /** The canonical full name, such as `costs.region`. */
  name: string;
  type: 'text' | 'provider' | 'number' | 'boolean';
  operators: readonly Operator[];
  nullable: boolean;
  /** A map, whose values are read by key: `resources.metadata->>'size'`. */
  isMap: boolean;
}

type Fields = Readonly<Record<string, Field>>;

const exact: readonly Operator[] = ['='];
const equality: readonly Operator[] = ['=', '!='];
const listable: readonly Operator[] = [...equality, 'IN', 'NOT IN'];
const matchable: readonly Operator[] = [...listable, 'LIKE', 'NOT LIKE'];
const flexible: readonly Operator[] = [...matchable, '~*', '!~*'];
const comparable: readonly Operator[] = [...matchable, '<', '>', '<=', '>='];

type FieldDefinition = Omit<Field, 'name'>;

const text = (operators: readonly Operator[]): FieldDefinition => ({
  type: 'text',
  operators,
  nullable: false,
  isMap: false,
});
const optional = (operators: readonly Operator[]): FieldDefinition => ({
  ...text(operators),
  nullable: true,
});
const map = (operators: readonly Operator[]): FieldDefinition => ({
  ...optional(operators),
  isMap: true,
});
const provider = (operators: readonly Operator[]): FieldDefinition => ({
  ...text(operators),
  type: 'provider',
});

function fields(namespace: string, definitions: Record<string, FieldDefinition>): Fields {
  const named = Object.entries(definitions).map(
    ([field, definition]) => [field, { name: `${namespace}.${field}`, ...definition }] as const,
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

/** Fields by family and namespace. */
export const schemas: Readonly<Record<FilterFamily, Readonly<Record<string, Fields>>>> = {
  costs: { costs, tags: tags(flexible) },
  resources: { resources, tags: tags(matchable) },
  financial_commitments: { financial_commitments: financialCommitments },
  kubernetes: { kubernetes },
  network_flow_logs: { network_flow_logs: networkFlowLogs },
};

const namespaces = new Set(Object.values(schemas).flatMap((schema) => Object.keys(schema)));

/** Whether any family has this namespace. */
export function isNamespace(name: string): boolean {
  return namespaces.has(name);
}

/** The field of a family, or null when it has no such field. Names are in lower case. */
export function findField(family: FilterFamily, namespace: string, field: string): Field | null {
  const fieldsOfNamespace = getOwn(schemas[family], namespace);
  // Groupings of network flow logs use peer_region, so filters accept that spelling as well.
  const isPeerRegion = namespace === 'network_flow_logs' && field === 'peer_region';
  const name = isPeerRegion ? 'peer_regions' : field;
  return (fieldsOfNamespace && getOwn(fieldsOfNamespace, name)) ?? null;
}

/** Whether `path`, in any letter case, is a field of the family that takes text. */
export function takesText(family: FilterFamily, path: string): boolean {
  const [namespace = '', field = ''] = path.toLowerCase().split('.');
  const type = findField(family, namespace, field)?.type;
  return type === 'text' || type === 'provider';
}

function getOwn<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
