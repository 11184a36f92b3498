import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import { parseDay } from '../../lib/parse-day.js';
import { presets } from './intervals.js';

/** The name of a range whose days are chosen. */
export const customRange = 'custom';

/** Parameters of an address that name a range. */
export interface IntervalSearch {
  dates?: string;
  start?: string;
  end?: string;
}

/** The date range of a page, one of the presets or chosen days, as the address holds it. */
export function useInterval(initial: string) {
  const search: IntervalSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (next: IntervalSearch) =>
    void navigate({ to: '.', search: { ...search, ...next, page: '' }, replace: true });
  return {
    ...intervalOf(search, initial),
    choose: (next: string) => open({ dates: next === initial ? '' : next, start: '', end: '' }),
    chooseDays: ({ start, end }: DateRange) => open({ dates: customRange, start, end }),
  };
}

/** The range that an address names, and the initial one where it names none. */
export function intervalOf(search: IntervalSearch, initial: string) {
  const choices = presets(today());
  const choice = customOf(search) ?? choices.find(({ name }) => name === search.dates);
  const { name, start, end } = choice ?? choices.find((each) => each.name === initial)!;
  return {
    name,
    // Ranges that end in the future have costs up to today.
    range: { start, end: end < today() ? end : today() },
    /** Whether the address leaves the choice open. */
    isInitial: choice === undefined,
    /** The last day of the range, which can be in the future. */
    lastDay: end,
  };
}

function customOf({ dates, start, end }: IntervalSearch) {
  if (dates !== customRange || parseDay(start ?? '') !== start || parseDay(end ?? '') !== end) {
    return undefined;
  }
  return start! <= end! ? { name: customRange, start: start!, end: end! } : undefined;
}
