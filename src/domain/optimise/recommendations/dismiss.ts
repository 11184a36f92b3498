import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { refreshSums } from './finding-sums.js';
import { recommendations } from './recommendation.js';

/** Why and until when a recommendation or one of its resources is dismissed; null restores it. */
export type Dismissal = { reason: string | null; until: string | null } | null;

/** Dismisses a recommendation, or restores it, and records that. Its findings are still refreshed. */
export async function setDismissal(
  ctx: Context,
  token: string,
  dismissal: Dismissal,
): Promise<Row<'recommendations'>> {
  const current = await recommendations.rows.loadForUpdate(ctx, token);
  const before = await recommendations.serialize(current, ctx);
  // Without any resource left it would stay dismissed.
  if (dismissal === null && current.resources_affected_count === 0) {
    await restoreResources(ctx, token);
  }
  const row = await recommendations.rows.update(ctx, token, {
    archived_at: dismissal && (current.archived_at ?? ctx.now),
    archived_until: dismissal?.until ?? null,
    archived_reason: dismissal?.reason ?? null,
  });
  await recordChange(ctx, {
    type: 'Recommendation Commitment',
    token,
    title: row.description,
    workspaceToken: row.workspace_token,
    before,
    after: await recommendations.serialize(row, ctx),
  });
  return row;
}

async function restoreResources({ db }: Context, token: string): Promise<void> {
  await db
    .updateTable('recommendation_resources')
    .set({ dismissed_at: null, dismissed_until: null, dismissed_reason: null })
    .where('recommendation_token', '=', token)
    .execute();
  await refreshSums(db, token);
}
