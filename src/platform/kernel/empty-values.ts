import type { z } from 'zod';
import { emptyValueRules } from './fields.js';
import { isArray, findMeta, unwrap } from './schema.js';

export type Verb = 'create' | 'update';
type Body = Record<string, unknown>;

const absent = Symbol('absent');

/**
 * Applies what null, "" and an absent key mean, so that no resource has to. An array is never cleared by
 * null: the Go client sends null for a slice that is not set.
 *
 * @example
 * const schema = z.object({ title: title(), folder_token: clearableToken() });
 * applyEmptyValueRules(schema, { title: null, folder_token: '' }, 'update'); // { folder_token: null }
 */
export function applyEmptyValueRules(schema: z.ZodObject, body: Body, verb: Verb): Body {
  const result: Body = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const value = fieldValue(field, body[key], verb);
    if (value !== absent) result[key] = value;
  }
  return result;
}

function fieldValue(field: z.core.$ZodType, value: unknown, verb: Verb): unknown {
  if (value === undefined) return absent;
  const rule = findMeta(emptyValueRules, field);
  if (value === null) {
    const isValue = rule?.null === 'value' || (rule?.null === 'clears' && verb === 'update');
    return isValue ? null : absent;
  }
  if (typeof value === 'string') return textValue(value, rule?.blank, verb);
  const inner = unwrap(field);
  if (isNestedObject(inner, value)) return applyEmptyValueRules(inner, value as Body, verb);
  if (isArray(field) && Array.isArray(value)) {
    const element = (inner as z.ZodArray).element;
    // An item is always complete: keys that it leaves out take their defaults, on an update too.
    return value.map((item) =>
      isNestedObject(unwrap(element), item)
        ? applyEmptyValueRules(unwrap(element) as z.ZodObject, item as Body, 'create')
        : item,
    );
  }
  return value;
}

function textValue(value: string, blank: 'absent' | 'clears' | undefined, verb: Verb): unknown {
  if (!blank) return value;
  if (value.startsWith('0001-01-01')) return absent;
  if (value.trim() !== '') return value;
  return blank === 'clears' && verb === 'update' ? null : absent;
}

function isNestedObject(schema: z.core.$ZodType, value: unknown): schema is z.ZodObject {
  return (
    schema._zod.def.type === 'object' &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  );
}
