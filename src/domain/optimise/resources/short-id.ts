import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The short identifier that commands and other resources use: `vol-0a1b` of an ARN, a path or a plain
 * identifier. Names of log groups contain slashes and are kept whole, also where a bill has only the name.
 */
export function shortId(uuid: string): string {
  const logGroup = /:log-group:([^:]+)/.exec(uuid);
  if (logGroup) return logGroup[1]!;
  if (/^\/(?!\/|subscriptions\/)/i.test(uuid)) return uuid;
  return uuid.replace(/:\*$/, '').replace(/^.*[/:](?=[^/:])/s, '');
}

/** SQL: the last part of a name in lower case, as the indexed column `short_id` of resources has it. */
export const lastPart = (name: string) =>
  sql<string>`lower(regexp_replace(${sql.ref(name)}, '^.*[/:]', ''))`;

/** SQL: a name is the whole identifier, or its last parts, as `i-1` is of `arn:…:instance/i-1`. */
export function isNamed(uuid: string, name: string): RawBuilder<SqlBool> {
  const [whole, part] = [sql`lower(${sql.ref(uuid)})`, sql`lower(${sql.ref(name)})`];
  return sql<SqlBool>`(${whole} = ${part}
    or right(${whole}, length(${part}) + 1) in ('/' || ${part}, ':' || ${part}))`;
}
