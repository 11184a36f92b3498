import { capitalize } from '../../lib/text.js';
import {
  type DateInterval,
  type DateRange,
  type NamedInterval,
  dateIntervals,
  resolveInterval,
} from '../../../../src/platform/lib/date-intervals.js';
import { addDays, firstOfQuarter, lastOfMonth } from '../../../../src/platform/lib/days.js';

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

/** Ranges of the console that the API has no interval for, so that reports save their dates. */
const consoleRanges = {
  yesterday: (day: string) => ({ start: addDays(day, -1), end: addDays(day, -1) }),
  last_90_days: (day: string) => ({ start: addDays(day, -89), end: day }),
  this_quarter: (day: string) => quarterOf(day),
  last_quarter: (day: string) => quarterOf(addDays(firstOfQuarter(day), -1)),
} satisfies Record<string, (day: string) => DateRange>;

function quarterOf(day: string): DateRange {
  const start = firstOfQuarter(day);
  return { start, end: lastOfMonth(start, 2) };
}

type ConsoleRange = keyof typeof consoleRanges;

/** A date range relative to the current day. */
export type RangeName = NamedInterval | ConsoleRange;

const isConsoleRange = (name: string): name is ConsoleRange => Object.hasOwn(consoleRanges, name);

/** The interval of the API that a range is saved as; undefined where its dates are saved. */
export const intervalOf = (name: RangeName | undefined): NamedInterval | undefined =>
  name === undefined || isConsoleRange(name) ? undefined : name;

/** The name of a range in an address or a report; undefined for anything else. */
export function rangeNameOf(text: string | undefined): RangeName | undefined {
  if (text === undefined || text === 'custom') return undefined;
  if (isConsoleRange(text)) return text;
  return dateIntervals.find((each) => each === text) as NamedInterval | undefined;
}

export const resolveRange = (name: RangeName, day: string): DateRange =>
  isConsoleRange(name) ? consoleRanges[name](day) : resolveInterval(name, day);

/** The ranges that calendars offer, with their labels. */
const presetLabels: [name: RangeName, label: string][] = [
  ['yesterday', 'Yesterday'],
  ['last_7_days', 'Last 7 days'],
  ['last_30_days', 'Last 30 days'],
  ['last_90_days', 'Last 90 days'],
  ['this_month', 'Month to date'],
  ['last_month', 'Last month'],
  ['this_quarter', 'This quarter'],
  ['last_quarter', 'Last quarter'],
  ['year_to_date', 'Year to date'],
  ['last_12_months', 'Last 12 months'],
];

/** `Month to date` */
export const rangeLabel = (name: RangeName): string =>
  presetLabels.find(([each]) => each === name)?.[1] ?? intervalLabel(name);

/** Date ranges of the presets in a calendar, as of a day. */
export const presets = (day: string) =>
  presetLabels.map(([name, label]) => ({ name, label, ...resolveRange(name, day) }));
