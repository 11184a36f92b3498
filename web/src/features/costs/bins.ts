import { addDays, addMonths, firstOfMonth } from '../../lib/dates.js';

export const bins = ['cumulative', 'hour', 'day', 'week', 'month', 'quarter'] as const;
export type Bin = (typeof bins)[number];

const most = 3000;

/** First moments of all bins of a range, also of those without costs. */
export function binsOf(start: string, end: string, bin: Bin): string[] {
  const found: string[] = [];
  for (let at = firstBin(start, bin); at <= end && found.length < most; at = nextBin(at, bin)) {
    if (bin === 'hour') found.push(...hoursOf(at));
    else found.push(at);
  }
  return found;
}

function firstBin(day: string, bin: Bin): string {
  if (bin === 'week') return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  if (bin === 'month') return firstOfMonth(day);
  if (bin === 'quarter') return addMonths(day, -((Number(day.slice(5, 7)) - 1) % 3));
  return day;
}

function nextBin(at: string, bin: Bin): string {
  if (bin === 'week') return addDays(at, 7);
  if (bin === 'month') return addMonths(at, 1);
  return bin === 'quarter' ? addMonths(at, 3) : addDays(at, 1);
}

const hoursOf = (day: string): string[] =>
  Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`);
