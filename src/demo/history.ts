import { addDays, firstOfMonth } from '../lib/days.js';
import { formatDate } from '../lib/time.js';

/** Months that a demo shows, the current one among them. */
const months = 13;

/** The days a demo covers, and what decides everything in it. */
export interface History {
  seed: number;
  /** How much is generated beside the usual amount; tests want little. */
  scale: number;
  /** First day of the company's history: growth and anomalies are counted from it. */
  beginning: string;
  /** First and last day of the bills, both included. */
  from: string;
  to: string;
}

/** The last 13 months up to yesterday. A history that began earlier keeps its beginning. */
export function historyUpTo(
  now: Date,
  { seed, scale, beginning }: { seed: number; scale: number; beginning?: string },
): History {
  const yesterday = addDays(formatDate(now), -1);
  const from = firstOfMonth(yesterday, 1 - months);
  return { seed, scale, beginning: beginning ?? from, from, to: yesterday };
}

const dayMilliseconds = 86_400_000;

/** Days from the beginning of the history to a day. */
export function dayNumber({ beginning }: History, day: string): number {
  return (Date.parse(day) - Date.parse(beginning)) / dayMilliseconds;
}
