import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';

const list = () => z.array(z.string());

const RecommendationView = z
  .object({
    token: z.string(),
    title: z.string(),
    workspace_token: z.string(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    provider_ids: list(),
    billing_account_ids: list(),
    account_ids: list(),
    regions: list(),
    types: list().describe('Exact slugs of types.'),
    tag_key: z.string().nullable(),
    tag_value: z.string().nullable(),
    min_savings: z.number().nullable().describe('Per month, in the currency of the workspace.'),
    created_at: z.string(),
    created_by: z.string().nullable(),
  })
  .meta({ id: 'RecommendationView' });

/** Filters of recommendations under a title. */
export const recommendationViews = entity({
  table: 'recommendation_views',
  prefix: 'rec_vw',
  kind: 'Recommendation View',
  title: 'title',
  page: '/recommendations?view={token}',
  access: { within: 'workspace', grants: true },
  model: RecommendationView,
  derive: async () => (row) => ({
    min_savings: row.min_savings === null ? null : Number(row.min_savings),
  }),
});
