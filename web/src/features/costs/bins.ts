import type { DateBin } from '../../../../src/platform/lib/date-intervals.js';
import { firstOfQuarter, mondayOf } from '../../../../src/platform/lib/days.js';
import { addDays, firstOfMonth } from '../../lib/dates.js';

export type { DateBin };

/** In the order of menus. */
export const dateBins: readonly DateBin[] = [
  'cumulative',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
];

const maxBins = 3000;

/** The starts of all bins of a range, including those without costs. */
export function binsOf(start: string, end: string, bin: DateBin): string[] {
  const bins: string[] = [];
  for (let at = firstBin(start, bin); at <= end && bins.length < maxBins; at = nextBin(at, bin)) {
    if (bin === 'hour') bins.push(...hoursOf(at));
    else bins.push(at);
  }
  return bins;
}

function firstBin(day: string, bin: DateBin): string {
  if (bin === 'week') return mondayOf(day);
  if (bin === 'month') return firstOfMonth(day);
  return bin === 'quarter' ? firstOfQuarter(day) : day;
}

function nextBin(at: string, bin: DateBin): string {
  if (bin === 'week') return addDays(at, 7);
  if (bin === 'month') return firstOfMonth(at, 1);
  return bin === 'quarter' ? firstOfMonth(at, 3) : addDays(at, 1);
}

const hoursOf = (day: string): string[] =>
  Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`);
