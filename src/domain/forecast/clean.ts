import { type DaySeries, weekdayOf } from './day-series.js';
import { mean, spread } from './statistics.js';
import { type Profile, weekdayProfile } from './weekday-profile.js';

/** A series without the days that tell nothing about other days. */
export interface CleanSeries extends Profile {
  firstDay: number;
  /** Odd days replaced by what was expected of them. */
  values: Float64Array;
  /** What odd days were above or below expectation; 0 on all others. */
  oddities: Float64Array;
}

/** Days that the noise of a series is judged by. */
export const noiseDays = 56;

/**
 * Takes out spikes, and last days that are not settled yet. A day is odd when it is five times the
 * usual noise away from what was expected, and a hundredth of the usual amount at least.
 */
export function clean(series: DaySeries): CleanSeries {
  const { values } = series;
  const profile = weekdayProfile(series);
  const expected = profile.levels.map(
    (level, day) => level * profile.shares[weekdayOf(series.firstDay + day)]!,
  );
  const surprises = values.map((value, day) => value - expected[day]!);
  const usual = mean(values.slice(-noiseDays).map(Math.abs));
  const limit = Math.max(5 * spread(surprises.slice(-noiseDays)), usual / 100);
  const oddities = surprises.map((surprise) => (Math.abs(surprise) > limit ? surprise : 0));
  return {
    ...profile,
    firstDay: series.firstDay,
    values: values.map((value, day) => (oddities[day] === 0 ? value : expected[day]!)),
    oddities,
  };
}
