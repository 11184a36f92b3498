import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What bills and metrics name a resource by: the last part of its identifier, in lower case. */
export const shortId = (uuid: string) => uuid.replace(/^.*[/:]/s, '').toLowerCase();

/** SQL: a name is the whole identifier, or its last parts, as `i-1` is of `arn:…:instance/i-1`. */
export function isNamed(uuid: string, name: string): RawBuilder<SqlBool> {
  const [whole, part] = [sql`lower(${sql.ref(uuid)})`, sql`lower(${sql.ref(name)})`];
  return sql<SqlBool>`(${whole} = ${part}
    or right(${whole}, length(${part}) + 1) in ('/' || ${part}, ':' || ${part}))`;
}
