import type { WeeklyPattern } from './detect-pattern.js';
import type { DetectionSettings } from './detection-settings.js';

/** What a series is expected to cost, before the weekly pattern is applied. */
export interface Expectation {
  pattern: WeeklyPattern;
  level: number;
  /** Robust standard deviation of the history. */
  deviation: number;
  /** Mean of the last seven days of the history. */
  recentMean: number;
}

export interface Band {
  expected: number;
  lower: number;
  upper: number;
}

/**
 * The expected range of a day. Its width is the largest of three deviations, 20 % of what is expected and
 * the smallest rise that is reported: median 100 and deviation 5.93 give at most 120.
 */
export function bandOn(
  { pattern, level, deviation }: Expectation,
  { day, charge }: { day: number; charge: number },
  { deviations, minPercent, minRise }: DetectionSettings,
): Band {
  const expected = pattern.toAmount(level, day) + charge;
  const width = Math.max(
    deviations * deviation * pattern.scale(day),
    (minPercent / 100) * Math.abs(expected),
    minRise,
  );
  const lower = expected - width;
  return { expected, lower: expected >= 0 ? Math.max(lower, 0) : lower, upper: expected + width };
}
