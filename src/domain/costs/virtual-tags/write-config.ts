import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { entityTag } from '../../../platform/kernel/version.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import { newToken } from '../../../platform/lib/tokens.js';
import { findReferenceProblem } from './find-reference-problem.js';
import { type ConfigBody, columnsOf, type ConfigPatch } from './config-body.js';
import { replaceValues } from './config-values.js';
import { readVirtualTags } from './read-virtual-tags.js';
import {
  configKind,
  type ConfigRow,
  configRows,
  type SerializedConfig,
  serializeConfig,
  valuesOf,
} from './virtual-tag-config.js';

/** Message for a key that another virtual tag of the account already has. */
export const duplicateKey = {
  virtual_tag_configs_account_token_key_key: 'Key has already been taken',
};

/** Creates a virtual tag with its values. */
export async function createConfig(ctx: Context, body: ConfigBody): Promise<SerializedConfig> {
  await lockVirtualTags(ctx);
  await requireConfigLimit(ctx);
  const { token } = await configRows.insert(ctx, {
    token: newToken('vtag'),
    account_token: ctx.actor.accountToken,
    created_by: ctx.actor.token,
    created_at: ctx.now,
    updated_at: ctx.now,
    ...columnsOf({ ...body, backfill_until: body.backfill_until ?? null }, ctx),
  });
  await replaceValues(ctx, token, [], body.values ?? []);
  return completeChange(ctx, token, null);
}

/** Updates a virtual tag and, if the body has values, replaces all of them. */
export function updateConfig(
  ctx: Context,
  token: string,
  body: ConfigPatch,
): Promise<SerializedConfig> {
  return changeConfig(ctx, token, async (row) => {
    const columns = columnsOf(body, ctx);
    if (Object.keys(columns).length > 0) await configRows.update(ctx, token, columns);
    if (body.values === undefined) return;
    await replaceValues(ctx, token, valuesOf(row), body.values ?? []);
  });
}

/** Deletes a virtual tag. */
export async function deleteConfig(ctx: Context, token: string): Promise<void> {
  const row = await configRows.loadForUpdate(ctx, token);
  await recordConfig(ctx, serializeConfig(row), null);
  await configRows.delete(ctx, row.token);
}

/** The entity tag of a virtual tag; its row is locked first if it is about to be written. */
export async function configVersion(
  ctx: Context,
  token: string,
  forUpdate: boolean,
): Promise<string> {
  if (forUpdate) {
    await lockVirtualTags(ctx);
    await configRows.loadForUpdate(ctx, token);
  }
  return entityTag(serializeConfig(await configRows.load(ctx, token)));
}

/** Applies a change to a config or its values and returns the result; throws if it breaks a rule. */
export async function changeConfig(
  ctx: Context,
  token: string,
  change: (row: ConfigRow) => Promise<void>,
): Promise<SerializedConfig> {
  await lockVirtualTags(ctx);
  const current = await configRows.loadForUpdate(ctx, token);
  await change(current);
  return completeChange(ctx, token, serializeConfig(current));
}

/** Changes to the virtual tags of an account are serialized, because their rules can reference each other. */
async function lockVirtualTags({ db, actor }: Context): Promise<void> {
  await sql`select 1 from accounts where token = ${actor.accountToken} for no key update`.execute(
    db,
  );
}

async function requireConfigLimit(ctx: Context): Promise<void> {
  const { maxVirtualTags: max } = ctx.services.config;
  const { count } = await ctx.db
    .selectFrom('virtual_tag_configs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirstOrThrow();
  if (count >= max) throw unprocessable(`An account can have at most ${max} virtual tags`);
}

/** Checks the references between the virtual tags of the account after a change, and audits it. */
async function completeChange(
  ctx: Context,
  token: string,
  before: SerializedConfig | null,
): Promise<SerializedConfig> {
  const after = serializeConfig(await configRows.load(ctx, token));
  if (isDeepStrictEqual(before, after)) return after;
  const problem = findReferenceProblem(await readVirtualTags(ctx.db, ctx.actor.accountToken));
  if (problem) throw unprocessable(problem);
  if (before) await configRows.update(ctx, token, { updated_at: ctx.now });
  await recordConfig(ctx, before, after);
  return after;
}

/** Virtual tags belong to no workspace; their audit entries are listed in the caller's default one. */
async function recordConfig(
  ctx: Context,
  before: SerializedConfig | null,
  after: SerializedConfig | null,
): Promise<void> {
  const { token, key } = (after ?? before)!;
  const { defaultWorkspaceToken } = ctx.actor;
  const workspaceToken = defaultWorkspaceToken ?? reachableWorkspaces(ctx.actor)[0] ?? null;
  await recordChange(ctx, { type: configKind, token, title: key, workspaceToken, before, after });
}
