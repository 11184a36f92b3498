import { z } from 'zod';
import {
  findResource,
  listResources,
  Resource,
  resourceReports,
} from '../../domain/optimise/resources/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryFlag } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { badRequest, notFound } from '../../platform/lib/errors.js';
import { getResourceNeighbours } from './neighbours.js';
import { serializeResources } from './serialize-resources.js';

const details = {
  include_cost: queryFlag().optional().describe('Adds the costs of the last 30 days by category.'),
  include_summary: queryFlag()
    .optional()
    .describe('Adds cost with its days, state, utilization and the number of recommendations.'),
  include_daily_costs: queryFlag()
    .optional()
    .describe('Adds the cost of each of the last 30 complete days.'),
};

interface ResourceQuery {
  resource_report_token?: string | undefined;
  filter?: string | undefined;
  workspace_token?: string | undefined;
}

const getReportResources = pagedOperation({
  id: 'getReportResources',
  tag: 'Resources',
  path: '/v2/resources',
  summary: 'List resources of a workspace, largest cost first',
  query: z.object({
    resource_report_token: z.string().optional().describe('Lists the resources of this report.'),
    filter: z.string().optional().describe('VQL filter of resources.'),
    q: z.string().optional().describe('Text that the name or the identifier contains.'),
    workspace_token: z.string().optional(),
    ...details,
  }),
  errors: [400, 402, 404],
  pageSize: { default: 100, max: 1000 },
  response: { resources: z.array(Resource) },
  responseId: 'Resources',
  read: async ({ query }, ctx, page) => {
    const { workspace, filter } = await selectionOf(query, ctx);
    const checked = checkFilter('resource_report', filter);
    const { rows, total } = await listResources(ctx, {
      workspace,
      filter: checked,
      search: query.q,
      page,
    });
    return {
      rowCount: total,
      resources: await serializeResources(ctx, workspace, rows, query),
    };
  },
});

async function selectionOf(query: ResourceQuery, ctx: Context) {
  const { resource_report_token: reportToken, filter } = query;
  if (reportToken !== undefined && filter !== undefined) {
    throw badRequest('resource_report_token and filter exclude each other');
  }
  if (reportToken !== undefined) {
    const report = await resourceReports.rows.load(ctx, reportToken);
    return { workspace: report.workspace_token, filter: report.filter };
  }
  const workspace = requestedWorkspace(ctx, query.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return { workspace, filter: filter ?? null };
}

const getResource = operation({
  id: 'getResource',
  tag: 'Resources',
  method: 'GET',
  path: '/v2/resources/{resource_token}',
  summary: 'Get a resource by its token, or by its identifier at the provider',
  params: z.object({ resource_token: z.string() }),
  query: z.object(details),
  status: 200,
  errors: [404],
  response: Resource,
  run: async ({ params, query }, ctx) => {
    const { row, workspace } = await findResource(ctx, params.resource_token);
    const [resource] = await serializeResources(ctx, workspace, [row], query);
    return resource!;
  },
});

export const resourceOperations = [getReportResources, getResource, getResourceNeighbours];
