export const dashboardsPath = '/v2/dashboards';

interface DashboardWidget {
  widgetable_token: string;
  title: string;
  settings: { display_type: DisplayType };
}

export type DisplayType = 'chart' | 'table';

export interface Dashboard {
  token: string;
  title: string;
  widgets: DashboardWidget[];
  saved_filter_tokens: string[];
  date_bin: string | null;
  date_interval: string | null;
  start_date: string | null;
  end_date: string | null;
  updated_at: string;
}

export const dateBins = ['cumulative', 'day', 'week', 'month'];

/** Ranges that move with the current day, and how they read. */
export const intervals: readonly { value: string; label: string }[] = [
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
  { value: 'last_7_days', label: 'Last 7 days' },
  { value: 'last_14_days', label: 'Last 14 days' },
  { value: 'last_30_days', label: 'Last 30 days' },
  { value: 'last_3_months', label: 'Last 3 months' },
  { value: 'last_6_months', label: 'Last 6 months' },
  { value: 'last_12_months', label: 'Last 12 months' },
  { value: 'last_24_months', label: 'Last 24 months' },
  { value: 'year_to_date', label: 'Year to date' },
  { value: 'custom', label: 'Chosen days' },
];

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
