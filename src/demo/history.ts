import { addDays, firstOfMonth } from '../platform/lib/days.js';
import { formatDate } from '../platform/lib/time.js';

/** Months that a demo shows, the current one among them. */
const months = 13;

/** What decides everything in a demo. */
export interface Origin {
  seed: number;
  /** How much is generated beside the usual amount; tests want little. */
  scale: number;
  /** First day of the company's history: growth and anomalies are counted from it. */
  beginning: string;
}

/** The bills to be written. */
export interface History extends Origin {
  /** First and last day, both included. */
  from: string;
  to: string;
}

/** First day of a demo that is built now: 13 months up to yesterday. */
export function beginningOf(now: Date): string {
  return firstOfMonth(yesterdayOf(now), 1 - months);
}

/**
 * The bills up to yesterday, where those up to some day are there already. The month before that day is
 * written again too, because what happened in it may lead to a refund.
 */
export function historyUpTo(now: Date, origin: Origin, through?: string): History {
  const from = through === undefined ? origin.beginning : firstOfMonth(through, -1);
  const isEarlier = from < origin.beginning;
  return { ...origin, from: isEarlier ? origin.beginning : from, to: yesterdayOf(now) };
}

function yesterdayOf(now: Date): string {
  return addDays(formatDate(now), -1);
}

const dayMilliseconds = 86_400_000;

/** Days from the beginning of the history to a day. */
export function dayNumber({ beginning }: Origin, day: string): number {
  return (Date.parse(day) - Date.parse(beginning)) / dayMilliseconds;
}
