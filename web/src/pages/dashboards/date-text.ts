import { formatDay } from '../../lib/dates.js';
import type { Dashboard } from '../../features/dashboards/layout.js';
import { intervals } from './dashboard.js';

/** `Last 6 months by month` */
export function dateText(dashboard: Dashboard): string {
  const { date_interval: interval, date_bin: bin } = dashboard;
  const suffix = bin ? (bin === 'cumulative' ? ', cumulative' : ` by ${bin}`) : '';
  return (interval ? rangeText(dashboard) : 'Date ranges of the reports') + suffix;
}

function rangeText({ date_interval: interval, start_date, end_date }: Dashboard): string {
  if (interval !== 'custom') return intervals.find(({ value }) => value === interval)?.label ?? '';
  return `${formatDay(start_date!)} to ${end_date ? formatDay(end_date) : 'today'}`;
}
