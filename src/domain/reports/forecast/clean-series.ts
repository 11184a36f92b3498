import { type DailySeries, weekdayOf } from './daily-series.js';
import { mean, robustDeviation } from './statistics.js';
import { type WeekdayProfile, weekdayProfile } from './weekday-profile.js';

/** A series with its outliers replaced. */
export interface CleanSeries extends WeekdayProfile {
  firstDay: number;
  /** Outliers are replaced by their expected amount. */
  values: Float64Array;
  /** Actual minus expected amount of outliers; 0 on all other days. */
  outliers: Float64Array;
}

/** Most recent days from which the noise of a series is estimated. */
export const noiseWindowDays = 56;

/**
 * Replaces spikes and recent days whose costs are still incomplete. A day is an outlier when it is off
 * by more than five times the usual noise and more than one percent of the usual amount.
 */
export function cleanSeries(series: DailySeries): CleanSeries {
  const { values } = series;
  const profile = weekdayProfile(series);
  const expected = profile.levels.map(
    (level, day) => level * profile.weekdayFactors[weekdayOf(series.firstDay + day)]!,
  );
  const residuals = values.map((value, day) => value - expected[day]!);
  const usualAmount = mean(values.slice(-noiseWindowDays).map(Math.abs));
  const noise = robustDeviation(residuals.slice(-noiseWindowDays));
  const limit = Math.max(5 * noise, usualAmount / 100);
  const outliers = residuals.map((residual) => (Math.abs(residual) > limit ? residual : 0));
  return {
    ...profile,
    firstDay: series.firstDay,
    values: values.map((value, day) => (outliers[day] === 0 ? value : expected[day]!)),
    outliers,
  };
}
