import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { deriveFlowDates } from './flow-report-dates.js';

const NetworkFlowReport = z
  .object({
    token: z.string(),
    title: z.string(),
    default: z.boolean().describe('Whether the workspace opens with this report.'),
    created_at: z.string(),
    workspace_token: z.string(),
    created_by_token: z.string().nullable(),
    start_date: z.string().nullable().describe('First day; for a relative interval, as of today.'),
    end_date: z.string().nullable(),
    date_interval: z.string().nullable(),
    groupings: z.string().nullable().describe('Joined by commas.'),
    flow_direction: z.string().nullable().describe('ingress or egress; null and all mean both.'),
    flow_weight: z.string().describe('costs or bytes'),
    filter: z.string().nullable().describe('VQL filter; null matches all flows.'),
  })
  .meta({ id: 'NetworkFlowReport' });

export const networkFlowReports = entity({
  table: 'network_flow_reports',
  prefix: 'ntflw_lg_rprt',
  kind: 'Network Flow Report',
  title: 'title',
  page: '/network-flows?report={token}',
  access: { within: 'workspace' },
  model: NetworkFlowReport,
  derive: deriveFlowDates,
});
