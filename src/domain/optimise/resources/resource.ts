import { z } from 'zod';
import type { Row } from '../../../platform/kernel/rows.js';
import { serialize } from '../../../platform/kernel/serialize.js';
import { ResourceCost } from './resource-costs.js';
import { ResourceSummary } from './resource-summary.js';

export const Resource = z
  .object({
    token: z.string(),
    uuid: z.string().describe('Identifier of the provider; the ARN for AWS.'),
    type: z.string(),
    label: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    account_id: z.string().nullable(),
    billing_account_id: z.string().nullable(),
    provider: z.string(),
    region: z.string().nullable(),
    costs: z
      .array(ResourceCost)
      .optional()
      .describe('Costs of the last 30 days by category, largest first; only on request.'),
    daily_costs: z
      .array(z.string())
      .nullable()
      .optional()
      .describe(
        'Cost of each of the last 30 complete days, as `cost` of the summary; null where no line of a bill names it. Only on request.',
      ),
    created_at: z.string().describe('When it was first seen.'),
    tags: z.record(z.string(), z.string()),
    summary: ResourceSummary.optional().describe('Only on request.'),
  })
  .meta({ id: 'Resource' });

/** A resource as the API returns it. */
export function serializeResource(
  row: Row<'resources'>,
  details: Pick<z.input<typeof Resource>, 'costs' | 'daily_costs' | 'summary'> = {},
): z.input<typeof Resource> {
  const { costs, daily_costs, summary } = details;
  const derived = { billing_account_id: row.provider_account_id, costs, daily_costs, summary };
  return serialize(Resource, row, derived);
}
