import { addDays, firstOfMonth } from '../platform/lib/days.js';
import { formatDate } from '../platform/lib/time.js';

/** Months of bills, including the current one. */
const months = 13;

/** Months that the overview and the explorer show with their previous period. */
const recentMonths = 3;

/** Months that are imported at once; each import has a fixed cost. */
const monthsPerImport = 5;

/** Everything that determines the generated data. */
export interface DemoParameters {
  seed: number;
  /** Factor on the amount of generated data; tests use a small one. */
  scale: number;
  /** First day of the company's history; growth and anomalies are relative to it. */
  beginning: string;
}

/** Which bills of an integration exist. */
export interface DemoState extends DemoParameters {
  /** First imported day, `beginning` if absent: the most recent months are imported first. */
  since?: string;
  /** Last imported day; absent before the first import. */
  through?: string;
}

/** Factors on the amount of generated data. */
export const demoScales = { small: 0.01, whole: 1 } as const;

export type DemoSize = keyof typeof demoScales;

/** Whole months of bills to generate. No charge of a month depends on another month. */
export interface History extends DemoParameters {
  /** First and last day, both included. */
  from: string;
  to: string;
  /** Last day that has any bills; its month is not invoiced yet. */
  through: string;
}

/** First day of a demo that is built now: 13 months up to yesterday. */
export function firstDayOfHistory(now: Date): string {
  return firstOfMonth(yesterday(now), 1 - months);
}

/**
 * The bills up to yesterday that are missing: the last months, or those since the last import. The month
 * before that import is generated again, because it may have been without an invoice.
 */
export function recentHistory(now: Date, state: DemoState): History | undefined {
  const { since: _, through: importedThrough, ...parameters } = state;
  const through = yesterday(now);
  if (importedThrough !== undefined && importedThrough >= through) return undefined;
  const from =
    importedThrough === undefined
      ? firstOfMonth(through, 1 - recentMonths)
      : firstOfMonth(importedThrough, -1);
  return { ...parameters, from: latest(from, state.beginning), to: through, through };
}

/** The next bills to import after the recent ones, going back to the beginning. */
export function earlierHistory(state: DemoState): History | undefined {
  const { since = state.beginning, through, ...parameters } = state;
  if (through === undefined || since <= state.beginning) return undefined;
  const to = addDays(since, -1);
  const from = latest(firstOfMonth(to, 1 - monthsPerImport), state.beginning);
  return { ...parameters, from, to, through };
}

/** The state of an integration after the bills of a history have been imported. */
export function stateAfter(state: DemoState, { from, through }: History): DemoState {
  const isFirst = state.through === undefined;
  const since = isFirst ? from : earliest(from, state.since ?? state.beginning);
  return { ...state, since, through };
}

const earliest = (one: string, other: string) => (one < other ? one : other);
const latest = (one: string, other: string) => (one > other ? one : other);

function yesterday(now: Date): string {
  return addDays(formatDate(now), -1);
}

const dayMilliseconds = 86_400_000;

/** Days from the beginning of the history to a day. */
export function dayNumber({ beginning }: DemoParameters, day: string): number {
  return (Date.parse(day) - Date.parse(beginning)) / dayMilliseconds;
}

/** The number of months from the one of a day through the one of another day. */
export function monthsBetween(from: string, to: string): number {
  const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthNumber(to) - monthNumber(from) + 1;
}
