import type { Context } from '../platform/kernel/context.js';
import type { RunOperation } from './operation-runner.js';

const views = [
  { title: 'Worth a ticket', min_savings: 50 },
  {
    title: 'Nobody uses it',
    types: ['aws:ebs:unattached-volume', 'azure:disks:unattached', 'idle-resource'],
  },
];

/** Creates views of recommendations, unless there are any. */
export async function ensureRecommendationViews(ctx: Context, run: RunOperation): Promise<void> {
  const existing = await ctx.db
    .selectFrom('recommendation_views')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirst();
  if (existing) return;
  const workspace_token = ctx.actor.accountWorkspaces[0]!;
  for (const view of views) await run('createRecommendationView', { workspace_token, ...view });
}
