import { formatDay } from '../../lib/dates.js';
import { type Dashboard, intervals } from './dashboard.js';

/** `Last 6 months by month` */
export function shownDates(dashboard: Dashboard): string {
  const { date_interval: interval, date_bin: bin } = dashboard;
  const by = bin ? (bin === 'cumulative' ? ', added up' : ` by ${bin}`) : '';
  return (interval ? rangeOf(dashboard) : "Each report's own dates") + by;
}

function rangeOf({ date_interval: interval, start_date: start, end_date: end }: Dashboard): string {
  if (interval !== 'custom') return intervals.find(({ value }) => value === interval)?.label ?? '';
  return `${formatDay(start!)} to ${end ? formatDay(end) : 'today'}`;
}
