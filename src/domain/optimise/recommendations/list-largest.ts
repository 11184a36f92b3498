import type { Context } from '../../../platform/kernel/context.js';
import { recommendations } from './recommendation.js';
import { ownConditions } from './recommendation-filters.js';

/** The open recommendations of a workspace that save most, the largest saving first. */
export async function listLargestRecommendations(ctx: Context, workspace: string, count: number) {
  const rows = await ctx.db
    .selectFrom('recommendations')
    .selectAll()
    .where('workspace_token', '=', workspace)
    .where((eb) => eb.and(ownConditions({}, { now: ctx.now })))
    .orderBy('potential_savings', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .limit(count)
    .execute();
  return recommendations.serializeRows(rows, ctx);
}
