/** A condition of a filter that can be shown as a chip. */
export interface Condition {
  /** `costs.service`, or `tag:team`. */
  field: string;
  operator: Operator;
  /** Alternatives; null, always alone, matches costs without the field. */
  values: (string | null)[];
}

/** `is like` has patterns of VQL, `contains` plain text. */
const operators = [
  'is',
  'is not',
  'contains',
  'does not contain',
  'is like',
  'is not like',
] as const;
export type Operator = (typeof operators)[number];

/** Whether the values of an operator are typed texts rather than values of costs. */
export const takesText = (operator: Operator): boolean =>
  operator !== 'is' && operator !== 'is not';

export const providerField = 'costs.provider';

interface Field {
  value: string;
  label: string;
  operators: readonly Operator[];
  /** The grouping by the same dimension. */
  grouping: string;
}

export const serviceField = 'costs.service';
/** A resource is chosen without a service as well: the services that bill it are filtered with it. */
export const resourceField = 'costs.resource_id';

/** Fields of the bill; tags are further fields, such as `tag:team`. */
export const fields: Field[] = [
  { value: providerField, label: 'Provider', operators: ['is'], grouping: 'provider' },
  { value: serviceField, label: 'Service', operators: ['is', 'is not'], grouping: 'service' },
  {
    value: 'costs.account_id',
    label: 'Account',
    operators: ['is', 'is not'],
    grouping: 'account_id',
  },
  {
    value: 'costs.provider_account_id',
    label: 'Billing account',
    operators: ['is', 'is not'],
    grouping: 'billing_account_id',
  },
  { value: 'costs.region', label: 'Region', operators: ['is', 'is not'], grouping: 'region' },
  { value: 'costs.category', label: 'Category', operators, grouping: 'cost_category' },
  { value: 'costs.subcategory', label: 'Subcategory', operators, grouping: 'cost_subcategory' },
  { value: 'costs.charge_type', label: 'Charge type', operators, grouping: 'charge_type' },
  { value: resourceField, label: 'Resource', operators, grouping: 'resource_id' },
];

/** VQL tests these fields only within a service. */
const withinService = new Set(['costs.category', 'costs.subcategory', resourceField]);

/** Whether conditions lack the service that a field needs. */
export const lacksService = (field: string, conditions: readonly Condition[]): boolean =>
  withinService.has(field) &&
  !conditions.some(
    (each) => each.field === serviceField && each.operator === 'is' && !each.values.includes(null),
  );

export const groupingOf = (field: string): string =>
  fields.find(({ value }) => value === field)?.grouping ?? field;

export const tagKeyOf = (field: string): string | undefined =>
  field.startsWith('tag:') ? field.slice(4) : undefined;

export const labelOf = (field: string): string =>
  fields.find(({ value }) => value === field)?.label ?? tagKeyOf(field) ?? field;

export const operatorsOf = (field: string): readonly Operator[] =>
  fields.find(({ value }) => value === field)?.operators ?? operators;

/** The field that a grouping is filtered by; undefined for groupings that filters do not support. */
export const fieldOfGrouping = (grouping: string): string | undefined =>
  grouping.startsWith('tag:')
    ? grouping
    : fields.find((field) => field.grouping === grouping)?.value;
