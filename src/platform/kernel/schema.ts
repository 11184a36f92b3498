import { z } from 'zod';

/** The schema inside optional, nullable, default and transform wrappers. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ('innerType' in def) return unwrap(def.innerType as z.core.$ZodType);
  if (def.type === 'pipe') return unwrap((def as z.core.$ZodPipeDef).in);
  return schema;
}

export const isArray = (schema: z.core.$ZodType) => unwrap(schema)._zod.def.type === 'array';

/** What a registry says of a schema or of anything it wraps. */
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
