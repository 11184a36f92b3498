import { z } from 'zod';
import { readAvailableSavings, readSavings } from '../../domain/optimise/recommendations/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound } from '../../platform/lib/errors.js';

const SavingsGroup = z
  .object({
    value: z.string().nullable(),
    available: z.string(),
    realised: z.string(),
    findings: z.int().describe('Resources with an available saving.'),
  })
  .meta({ id: 'SavingsGroup' });

const availableFields = {
  currency_code: z.string(),
  available: z
    .string()
    .describe(
      'In active recommendations: of each resource, those that can be carried out together and save most; at most what it costs per month at its current rate.',
    ),
  cost: z
    .string()
    .describe(
      'What the resources of these savings cost per month at their current rate: as in the last 30 complete days, or in the last 7 where that is less; without usage that a reservation or a savings plan covers.',
    ),
  resources: z.int().describe('How many resources these are.'),
  left_out: z
    .object({ findings: z.int(), savings: z.string().describe('By list prices.') })
    .describe('What is no part of `available`, because what it would save is on no bill.'),
  uses_example_prices: z
    .boolean()
    .describe(
      'Whether some of it was computed from prices that ship with this release: examples, not a current price list.',
    ),
};

export const getRecommendationSavings = operation({
  id: 'getRecommendationSavings',
  tag: 'Recommendations',
  method: 'GET',
  path: '/v2/recommendations/savings',
  summary: 'Get available and realized savings per month',
  query: z.object({
    workspace_token: z.string().optional(),
    tag_key: z.string().optional().describe('Also by the values of this tag of resources.'),
  }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({
      ...availableFields,
      realised: z
        .string()
        .describe('Cost per month before less after, of findings that ended; from the bill.'),
      dismissed: z.string(),
      being_measured: z
        .int()
        .describe('Findings that ended less than a week of complete bills ago.'),
      by_category: z.array(SavingsGroup),
      by_provider: z.array(SavingsGroup),
      by_account: z.array(SavingsGroup),
      by_tag: z.array(SavingsGroup),
    })
    .meta({ id: 'RecommendationSavings' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    return readSavings(ctx, workspace, query.tag_key);
  },
});

export const getAvailableSavings = operation({
  id: 'getAvailableSavings',
  tag: 'Console',
  method: 'GET',
  path: '/console/savings',
  summary: 'Get the available savings per month alone, in a fraction of the time',
  query: z.object({ workspace_token: z.string().optional() }),
  status: 200,
  errors: [400, 404],
  response: z.object(availableFields).meta({ id: 'AvailableSavings' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    return readAvailableSavings(ctx, workspace);
  },
});
