import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  isArchived,
  readRecommendationGroups,
  RecommendationGroup,
  type RecommendationGrouping,
  recommendationGroupings,
  recommendations,
  recommendationConditions,
  readSavingsCurrency,
} from '../../domain/optimise/recommendations/index.js';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';
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
  query: z.object({
    ...listFilters,
    workspace_token: z.string().optional(),
    group_by: z
      .enum(['category', 'account'])
      .optional()
      .describe('Lists groups one after another, the one with the largest saving first.'),
  }),
  errors: [400],
  response: {
    recommendations: z.array(model),
    groups: z
      .array(RecommendationGroup)
      .optional()
      .describe(
        'With group_by: the groups of this page, with the sums of all their recommendations.',
      ),
  },
  responseId: 'Recommendations',
  read: async ({ query }, ctx, page) => {
    checkFilters(query);
    const workspace = workspaceOf(ctx, query);
    const currency =
      workspace === undefined ? undefined : await readSavingsCurrency(ctx, workspace);
    const conditions = recommendationConditions(query, { now: ctx.now, currency });
    if (workspace !== undefined) conditions.push(sql`workspace_token = ${workspace}`);
    const matching = sql<SqlBool>`${sql.join([...(await rows.visible(ctx)), ...conditions], sql` and `)}`;
    const by = query.group_by;
    const groups =
      by && workspace && currency
        ? await readRecommendationGroups(ctx, {
            workspace,
            by,
            matching,
            isDismissed: isArchived(query),
            currency,
          })
        : [];
    const order = by && positionIn(groups, by);
    const { found, total } = await readPage(ctx, page, matching, order);
    const shown = new Set(found.map((row) => by && groupOf(row, by)));
    return {
      rowCount: total,
      recommendations: await recommendations.serializeRows(found, ctx),
      ...(by && { groups: groups.filter(({ value }) => shown.has(value)) }),
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

const groupOf = (row: Row<'recommendations'>, by: RecommendationGrouping) =>
  by === 'category' ? row.category : row.provider_account_id;

/** The place of the group of a recommendation among these. */
const positionIn = (groups: readonly { value: string | null }[], by: RecommendationGrouping) =>
  sql`array_position(${groups.map(({ value }) => value)}::text[], ${recommendationGroupings[by]})`;

/** One page by saving, with the number of all that match. */
async function readPage(
  ctx: Context,
  page: Page,
  condition: Expression<SqlBool>,
  groupOrder: RawBuilder<unknown> | undefined,
) {
  const matching = ctx.db.selectFrom('recommendations').where(condition);
  const ordered = groupOrder ? matching.orderBy(groupOrder) : matching;
  const found = await ordered
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
