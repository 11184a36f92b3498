import { z } from 'zod';
import { checkFilter } from '../../domain/vql/index.js';
import type {
  StoredValue,
  ValueContent,
  ValueDefinition,
} from '../../domain/virtual-tags/stored-values.js';
import { valueFields } from './value-fields.js';

const fields = z.object(valueFields);

export const valuePatch = fields.partial();

type ValuePatch = z.output<typeof valuePatch>;

type Field = keyof ValuePatch;

const kinds = ['name', 'business_metric_token', 'cost_metric', 'percentages'] as const;

/** Fields that only some kinds of value have. */
const belongsTo: Partial<Record<Field, readonly (typeof kinds)[number][]>> = {
  label_key: ['business_metric_token'],
  label_values: ['business_metric_token'],
  label_transforms: ['business_metric_token'],
  display_name: ['cost_metric', 'percentages'],
  percentages_display_name: ['percentages'],
};

/** Those that a value of this kind cannot have. */
const foreignTo = (kind: (typeof kinds)[number]) =>
  (Object.keys(belongsTo) as Field[]).filter((field) => !belongsTo[field]!.includes(kind));

/** Null and empty lists count as not sent, so that what was read can be sent back. */
const isSent = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** A whole value: exactly one kind, and nothing that belongs to another. */
export const valueBody = fields.superRefine((value, context) => {
  const refuse = (field: Field, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const [kind, ...more] = kinds.filter((field) => isSent(value[field]));
  if (!kind || more.length > 0) {
    refuse('name', `or ${kinds.slice(1).join(' or ')} must be sent, one of them and no more`);
    return;
  }
  for (const field of foreignTo(kind)) {
    if (isSent(value[field])) refuse(field, `needs ${belongsTo[field]!.join(' or ')}`);
  }
  const { display_name: one, percentages_display_name: other } = value;
  if (one && other && one !== other) {
    refuse('percentages_display_name', 'differs from display_name, which is the same');
  }
});

export type ValueBody = z.output<typeof valueBody>;

/** `path` says where the value stood in the request; empty when it was all of it. */
export function checkValueFilters({ filter, cost_metric }: ValueBody, path = ''): void {
  // One filter alone needs no telling which.
  const placeOf = (field: string) => (path || cost_metric ? `${path}${field}` : undefined);
  checkFilter('virtual_tag_value', filter, placeOf('filter'));
  if (!cost_metric) return;
  checkFilter('virtual_tag_value', cost_metric.filter, placeOf('cost_metric.filter'));
}

/** What is stored of a value. */
export function storable(value: ValueBody): ValueContent {
  const { filter, date_ranges = [] } = value;
  return { filter, date_ranges, ...definitionOf(value) };
}

function definitionOf(value: ValueBody): ValueDefinition {
  const { name, business_metric_token, cost_metric, percentages = [] } = value;
  const display_name = value.display_name ?? value.percentages_display_name;
  const shownAs = display_name ? { display_name } : {};
  if (name !== undefined)
    return { kind: 'name', definition: { name }, business_metric_token: null };
  if (business_metric_token !== undefined) {
    const { label_key, label_values = [], label_transforms = [] } = value;
    const ofLabels = { label_values, label_transforms };
    const definition = label_key === undefined ? ofLabels : { label_key, ...ofLabels };
    return { kind: 'business_metric', definition, business_metric_token };
  }
  if (cost_metric) {
    const definition = { cost_metric, ...shownAs };
    return { kind: 'cost_metric', definition, business_metric_token: null };
  }
  const definition = { percentages, ...shownAs };
  return { kind: 'percentages', definition, business_metric_token: null };
}

/** A stored value with the keys of a patch over it; another kind takes the place of the old one. */
export function merge(stored: StoredValue, patch: ValuePatch): unknown {
  const { filter, date_ranges, definition, business_metric_token } = stored;
  const old: Record<string, unknown> = { filter, date_ranges, ...definition };
  if (business_metric_token !== null) old['business_metric_token'] = business_metric_token;
  const kind = kinds.find((field) => isSent(patch[field]));
  const replaced = kind ? [...kinds, ...foreignTo(kind)] : [];
  for (const field of [...replaced, ...renamed(patch)]) delete old[field];
  const sent = Object.entries(patch).filter(([field, value]) => !isNothing(field, value));
  return { ...old, ...Object.fromEntries(sent) };
}

/** A new display name under either of its names. */
const renamed = ({ display_name: one, percentages_display_name: other }: ValuePatch) =>
  one === undefined && other === undefined ? [] : ['display_name'];

/** An empty list of percentages is no wish to have none: a value cannot be without its kind. */
function isNothing(field: string, value: unknown): boolean {
  return value === undefined || value === null || (field === 'percentages' && !isSent(value));
}
