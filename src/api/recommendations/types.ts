import { z } from 'zod';
import { readScope, readProviders } from '../../domain/costs/query/index.js';
import {
  missingData,
  readMetadataFields,
  rules,
  readIntegrations,
} from '../../domain/optimise/recommendations/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound } from '../../platform/lib/errors.js';

const DataNeed = z.object({
  data: z.enum(['billing', 'inventory', 'prices', 'utilisation']),
  description: z.string(),
  fields: z.array(z.string()).describe('Metadata of resources that the type reads.'),
});

const RecommendationType = z
  .object({
    type: z.string(),
    category: z.string(),
    service: z.string(),
    provider: z.string(),
    description: z.string(),
    resource_types: z.array(z.string()),
    minimum_savings: z.string().describe('USD per month below which nothing is recommended.'),
    needed_data: z.array(DataNeed),
    missing_data: z.array(DataNeed).describe('What the workspace lacks of it.'),
  })
  .meta({ id: 'RecommendationType' });

export const getRecommendationTypes = operation({
  id: 'getRecommendationTypes',
  tag: 'Recommendations',
  method: 'GET',
  path: '/v2/recommendations/types',
  summary: 'List the types of recommendations, with the data that each needs and lacks',
  query: z.object({ workspace_token: z.string().optional() }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({ recommendation_types: z.array(RecommendationType) })
    .meta({ id: 'RecommendationTypes' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const billed = new Set(
      await readProviders(ctx.services.costs, await readScope(ctx.db, [workspace])),
    );
    const fields = await readMetadataFields(ctx.db, await readIntegrations(ctx.db, workspace));
    // Bills have prices of what they charge; rules know list prices of the rest.
    const available = { billed, fields, priced: billed };
    return {
      recommendation_types: rules.map((rule) => ({
        type: rule.type,
        category: rule.category,
        service: rule.service,
        provider: rule.provider,
        description: rule.description,
        resource_types: [...rule.resourceTypes],
        minimum_savings: rule.minimumSaving,
        needed_data: rule.needs.map(serializeNeed),
        missing_data: missingData(rule, available).map(serializeNeed),
      })),
    };
  },
});

function serializeNeed(need: (typeof rules)[number]['needs'][number]): z.input<typeof DataNeed> {
  const { data, words } = need;
  return { data, description: words, fields: 'fields' in need ? [...need.fields] : [] };
}
