import fc from 'fast-check';
import { oddText, oddValue } from './odd-values.js';

/** A schema of the API description. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export type Schemas = Record<string, Schema>;

/** Values of a schema: mostly ones that it allows, sometimes ones that it does not. */
export function valuesOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const usual = usualValues(schema, schemas);
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: oddValue });
}

function usualValues(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (schema.$ref) return usualValues(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  if (schema.allOf) return usualValues(schema.allOf[0]!, schemas);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer());
    case 'number':
      return fc.oneof(fc.integer({ min: -100, max: 100 }), fc.double({ noNaN: true }));
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, schemas), { maxLength: 3 });
    case 'object':
      return objectsOf(schema, schemas);
    case 'string':
      return textsOf(schema);
    default:
      return oddValue;
  }
}

function objectsOf({ properties = {}, required = [] }: Schema, schemas: Schemas) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, fieldValues(name, field, schemas)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** References stand for tokens that exist only when the request is sent, see `fillIn`. */
export const references = fc.oneof(
  { weight: 6, arbitrary: fc.nat(1000).map((number) => `{{${number}}}`) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: fc.constant('') },
);

/** Values of a field or parameter, which by its name may refer to another object. */
export function fieldValues(name: string, field: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (name.endsWith('_tokens')) return fc.array(references, { maxLength: 3 });
  if (name.endsWith('_token')) {
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(`{{${name}}}`) },
      { weight: 3, arbitrary: references },
    );
  }
  return valuesOf(field, schemas);
}

/** Replaces references in a text by tokens of the pool, by the name of a parameter or by number. */
export function fillIn(text: string, pool: Record<string, string>): string {
  const tokens = Object.values(pool);
  return text.replace(
    /\{\{(\w+)\}\}/g,
    (_, key: string) => pool[key] ?? tokens[Number(key) % tokens.length] ?? tokens[0]!,
  );
}

const dates = fc.constantFrom('2026-01-01', '2026-03-01', '2025-12-31', '2026-03-10T00:00:00Z');

function textsOf({ format }: Schema): fc.Arbitrary<string> {
  if (format?.startsWith('date')) return fc.oneof(dates, oddText);
  const words = fc.constantFrom('a', 'aws', 'day', 'all', 'Title', 'EUR', 'read', 'provider');
  return fc.oneof(words, oddText);
}
