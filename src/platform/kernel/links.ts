import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Db, Tables } from '../store/tables.js';

interface LinkList {
  /** The column of the owning side and its value. */
  owner: Record<string, string>;
  /** The column of the linked side. */
  column: string;
  tokens: readonly string[];
  /** Further columns of each new link. */
  more?: Record<string, string>;
}

/** Replaces an ordered list of links; repeats collapse to the first. False when nothing had to change. */
export async function replaceLinks(
  db: Db,
  table: keyof Tables & string,
  { owner, column, tokens, more }: LinkList,
): Promise<boolean> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const [ownerColumn, ownerToken] = Object.entries(owner)[0]!;
  const wanted = [...new Set(tokens)];
  const stored = await untyped
    .selectFrom(table as string)
    .select(column)
    .where(ownerColumn, '=', ownerToken)
    .orderBy('id')
    .execute();
  if (
    isDeepStrictEqual(
      stored.map((row) => row[column]),
      wanted,
    )
  )
    return false;
  await untyped
    .deleteFrom(table as string)
    .where(ownerColumn, '=', ownerToken)
    .execute();
  if (wanted.length === 0) return true;
  await untyped
    .insertInto(table)
    .values(wanted.map((token) => ({ ...owner, ...more, [column]: token })))
    .execute();
  return true;
}
