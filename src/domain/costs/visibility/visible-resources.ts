import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { VisibleNames } from './visible-names.js';

/** Some bills have the last part of an identifier alone: `i-1` of `arn:…:instance/i-1`. */
const isShort = (name: string) => !/[/:]/.test(name);

/** SQL that is true for the rows of `resources` that a workspace sees, whichever of its integrations they are of. */
export function isVisibleResource(
  visible: VisibleNames | undefined,
  table = 'resources',
): RawBuilder<SqlBool> {
  if (!visible) return sql<SqlBool>`true`;
  const [uuid, shortId] = [sql.ref(`${table}.uuid`), sql.ref(`${table}.short_id`)];
  const { whole, short } = identifiersOf(visible);
  return sql<SqlBool>`(${sql.ref(`${table}.account_token`)} = ${visible.account}
    or lower(${uuid}) = any(${whole}::text[]) or ${shortId} = any(${short}::text[]))`;
}

/** The values of `lower(uuid)` and of `short_id` that resources with these names have. */
export const identifiersOf = ({ resources }: Pick<VisibleNames, 'resources'>) => ({
  whole: resources,
  short: resources.filter(isShort),
});
