import type { Schemas } from '../../api/types.js';
import { intervalLabels } from '../../features/costs/intervals.js';

export type Dashboard = Schemas['Dashboard'];
export type DisplayType = Schemas['DashboardWidgetSettings']['display_type'];
export type DateInterval = NonNullable<Dashboard['date_interval']>;
export type Granularity = NonNullable<Dashboard['date_bin']>;

export const dashboardsPath = '/v2/dashboards';
export const dashboardPath = '/v2/dashboards/{dashboard_token}';

/** Options of a select of date ranges. */
export const intervals = Object.entries(intervalLabels).map(([value, label]) => ({
  value: value as keyof typeof intervalLabels,
  label,
}));

/** Options of a select of granularities. */
export const granularities: { value: Granularity; label: string }[] = [
  { value: 'cumulative', label: 'Cumulative' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];
