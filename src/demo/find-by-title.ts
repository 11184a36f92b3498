import type { Context } from '../platform/kernel/context.js';

/** The token of a report or segment of the demo; undefined if someone has deleted or renamed it. */
export async function findByTitle(
  { db, actor }: Context,
  table: 'cost_reports' | 'segments',
  title: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom(table)
    .select('token')
    .where('account_token', '=', actor.accountToken)
    .where('title', '=', title)
    .orderBy('id')
    .executeTakeFirst();
  return found?.token;
}
