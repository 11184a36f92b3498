import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { deriveSettledDates } from './report-dates.js';

const FinancialCommitmentReport = z
  .object({
    token: z.string(),
    title: z.string(),
    default: z.boolean().describe('The report that the workspace started with.'),
    created_at: z.string(),
    workspace_token: z.string(),
    user_token: z.string().nullable(),
    start_date: z.string().nullable().describe('First day; for a named interval, as of today.'),
    end_date: z
      .string()
      .nullable()
      .describe('Last day; a named interval ends two days ago, because lines arrive late.'),
    date_interval: z.string().nullable(),
    date_bucket: z.string(),
    groupings: z.string().nullable().describe('Comma-separated.'),
    on_demand_costs_scope: z
      .string()
      .describe(
        'discountable: on-demand costs only of services that commitments can cover; or all.',
      ),
    filter: z.string().nullable().describe('VQL filter; null matches all costs of AWS.'),
  })
  .meta({ id: 'FinancialCommitmentReport' });

export const financialCommitmentReports = entity({
  table: 'financial_commitment_reports',
  prefix: 'fncl_cmnt_rprt',
  kind: 'Financial Commitment Report',
  label: 'Commitment report',
  title: 'title',
  page: '/commitments?report={token}',
  access: { within: 'workspace', grants: true },
  model: FinancialCommitmentReport,
  derive: deriveSettledDates,
});
