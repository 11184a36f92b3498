import { z } from 'zod';
import { readFlowCoverage } from '../../domain/optimise/network-flows/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { notFound } from '../../platform/lib/errors.js';

const NetworkFlowCoverage = z
  .object({
    file_count: z.int().describe('Imported flow logs; 0 if there are none yet.'),
    first_date: z.string().nullable().describe('First day that is stored.'),
    last_date: z.string().nullable().describe('Last day that is stored.'),
    retention_days: z.int().describe('Complete days that network flows are kept.'),
  })
  .meta({ id: 'NetworkFlowCoverage' });

export const getNetworkFlowCoverage = operation({
  id: 'getNetworkFlowCoverage',
  tag: 'NetworkFlowLogs',
  method: 'GET',
  path: '/v2/network_flow_logs/coverage',
  summary: 'Which days the imported flow logs of a workspace cover',
  query: z.object({ workspace_token: z.string().optional() }),
  status: 200,
  errors: [400, 404],
  response: NetworkFlowCoverage,
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const { flowDays } = ctx.services.config;
    return { ...(await readFlowCoverage(ctx, workspace, flowDays)), retention_days: flowDays };
  },
});
