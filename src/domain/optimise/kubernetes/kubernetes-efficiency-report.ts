import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { deriveDates } from '../../costs/saved-reports/index.js';

export const efficiencyBuckets = ['day', 'week', 'month', 'quarter'] as const;
export const efficiencyMeasures = ['idle_cost', 'amount', 'cost_efficiency'] as const;

const KubernetesEfficiencyReport = z
  .object({
    token: z.string(),
    title: z.string(),
    default: z.boolean().describe('Whether the workspace started with this report.'),
    created_at: z.string(),
    workspace_token: z.string(),
    user_token: z.string().nullable().describe('User who created it.'),
    start_date: z.string().nullable().describe('First day; for a named interval, as of today.'),
    end_date: z.string().nullable(),
    date_interval: z.string().nullable(),
    date_bucket: z.string(),
    aggregated_by: z.string().describe('The charted column: idle_cost, amount or cost_efficiency.'),
    groupings: z.string().nullable().describe('Comma-separated.'),
    filter: z.string().nullable().describe('VQL filter; null matches all clusters.'),
  })
  .meta({ id: 'KubernetesEfficiencyReport' });

export const kubernetesEfficiencyReports = entity({
  table: 'kubernetes_efficiency_reports',
  prefix: 'kbnts_eff_rprt',
  kind: 'Kubernetes Efficiency Report',
  title: 'title',
  page: '/kubernetes/reports/{token}',
  access: { within: 'workspace', grants: true },
  model: KubernetesEfficiencyReport,
  derive: deriveDates(),
});
