import { z } from 'zod';
import {
  needsWorkspace,
  type RecommendationFilters,
  recommendationProviders,
} from '../../domain/optimise/recommendations/index.js';
import { requireDateOrder } from '../../platform/kernel/date-order.js';
import type { Context } from '../../platform/kernel/context.js';
import { openApiSchemas, queryDate } from '../../platform/kernel/fields.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { ShapeFailure } from '../../platform/lib/errors.js';

const provider = () => z.enum(recommendationProviders).register(openApiSchemas, { type: 'string' });

/** Query parameters that all lists of recommendations and their resources have. */
export const sharedFilters = {
  provider_ids: z.array(provider()).optional(),
  billing_account_ids: z.array(z.string()).optional(),
  account_ids: z.array(z.string()).optional(),
  regions: z.array(z.string()).optional(),
  tag_key: z.string().optional().describe('With tag_value: a resource has this tag.'),
  tag_value: z.string().optional(),
  start_date: queryDate().optional().describe('First day of creation.'),
  end_date: queryDate().optional().describe('Last day of creation.'),
  status: z.enum(['active', 'archived']).optional().describe('By default, active.'),
  min_savings: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,12})?$/)
    .optional()
    .describe('Least saving per month, in the currency of the workspace.')
    .register(openApiSchemas, { type: 'number', format: 'float' }),
};

/** Query parameters of the list of recommendations alone. */
export const listFilters = {
  ...sharedFilters,
  provider_account_id: z.string().optional(),
  category: z.string().optional().describe('Exact; ignored when type is sent.'),
  type: z.string().max(255).optional().describe('Text that the type contains, in any case.'),
  types: z.array(z.string()).optional().describe('Exact slugs of types, as views have them.'),
  provider: provider().optional(),
  resource_token: z.string().optional().describe('Recommendations about this resource.'),
  filter: z
    .enum(['open', 'resolved', 'dismissed'])
    .optional()
    .describe('Another spelling of status; resolved are those of the last 90 days.'),
};

/** Filters that contradict each other are refused. */
export function checkFilters(filters: RecommendationFilters): void {
  const { tag_key: key, tag_value: value, start_date: start, end_date: end } = filters;
  if ((key === undefined) !== (value === undefined)) {
    throw new ShapeFailure(['tag_key and tag_value can only be sent together']);
  }
  requireDateOrder(start, end);
}

/**
 * The workspace whose recommendations are listed: the one named, else the only one that the caller
 * sees where a filter needs it; undefined for all.
 */
export function workspaceOf(
  ctx: Context,
  filters: RecommendationFilters & { workspace_token?: string; group_by?: string },
): string | undefined {
  if (filters.workspace_token !== undefined) return filters.workspace_token;
  return needsWorkspace(filters) || filters.group_by !== undefined
    ? requestedWorkspace(ctx, undefined)
    : undefined;
}
