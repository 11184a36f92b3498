import { dayNumber, isoDate } from '../../reports/forecast/index.js';
import type { Course } from './detect-course.js';
import { Detection } from './detect-day.js';
import { type DetectionSettings, defaultSettings } from './detection-settings.js';

export type { DetectionSettings } from './detection-settings.js';

/** One day's costs of a series; amounts as numbers here are statistics, never shown as money. */
export interface DailyCost {
  /** ISO date; days are consecutive. */
  day: string;
  amount: number;
}

/** A rise that is worth a message. */
export interface DetectedAnomaly {
  /** First anomalous day; of a slow drift, the day on which it has become clear. */
  day: string;
  /** That day's cost. */
  amount: number;
  /** Seasonal expectation of that day; of a drift or a small step, the level before it. */
  expected: number;
  lower: number;
  upper: number;
  /** A spike until the new level has lasted a week; then a step, or a drift if it still rises. */
  kind: 'spike' | 'step' | 'drift';
  /** How it has gone on. */
  course: Course;
}

/** The range that a day's costs are expected in, from the days before it alone. */
export interface ExpectedDay {
  day: string;
  expected: number;
  lower: number;
  upper: number;
}

/**
 * Anomalies of one series, oldest first, at most one per event. The verdict on a day depends on the days up
 * to it, except for `kind` and `course`. All days must be complete: a day that is still growing looks like a drop.
 */
export function detectAnomalies(
  series: readonly DailyCost[],
  settings: Partial<DetectionSettings> = {},
): DetectedAnomaly[] {
  if (series.length === 0) return [];
  const detection = new Detection(dayNumber(series[0]!.day), { ...defaultSettings, ...settings });
  for (const { amount } of series) detection.next(amount);
  const { courses } = detection;
  return detection.anomalies.map(({ day, ...anomaly }, index) => ({
    day: isoDate(day),
    ...anomaly,
    course: courses[index]!,
  }));
}

/** Expected range of each day, for charts. Days with less than two weeks of costs before them have none. */
export function expectedBand(
  series: readonly DailyCost[],
  settings: Partial<DetectionSettings> = {},
): ExpectedDay[] {
  if (series.length === 0) return [];
  const detection = new Detection(dayNumber(series[0]!.day), { ...defaultSettings, ...settings });
  return series.flatMap(({ day, amount }) => {
    const { band } = detection.next(amount);
    return band ? [{ day, ...band }] : [];
  });
}
