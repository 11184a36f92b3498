import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  findFoundResource,
  RecommendationProviderResource,
  serializeFoundResource,
  readFoundResources,
  recommendations,
  ownConditions,
  resourceConditions,
  recommendationTypes,
  readSavingsCurrency,
} from '../../domain/optimise/recommendations/index.js';
import { queryFlag } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import {
  Links,
  pageLinks,
  pageOf,
  pageQuery,
  type PageSize,
} from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound } from '../../platform/lib/errors.js';
import { checkFilters, sharedFilters } from './filter-query.js';

const { rows } = recommendations;
const pageSize: PageSize = { default: 25, max: 500 };

const FoundResources = z
  .object({ links: Links, resources: z.array(RecommendationProviderResource) })
  .meta({ id: 'RecommendationProviderResources' });

const getRecommendationResources = operation({
  id: 'getRecommendationResources',
  tag: 'Recommendations',
  method: 'GET',
  path: '/v2/recommendations/{recommendation_token}/resources',
  summary: 'List the resources of a recommendation, the largest saving first',
  params: z.object({ recommendation_token: z.string() }),
  query: z.object({
    ...pageQuery,
    dismissed: queryFlag()
      .optional()
      .describe('Lists resources that were dismissed one by one, instead of the others.'),
  }),
  status: 200,
  errors: [404],
  response: FoundResources,
  run: async ({ params, query }, ctx) => {
    const { token } = await rows.load(ctx, params.recommendation_token);
    const page = pageOf(query, pageSize);
    const { found, total } = await readFoundResources(ctx.db, page, [
      sql<SqlBool>`f.recommendation_token = ${token}`,
      sql<SqlBool>`(f.dismissed_at is not null) = ${query.dismissed ?? false}`,
    ]);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      resources: found.map(serializeFoundResource),
    };
  },
});

const getRecommendationResource = operation({
  id: 'getRecommendationResource',
  tag: 'Recommendations',
  method: 'GET',
  path: '/v2/recommendations/{recommendation_token}/resources/{resource_token}',
  summary: 'Get a resource of a recommendation, with its actions and evidence',
  params: z.object({ recommendation_token: z.string(), resource_token: z.string() }),
  status: 200,
  errors: [404],
  response: RecommendationProviderResource,
  run: async ({ params }, ctx) => {
    const { token } = await rows.load(ctx, params.recommendation_token);
    return serializeFoundResource(await findFoundResource(ctx, token, params.resource_token));
  },
});

const getRecommendationTypeResources = operation({
  id: 'getRecommendationTypeResources',
  tag: 'Recommendations',
  method: 'GET',
  path: '/v2/recommendations/by_type/{type}/resources',
  summary: 'List the resources of all recommendations of a type, the largest saving first',
  params: z.object({ type: z.string() }),
  query: z.object({ ...pageQuery, ...sharedFilters, workspace_token: z.string() }),
  status: 200,
  errors: [400, 404],
  response: FoundResources,
  run: async ({ params: { type }, query }, ctx) => {
    checkFilters(query);
    if (!recommendationTypes.has(type)) throw notFound('Recommendation type');
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const currency = await readSavingsCurrency(ctx, workspace);
    const { account_ids: accounts, ...filters } = query;
    const ownedBy = (status: 'active' | 'archived') => {
      const owning = ownConditions({ ...filters, status }, { now: ctx.now, currency });
      return sql<SqlBool>`f.recommendation_token in (select token from recommendations
        where workspace_token = ${workspace} and type = ${type} and ${sql.join(owning, sql` and `)})`;
    };
    const isDismissed = sql<SqlBool>`f.dismissed_at is not null`;
    const conditions = [
      filters.status === 'archived'
        ? sql<SqlBool>`(${ownedBy('archived')} or ${ownedBy('active')} and ${isDismissed})`
        : sql<SqlBool>`${ownedBy('active')} and not (${isDismissed})`,
      ...resourceConditions(filters),
      ...(accounts?.length ? [sql<SqlBool>`resources.account_id = any(${accounts})`] : []),
    ];
    const page = pageOf(query);
    const { found, total } = await readFoundResources(ctx.db, page, conditions);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      resources: found.map(serializeFoundResource),
    };
  },
});

export const recommendationResourceOperations = [
  getRecommendationTypeResources,
  getRecommendationResources,
  getRecommendationResource,
];
