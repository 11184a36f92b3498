import { z } from 'zod';
import { readServices, readScope } from '../../domain/costs/query/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, singlePage, pageLinks } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';

const CostService = z
  .object({ name: z.string().describe('Value of costs.service in VQL.'), provider: z.string() })
  .meta({ id: 'CostService' });

export const getCostServices = operation({
  id: 'getCostServices',
  tag: 'CostService',
  method: 'GET',
  path: '/v2/cost_services',
  summary: 'List the services in the costs of a workspace',
  query: z.object({ workspace_token: z.string().optional() }),
  status: 200,
  errors: [],
  response: z
    .object({ links: Links, cost_services: z.array(CostService) })
    .meta({ id: 'CostServices' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    const workspaces = workspace === undefined ? [] : [workspace];
    const scope = await readScope(ctx.db, workspaces);
    return {
      links: pageLinks(ctx.origin, ctx.url, singlePage, 0),
      cost_services: await readServices(ctx.services.costs, scope),
    };
  },
});
