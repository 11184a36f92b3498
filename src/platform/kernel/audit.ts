import { isDeepStrictEqual } from 'node:util';
import type { Context } from './context.js';
import { newToken } from '../lib/tokens.js';

type Values = Record<string, unknown>;

/** A change of one object, as the audit log records it. */
export interface Change {
  /** Display name of the kind: `Saved Filter`. */
  type: string;
  token: string;
  title: string | null;
  workspaceToken?: string | null;
  /** The API representation before; null for a new object. */
  before: Values | null;
  /** The API representation after; null for a deleted object. */
  after: Values | null;
  /** Keys whose values are never stored, only that they changed. */
  secrets?: readonly string[];
}

/**
 * Writes the audit entry of a change, in the transaction of that change; an update that changed nothing
 * writes none. Entities have `record()`, which calls this with their kind and title.
 *
 * @example
 * await recordChange(ctx, {
 *   type: 'Team Member', token: user.token, title: 'Ada in Marketing',
 *   before: { role: 'viewer' }, after: { role: 'editor' },
 * });
 */
export async function recordChange(ctx: Context, change: Change): Promise<void> {
  const { changed, unchanged } = compare(change);
  if (change.before && change.after && Object.keys(changed).length === 0) return;
  const workspace = change.workspaceToken ?? null;
  await ctx.db
    .insertInto('audit_logs')
    .values({
      token: newToken('adt_lg'),
      account_token: ctx.actor.accountToken,
      object_token: change.token,
      object_type: change.type,
      object_title: change.title,
      event: !change.before
        ? 'record_created'
        : change.after
          ? 'record_updated'
          : 'record_destroyed',
      source: ctx.actor.source,
      user_name: ctx.actor.name,
      credential_id: ctx.actor.credential?.id ?? null,
      workspace_token: workspace,
      workspace_title: workspace ? (ctx.actor.workspaceNames[workspace] ?? null) : null,
      changed_values: JSON.stringify(changed),
      unchanged_values: JSON.stringify(unchanged),
      request_id: ctx.requestId,
      created_at: ctx.now,
    })
    .execute();
}

function compare({ before, after, secrets = [] }: Change) {
  const changed: Record<string, [unknown, unknown]> = {};
  const unchanged: Values = {};
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [previous, next] = [before?.[key] ?? null, after?.[key] ?? null];
    const recorded = (value: unknown) =>
      value !== null && secrets.includes(key) ? '[FILTERED]' : value;
    if (isDeepStrictEqual(previous, next)) {
      if (before && after) unchanged[key] = recorded(next);
    } else {
      changed[key] = [recorded(previous), recorded(next)];
    }
  }
  return { changed, unchanged };
}
