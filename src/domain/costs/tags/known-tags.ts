import { sql } from 'kysely';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import { ApiError } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type KnownTag,
  readTagsByKey,
  type KnownVirtualTag,
  type CostScope,
  readScope,
  readVirtualTagValues,
} from '../query/index.js';

/** Tags belong to the account: the scope is all costs that the caller can see. */
export function readTagScope(ctx: Context): Promise<CostScope> {
  return readScope(ctx.db, reachableWorkspaces(ctx.actor));
}

/** The values of the account's virtual tags on the costs in scope, or of the one with the given key. */
export function readVirtualTagsIn(
  ctx: Context,
  scope: CostScope,
  key?: string,
): Promise<KnownVirtualTag[]> {
  const stores = { db: ctx.db, costs: ctx.services.costs };
  const today = formatDate(ctx.now);
  return readVirtualTagValues(stores, { account: ctx.actor.accountToken, scope, today, key });
}

/** The tags with the given keys, in that order; 404 if any is neither on a cost nor a virtual tag. */
export async function requireTags(ctx: Context, keys: readonly string[]): Promise<KnownTag[]> {
  const found = await readTagsByKey(ctx.services.costs, await readTagScope(ctx), keys);
  const virtual = await readVirtualKeys(ctx, keys);
  // A virtual tag may be on no cost at all.
  const known: KnownTag[] = [...virtual.map((key) => ({ tag_key: key, providers: [] })), ...found];
  const byKey = new Map(known.map((tag) => [tag.tag_key, tag]));
  return keys.map((key) => {
    const tag = byKey.get(key);
    if (!tag) throw new ApiError(404, [`Tag not found: ${key}`]);
    return tag;
  });
}

async function readVirtualKeys(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('virtual_tag_configs')
    .select('key')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('key', '=', sql<string>`any(${[...keys]})`)
    .execute();
  return rows.map(({ key }) => key);
}
