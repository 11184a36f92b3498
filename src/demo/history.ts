import { addDays, firstOfMonth } from '../platform/lib/days.js';
import { formatDate } from '../platform/lib/time.js';

/** Months of bills, including the current one. */
const months = 13;

/** Everything that determines the generated data. */
export interface DemoParameters {
  seed: number;
  /** Factor on the amount of generated data; tests use a small one. */
  scale: number;
  /** First day of the company's history; growth and anomalies are relative to it. */
  beginning: string;
}

/** The bills to generate. */
export interface History extends DemoParameters {
  /** First and last day, both included. */
  from: string;
  to: string;
}

/** First day of a demo that is built now: 13 months up to yesterday. */
export function firstDayOfHistory(now: Date): string {
  return firstOfMonth(yesterday(now), 1 - months);
}

/**
 * The bills up to yesterday that are still missing when those up to `importedThrough` exist. The month
 * before that day is generated again, because usage in it may lead to a refund.
 */
export function missingHistory(
  now: Date,
  parameters: DemoParameters,
  importedThrough?: string,
): History {
  const { beginning } = parameters;
  const from = importedThrough === undefined ? beginning : firstOfMonth(importedThrough, -1);
  return { ...parameters, from: from < beginning ? beginning : from, to: yesterday(now) };
}

function yesterday(now: Date): string {
  return addDays(formatDate(now), -1);
}

const dayMilliseconds = 86_400_000;

/** Days from the beginning of the history to a day. */
export function dayNumber({ beginning }: DemoParameters, day: string): number {
  return (Date.parse(day) - Date.parse(beginning)) / dayMilliseconds;
}
