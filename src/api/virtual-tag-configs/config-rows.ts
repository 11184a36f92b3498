import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { type Row, Rows } from '../../platform/kernel/rows.js';
import { findReferenceProblem } from '../../domain/virtual-tags/find-reference-problem.js';
import { readVirtualTags } from '../../domain/virtual-tags/read-virtual-tags.js';
import { type StoredValue, storedValues } from '../../domain/virtual-tags/stored-values.js';
import { showValue, VirtualTagConfig } from './models.js';

const kind = 'Virtual Tag';

/** Hiding and preferring a key are settings of the key, whoever gives it values. */
const tagSetting = (name: 'hidden' | 'preferred') => sql`coalesce(
  (select ${sql.ref(name)} from tag_settings s
   where s.account_token = virtual_tag_configs.account_token
     and s.tag_key = virtual_tag_configs.key), false)`;

export const configRows = new Rows(
  'virtual_tag_configs',
  kind,
  { within: 'account', write: 'integration_owner' },
  false,
  {
    values: { sql: storedValues, initial: [] },
    hidden: { sql: tagSetting('hidden'), initial: false },
    preferred: { sql: tagSetting('preferred'), initial: false },
  },
);

/** Message for a key that another virtual tag of the account has already. */
export const keyTaken = { virtual_tag_configs_account_token_key_key: 'Key has already been taken' };

type ConfigRow = Row<'virtual_tag_configs'>;
type ShownConfig = z.input<typeof VirtualTagConfig>;

export function valuesOf(row: ConfigRow): StoredValue[] {
  return (row as ConfigRow & { values: StoredValue[] }).values;
}

export function showConfig(row: ConfigRow): ShownConfig {
  return serialize(VirtualTagConfig, row, {
    created_by_token: row.created_by,
    values: valuesOf(row).map(showValue),
  });
}

/** Changes of an account's virtual tags go one after the other: their rules refer to each other. */
export async function lockVirtualTags({ db, actor }: Context): Promise<void> {
  await sql`select 1 from accounts where token = ${actor.accountToken} for no key update`.execute(
    db,
  );
}

/** Makes one change of a config and answers what it came to; a refusal undoes all of it. */
export async function changeConfig(
  ctx: Context,
  token: string,
  change: (row: ConfigRow) => Promise<void>,
): Promise<ShownConfig> {
  await lockVirtualTags(ctx);
  const current = await configRows.loadForUpdate(ctx, token);
  await change(current);
  return settle(ctx, token, showConfig(current));
}

/** The config after a change, once the rules of the account are known to go together. */
export async function settle(
  ctx: Context,
  token: string,
  before: ShownConfig | null,
): Promise<ShownConfig> {
  const after = showConfig(await configRows.load(ctx, token));
  if (isDeepStrictEqual(before, after)) return after;
  const problem = findReferenceProblem(await readVirtualTags(ctx.db, ctx.actor.accountToken));
  if (problem) throw unprocessable(problem);
  if (before) await configRows.update(ctx, token, { updated_at: ctx.now });
  await recordConfig(ctx, before, after);
  return after;
}

/** Virtual tags lie in no workspace; their entries are found in the caller's usual one. */
export async function recordConfig(
  ctx: Context,
  before: ShownConfig | null,
  after: ShownConfig | null,
): Promise<void> {
  const { token, key } = (after ?? before)!;
  const { defaultWorkspaceToken } = ctx.actor;
  const workspaceToken = defaultWorkspaceToken ?? reachableWorkspaces(ctx.actor)[0] ?? null;
  await recordChange(ctx, { type: kind, token, title: key, workspaceToken, before, after });
}
