import { z } from 'zod';

/**
 * The schema inside optional, nullable, default and transform wrappers.
 *
 * @example
 * unwrap(z.string().nullable().optional()); // the ZodString
 */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ('innerType' in def) return unwrap(def.innerType as z.core.$ZodType);
  if (def.type === 'pipe') return unwrap((def as z.core.$ZodPipeDef).in);
  return schema;
}

/**
 * Whether a schema, wrapped or not, is an array.
 *
 * @example
 * isArray(z.array(z.string()).optional()); // true
 */
export const isArray = (schema: z.core.$ZodType) => unwrap(schema)._zod.def.type === 'array';

/**
 * The registered metadata of a schema or of anything it wraps.
 *
 * @example
 * findMeta(emptyValueRules, token().optional()); // { blank: 'absent' }
 */
export function findMeta<Meta extends object>(
  registry: z.core.$ZodRegistry<Meta>,
  schema: z.core.$ZodType,
): Meta | undefined {
  const found = registry.get(schema);
  if (found) return found as Meta;
  const { def } = schema._zod;
  if ('innerType' in def) return findMeta(registry, def.innerType as z.core.$ZodType);
  if (def.type === 'pipe') return findMeta(registry, (def as z.core.$ZodPipeDef).in);
  return undefined;
}
