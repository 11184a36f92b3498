import type { z } from 'zod';
import { manners } from './fields.js';
import { isArray, lookUp, unwrap } from './schema.js';

export type Verb = 'create' | 'update';
type Body = Record<string, unknown>;

const absent = Symbol('absent');

/**
 * Applies what null, "" and an absent key mean, so that no resource has to:
 * a null array is an unset slice of the Go client, never a wish to clear it.
 */
export function normalise(schema: z.ZodObject, body: Body, verb: Verb): Body {
  const result: Body = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const value = normaliseField(field, body[key], verb);
    if (value !== absent) result[key] = value;
  }
  return result;
}

function normaliseField(field: z.core.$ZodType, value: unknown, verb: Verb): unknown {
  if (value === undefined) return absent;
  const manner = lookUp(manners, field);
  if (value === null) return verb === 'update' && manner?.null === 'clears' ? null : absent;
  if (typeof value === 'string') return normaliseText(value, manner?.blank, verb);
  const inner = unwrap(field);
  if (isNestedObject(inner, value)) return normalise(inner, value as Body, verb);
  if (isArray(field) && Array.isArray(value)) {
    const element = (inner as z.ZodArray).element;
    // Items are whole: what they leave out takes its default, also on an update.
    return value.map((item) =>
      isNestedObject(unwrap(element), item)
        ? normalise(unwrap(element) as z.ZodObject, item as Body, 'create')
        : item,
    );
  }
  return value;
}

function normaliseText(value: string, blank: 'absent' | 'clears' | undefined, verb: Verb): unknown {
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
