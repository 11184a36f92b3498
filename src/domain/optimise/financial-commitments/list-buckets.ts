import type { CalendarBin, DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { daysOfBin } from '../../costs/query/index.js';

/** The start of every bucket that a range touches. */
export function listBuckets(bucket: CalendarBin, { start, end }: DateRange): string[] {
  const buckets: string[] = [];
  let day = start;
  while (day <= end) {
    const bin = daysOfBin(bucket, day);
    if (bucket === 'hour') {
      for (let hour = 0; hour < 24; hour += 1) {
        buckets.push(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
      }
    } else buckets.push(bin.start);
    day = addDays(bin.end, 1);
  }
  return buckets;
}
