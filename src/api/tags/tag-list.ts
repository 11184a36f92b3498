import { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import type { TagSearch, KnownVirtualTag } from '../../domain/costs/known-values.js';
import { readVirtualTagValues } from '../../domain/costs/read-virtual-tag-values.js';
import { formatDate } from '../../platform/lib/time.js';
import { type CostScope, readScope } from '../../domain/costs/cost-scope.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryProvider } from '../../domain/providers/query-provider.js';
import { type Page, pageOf, pageQuery } from '../../platform/kernel/paging.js';

/** Query of both lists. */
export const tagListQuery = z.object({
  providers: z.array(queryProvider()).optional(),
  search_query: z.string().optional().describe('Part of it, in any letter case.'),
  sort_direction: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
});

/** One more than the page holds tells whether there is another page. */
export function tagSearch(query: z.output<typeof tagListQuery>): TagSearch & { page: Page } {
  const page = pageOf(query, { default: 100, max: 1000 });
  return {
    providers: query.providers ?? [],
    text: query.search_query,
    descending: query.sort_direction === 'desc',
    limit: page.limit + 1,
    offset: page.offset,
    page,
  };
}

/** Tags belong to the account: those of all costs that the caller can see count. */
export function tagScope(ctx: Context): Promise<CostScope> {
  return readScope(ctx.db, reachableWorkspaces(ctx.actor));
}

/** What virtual tags say of these costs. */
export function virtualTags(
  ctx: Context,
  scope: CostScope,
  key?: string,
): Promise<KnownVirtualTag[]> {
  const stores = { db: ctx.db, costs: ctx.services.costs };
  const today = formatDate(ctx.now);
  return readVirtualTagValues(stores, { account: ctx.actor.accountToken, scope, today, key });
}
