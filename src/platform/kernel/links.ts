import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Db, Tables } from '../store/tables.js';

interface LinkList {
  /** Column and token of the owning side. */
  owner: Record<string, string>;
  /** Column of the linked side. */
  column: string;
  tokens: readonly string[];
  /** Other columns of each new link. */
  more?: Record<string, string>;
}

/**
 * Replaces an ordered list of links; a repeated token counts once. Returns false when nothing changed.
 *
 * @example
 * await replaceLinks(ctx.db, 'folder_saved_filters', {
 *   owner: { folder_token: folder.token },
 *   column: 'saved_filter_token',
 *   tokens: ['svd_fltr_1', 'svd_fltr_2'],
 * });
 */
export async function replaceLinks(
  db: Db,
  table: keyof Tables & string,
  { owner, column, tokens, more }: LinkList,
): Promise<boolean> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const [ownerColumn, ownerToken] = Object.entries(owner)[0]!;
  const linked = [...new Set(tokens)];
  const stored = await untyped
    .selectFrom(table as string)
    .select(column)
    .where(ownerColumn, '=', ownerToken)
    .orderBy('id')
    .execute();
  if (
    isDeepStrictEqual(
      stored.map((row) => row[column]),
      linked,
    )
  )
    return false;
  await untyped
    .deleteFrom(table as string)
    .where(ownerColumn, '=', ownerToken)
    .execute();
  if (linked.length === 0) return true;
  await untyped
    .insertInto(table)
    .values(linked.map((token) => ({ ...owner, ...more, [column]: token })))
    .execute();
  return true;
}

/** Table, linked column and tokens of a list of links; a list without tokens stays as it is. */
export type GivenLinks = readonly [
  table: keyof Tables & string,
  column: string,
  tokens: readonly string[] | undefined,
];

/**
 * Replaces those lists of links of one owner that are given. Returns false when nothing changed.
 *
 * @example
 * await replaceGivenLinks(ctx.db, { budget_alert_token: row.token }, [
 *   ['budget_alert_users', 'user_token', body.user_tokens],
 *   ['budget_alert_teams', 'team_token', body.team_tokens],
 * ]);
 */
export async function replaceGivenLinks(
  db: Db,
  owner: Record<string, string>,
  lists: readonly GivenLinks[],
): Promise<boolean> {
  let hasChanged = false;
  for (const [table, column, tokens] of lists) {
    if (tokens && (await replaceLinks(db, table, { owner, column, tokens }))) hasChanged = true;
  }
  return hasChanged;
}
