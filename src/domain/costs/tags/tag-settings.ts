import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';

/** How the console lists a tag. */
export interface TagSettings {
  hidden: boolean;
  preferred: boolean;
}

/** The stored settings of tags, by key. */
export async function readTagSettings(
  ctx: Context,
  keys: readonly string[],
): Promise<Map<string, TagSettings>> {
  const rows = await ctx.db
    .selectFrom('tag_settings')
    .select(['tag_key', 'hidden', 'preferred'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where('tag_key', '=', sql<string>`any(${[...keys]})`)
    .execute();
  return new Map(rows.map((row) => [row.tag_key, row]));
}

/** Settings of tags by key, locked until the end of the transaction, always in the order of keys. */
export async function lockTagSettings(
  ctx: Context,
  keys: readonly string[],
): Promise<Map<string, TagSettings>> {
  const account = ctx.actor.accountToken;
  await sql`
    insert into tag_settings (account_token, tag_key)
    select ${account}, key from unnest(${[...keys]}::text[]) key order by key
    on conflict do nothing`.execute(ctx.db);
  const { rows } = await sql<TagSettings & { tag_key: string }>`
    select tag_key, hidden, preferred from tag_settings
    where account_token = ${account} and tag_key = any(${[...keys]}) order by tag_key for update`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.tag_key, row]));
}

/** Stores the settings of a locked tag. */
export async function writeTagSettings(
  ctx: Context,
  key: string,
  settings: TagSettings,
): Promise<void> {
  await ctx.db
    .updateTable('tag_settings')
    .set({ hidden: settings.hidden, preferred: settings.preferred })
    .where('account_token', '=', ctx.actor.accountToken)
    .where('tag_key', '=', key)
    .execute();
}
