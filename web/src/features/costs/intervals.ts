import { capitalize } from '../../lib/text.js';
import {
  type DateInterval,
  type DateRange,
  resolveInterval,
} from '../../../../src/platform/lib/date-intervals.js';

/** Labels of the intervals that menus offer, in their order. */
export const intervalLabels = {
  this_month: 'This month',
  last_month: 'Last month',
  last_7_days: 'Last 7 days',
  last_14_days: 'Last 14 days',
  last_30_days: 'Last 30 days',
  last_3_months: 'Last 3 months',
  last_6_months: 'Last 6 months',
  last_12_months: 'Last 12 months',
  last_24_months: 'Last 24 months',
  year_to_date: 'Year to date',
  custom: 'Custom range',
} satisfies Partial<Record<DateInterval, string>>;

/** `Last 7 days`, also for intervals that menus do not offer. */
export function intervalLabel(interval: string): string {
  const labels: Record<string, string> = intervalLabels;
  return labels[interval] ?? capitalize(interval.replaceAll('_', ' '));
}

type PresetName = Exclude<keyof typeof intervalLabels, 'custom'>;

/** Date ranges of the presets in a calendar, as of a day. */
export const presets = (day: string) =>
  presetNames.map((name) => ({
    name,
    label: intervalLabels[name],
    ...resolveInterval(name, day),
  }));

const presetNames: PresetName[] = [
  'this_month',
  'last_month',
  'last_7_days',
  'last_30_days',
  'last_3_months',
  'last_6_months',
  'last_12_months',
  'year_to_date',
];

/** The preset whose range equals the given one as of a day, if any. */
export const presetOf = ({ start, end }: DateRange, day: string): PresetName | undefined =>
  presets(day).find((preset) => preset.start === start && preset.end === end)?.name;
