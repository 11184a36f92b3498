export interface SavedFilter {
  token: string;
  title: string;
  filter: string | null;
  cost_report_tokens: string[];
  workspace_token: string;
  created_at: string;
}

export const savedFiltersPath = '/v2/saved_filters';
