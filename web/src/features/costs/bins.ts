import { binsOf as calendarBinsOf } from '../../../../src/platform/lib/bins.js';
import type { DateBin } from '../../../../src/platform/lib/date-intervals.js';

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

/** The starts of all bins of a range, including those without costs. */
export const binsOf = (start: string, end: string, bin: DateBin): string[] =>
  calendarBinsOf(start, end, bin === 'cumulative' ? 'day' : bin);
