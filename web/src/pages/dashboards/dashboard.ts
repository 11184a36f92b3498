import type { Schemas } from '../../api/types.js';
import { intervalLabels } from '../../features/costs/intervals.js';

export const dashboardsPath = '/v2/dashboards';

export type Dashboard = Schemas['Dashboard'];
export type DisplayType = Schemas['DashboardWidgetSettings']['display_type'];

export const dateBins = ['cumulative', 'day', 'week', 'month'];

/** Date intervals to choose from. */
export const intervals = Object.entries(intervalLabels).map(([value, label]) => ({ value, label }));

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
