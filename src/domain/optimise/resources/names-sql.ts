import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** SQL: the last part of a name in lower case, as the indexed column `short_id` of resources has it. */
export const lastPart = (name: string) =>
  sql<string>`lower(regexp_replace(${sql.ref(name)}, '^.*[/:]', ''))`;

/** SQL: a name is the whole identifier, or its last parts, as `i-1` is of `arn:…:instance/i-1`. */
export function isNamed(uuid: string, name: string): RawBuilder<SqlBool> {
  const [whole, part] = [sql`lower(${sql.ref(uuid)})`, sql`lower(${sql.ref(name)})`];
  return sql<SqlBool>`(${whole} = ${part}
    or right(${whole}, length(${part}) + 1) in ('/' || ${part}, ':' || ${part}))`;
}
