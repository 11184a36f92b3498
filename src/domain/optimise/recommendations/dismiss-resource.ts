import { type SqlBool, sql } from 'kysely';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { notFound } from '../../../platform/lib/errors.js';
import { pageOf } from '../../../platform/kernel/paging.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { shortId } from '../resources/index.js';
import type { Dismissal } from './dismiss.js';
import { refreshSums } from './finding-sums.js';
import type { FoundResourceRow } from './found-resource.js';
import { readFoundResources } from './read-found-resources.js';
import { recommendations } from './recommendation.js';

/** One resource of a recommendation; 404 if the recommendation does not have it. */
export async function findFoundResource(
  ctx: Context,
  recommendation: string,
  resource: string,
): Promise<FoundResourceRow> {
  // PostgreSQL rejects NUL in text.
  if (resource.includes('\0')) throw notFound('Resource');
  const { found } = await readFoundResources(ctx.db, pageOf({}), [
    sql<SqlBool>`f.recommendation_token = ${recommendation}`,
    sql<SqlBool>`resources.token = ${resource}`,
  ]);
  if (!found[0]) throw notFound('Resource');
  return found[0];
}

/** Dismisses one resource of a recommendation, or restores it, and records that. */
export async function setResourceDismissal(
  ctx: Context,
  token: string,
  resource: string,
  dismissal: Dismissal,
): Promise<FoundResourceRow> {
  const { description, workspace_token } = await recommendations.rows.loadForUpdate(ctx, token);
  const before = await findFoundResource(ctx, token, resource);
  await ctx.db
    .updateTable('recommendation_resources')
    .set({
      dismissed_at: dismissal && (before.dismissed_at ?? ctx.now),
      dismissed_until: dismissal?.until ?? null,
      dismissed_reason: dismissal?.reason ?? null,
    })
    .where('recommendation_token', '=', token)
    .where('resource_token', '=', resource)
    .execute();
  await refreshSums(ctx.db, token);
  const after = await findFoundResource(ctx, token, resource);
  await recordChange(ctx, {
    type: 'Recommendation Commitment',
    token,
    title: `${after.label ?? shortId(after.uuid)}: ${description}`,
    workspaceToken: workspace_token,
    before: audited(before),
    after: audited(after),
  });
  return after;
}

const audited = (row: FoundResourceRow) => ({
  resource_token: row.token,
  dismissed_at: row.dismissed_at && formatTimestamp(row.dismissed_at),
  dismissed_until: row.dismissed_until,
  dismissed_reason: row.dismissed_reason,
});
