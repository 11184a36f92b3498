import type { CountedCosts, Measure } from '../costs/settings.js';

export const costReportsPath = '/v2/cost_reports';
/** Where a cost report is looked at. */
export const reportPage = (token: string): string => `/cost-reports/${token}`;

export interface CostReport {
  token: string;
  title: string;
  folder_token: string | null;
  saved_filter_tokens: string[];
  business_metric_tokens_with_metadata: { business_metric_token: string }[];
  filter: string | null;
  groupings: string | null;
  settings: CountedCosts & { aggregate_by: Measure; show_previous_period: boolean };
  created_at: string;
  workspace_token: string;
  start_date: string;
  end_date: string;
  date_interval: string;
  chart_type: string;
  date_bin: string;
}

/** Whether filters beside its own limit it: saved ones, or those of its folders. */
export const hasOtherFilters = (report: CostReport): boolean =>
  report.saved_filter_tokens.length > 0 || report.folder_token !== null;
