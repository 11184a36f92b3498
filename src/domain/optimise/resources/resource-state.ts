import { type RawBuilder, sql } from 'kysely';

/** Metadata keys that hold the state of a resource; providers name it differently. */
const stateKeys = ['state', 'disk_state', 'status'] as const;

/** The state that the inventory gives a resource: running, available, Unattached; null if it gives none. */
export function stateOf(metadata: Readonly<Record<string, unknown>>): string | null {
  const values = stateKeys.map((key) => metadata[key]);
  return values.find((value): value is string => typeof value === 'string') ?? null;
}

/** SQL of the state that metadata have. */
export const stateSql = (metadata: string): RawBuilder<string | null> =>
  sql<string | null>`coalesce(${sql.join(
    stateKeys.map((key) => sql`${sql.ref(metadata)} ->> ${sql.lit(key)}`),
  )})`;
