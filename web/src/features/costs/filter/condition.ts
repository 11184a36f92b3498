/** A condition of a filter that can be shown as a chip. */
export interface Condition {
  /** `costs.service`, or `tag:team`. */
  field: string;
  operator: Operator;
  /** Alternatives; null matches costs without the field. */
  values: (string | null)[];
}

const operators = ['is', 'is not', 'is like'] as const;
export type Operator = (typeof operators)[number];

export const providerField = 'costs.provider';

interface Field {
  value: string;
  label: string;
  operators: readonly Operator[];
  /** The grouping by the same dimension. */
  grouping: string;
}

/** Fields of the bill; tags are further fields, such as `tag:team`. */
export const fields: Field[] = [
  { value: providerField, label: 'Provider', operators: ['is'], grouping: 'provider' },
  { value: 'costs.service', label: 'Service', operators: ['is', 'is not'], grouping: 'service' },
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
  { value: 'costs.resource_id', label: 'Resource', operators, grouping: 'resource_id' },
];

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
