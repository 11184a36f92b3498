import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  recommendations,
  recommendationConditions,
  readSavingsCurrency,
} from '../../domain/optimise/recommendations/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { type Page } from '../../platform/kernel/paging.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { checkFilters, listFilters, workspaceOf } from './filter-query.js';

const { rows, model } = recommendations;

export const getRecommendations = pagedOperation({
  id: 'getRecommendations',
  tag: 'Recommendations',
  path: '/v2/recommendations',
  summary: 'List recommendations, the largest saving first',
  query: z.object({ ...listFilters, workspace_token: z.string().optional() }),
  errors: [400],
  response: { recommendations: z.array(model) },
  responseId: 'Recommendations',
  read: async ({ query }, ctx, page) => {
    checkFilters(query);
    const workspace = workspaceOf(ctx, query);
    const currency =
      workspace === undefined ? undefined : await readSavingsCurrency(ctx, workspace);
    const conditions = recommendationConditions(query, { now: ctx.now, currency });
    if (workspace !== undefined) conditions.push(sql`workspace_token = ${workspace}`);
    const { found, total } = await readPage(ctx, page, conditions);
    return {
      rowCount: total,
      recommendations: await recommendations.serializeRows(found, ctx),
    };
  },
});

export const getRecommendation = operation({
  id: 'getRecommendation',
  tag: 'Recommendations',
  method: 'GET',
  path: '/v2/recommendations/{recommendation_token}',
  summary: 'Get a recommendation',
  params: z.object({ recommendation_token: z.string() }),
  status: 200,
  errors: [404],
  response: model,
  run: async ({ params }, ctx) =>
    recommendations.serialize(await rows.load(ctx, params.recommendation_token), ctx),
});

/** One page by saving, with the number of all that match. */
async function readPage(ctx: Context, page: Page, conditions: Expression<SqlBool>[]) {
  const visible = await rows.visible(ctx);
  const matching = ctx.db
    .selectFrom('recommendations')
    .where((eb) => eb.and([...visible, ...conditions]));
  const found = await matching
    .selectAll()
    .orderBy('potential_savings', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { found, total };
}
