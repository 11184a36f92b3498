import { z } from 'zod';
import { checkFilter } from '../vql/index.js';
import type { StoredValue, ValueContent, ValueDefinition } from './stored-values.js';
import { valueFields } from './value-fields.js';

const fields = z.object(valueFields);

/** A value in the body of an update; the merged value is validated as a `valueBody`. */
export const valuePatch = fields.partial();

export type ValuePatch = z.output<typeof valuePatch>;

type Field = keyof ValuePatch;

const kinds = ['name', 'business_metric_token', 'cost_metric', 'percentages'] as const;

/** Fields that only some kinds of values have. */
const kindsOf: Partial<Record<Field, readonly (typeof kinds)[number][]>> = {
  label_key: ['business_metric_token'],
  label_values: ['business_metric_token'],
  label_transforms: ['business_metric_token'],
  display_name: ['cost_metric', 'percentages'],
  percentages_display_name: ['percentages'],
};

/** Fields that a value of this kind cannot have. */
const foreignFields = (kind: (typeof kinds)[number]) =>
  (Object.keys(kindsOf) as Field[]).filter((field) => !kindsOf[field]!.includes(kind));

/** Null and empty lists count as not sent, so that clients can send back a response. */
const isSent = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** A complete value: exactly one kind, and only the fields of that kind. */
export const valueBody = fields.superRefine((value, context) => {
  const reject = (field: Field, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const [kind, ...more] = kinds.filter((field) => isSent(value[field]));
  if (!kind || more.length > 0) {
    reject('name', `or ${kinds.slice(1).join(' or ')} is required, and only one of them`);
    return;
  }
  for (const field of foreignFields(kind)) {
    if (isSent(value[field])) reject(field, `requires ${kindsOf[field]!.join(' or ')}`);
  }
  const { display_name: one, percentages_display_name: other } = value;
  if (one && other && one !== other) {
    reject('percentages_display_name', 'must equal display_name');
  }
});

export type ValueBody = z.output<typeof valueBody>;

/** Checks the filters of a value; `path` is its place in the request, empty if it is the whole body. */
export function checkValueFilters({ filter, cost_metric }: ValueBody, path = ''): void {
  // A single filter in the request need not be named.
  const fieldName = (field: string) => (path || cost_metric ? `${path}${field}` : undefined);
  checkFilter('virtual_tag_value', filter, fieldName('filter'));
  if (!cost_metric) return;
  checkFilter('virtual_tag_value', cost_metric.filter, fieldName('cost_metric.filter'));
}

/** The content of a value as it is stored. */
export function contentOf(value: ValueBody): ValueContent {
  const { filter, date_ranges = [] } = value;
  return { filter, date_ranges, ...definitionOf(value) };
}

function definitionOf(value: ValueBody): ValueDefinition {
  const { name, business_metric_token, cost_metric, percentages = [] } = value;
  const display_name = value.display_name ?? value.percentages_display_name;
  const naming = display_name ? { display_name } : {};
  if (name !== undefined)
    return { kind: 'name', definition: { name }, business_metric_token: null };
  if (business_metric_token !== undefined) {
    const { label_key, label_values = [], label_transforms = [] } = value;
    const labels = { label_values, label_transforms };
    const definition = label_key === undefined ? labels : { label_key, ...labels };
    return { kind: 'business_metric', definition, business_metric_token };
  }
  if (cost_metric) {
    const definition = { cost_metric, ...naming };
    return { kind: 'cost_metric', definition, business_metric_token: null };
  }
  const definition = { percentages, ...naming };
  return { kind: 'percentages', definition, business_metric_token: null };
}

/** Merges a patch into a stored value; a new kind replaces the old one. */
export function mergeValue(stored: StoredValue, patch: ValuePatch): unknown {
  const { filter, date_ranges, definition, business_metric_token } = stored;
  const merged: Record<string, unknown> = { filter, date_ranges, ...definition };
  if (business_metric_token !== null) merged['business_metric_token'] = business_metric_token;
  const kind = kinds.find((field) => isSent(patch[field]));
  const replaced = kind ? [...kinds, ...foreignFields(kind)] : [];
  for (const field of [...replaced, ...renamedFields(patch)]) delete merged[field];
  const sent = Object.entries(patch).filter(([field, value]) => !isAbsent(field, value));
  return { ...merged, ...Object.fromEntries(sent) };
}

/** A display name may be sent under either of its names. */
const renamedFields = ({ display_name: one, percentages_display_name: other }: ValuePatch) =>
  one === undefined && other === undefined ? [] : ['display_name'];

/** An empty list of percentages counts as absent, because a value must keep its kind. */
function isAbsent(field: string, value: unknown): boolean {
  return value === undefined || value === null || (field === 'percentages' && !isSent(value));
}
