import { z } from 'zod';
import { readSeenAndAssigned } from '../../domain/costs/query/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, singlePage, pageLinks } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { providerName } from '../../domain/costs/providers/index.js';

const CostProvider = z
  .object({ name: z.string(), key: z.string().describe('Value of costs.provider in VQL.') })
  .meta({ id: 'CostProvider' });

type CostProvider = z.input<typeof CostProvider>;

export const getCostProviders = operation({
  id: 'getCostProviders',
  tag: 'CostProvider',
  method: 'GET',
  path: '/v2/cost_providers',
  summary: 'List the cost providers of a workspace',
  query: z.object({ workspace_token: z.string().optional() }),
  status: 200,
  errors: [],
  response: z
    .object({ links: Links, cost_providers: z.array(CostProvider) })
    .meta({ id: 'CostProviders' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    const providers = workspace === undefined ? [] : await readWorkspaceProviders(ctx, workspace);
    return { links: pageLinks(ctx.origin, ctx.url, singlePage, 0), cost_providers: providers };
  },
});

/** Providers of the workspace's integrations and those in their bills: a bill can contain several providers. */
async function readWorkspaceProviders(ctx: Context, workspace: string): Promise<CostProvider[]> {
  const [seen, assigned] = await readSeenAndAssigned(ctx, [workspace]);
  const names = new Map<string, string>([
    ...seen.map((key) => [key, providerName(key)] as const),
    ...assigned.map(({ key, name }) => [key, name ?? providerName(key)] as const),
  ]);
  return [...names]
    .map(([key, name]) => ({ name, key }))
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.key, b.key));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
