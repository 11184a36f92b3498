import { type DailySeries, weekdayOf } from './daily-series.js';
import { median } from './statistics.js';

/** Weekly pattern of a series: a day is expected to cost its level times its weekday factor. */
export interface WeekdayProfile {
  /** By day of the series. */
  levels: Float64Array;
  /** By weekday, from Monday. */
  weekdayFactors: Float64Array;
}

const weeks = 8;

/** Splits a series into a local level and weekday factors. */
export function weekdayProfile(series: DailySeries): WeekdayProfile {
  const levels = localLevels(series.values);
  if (hasLevel(levels)) return profileOver(series, levels);
  // With costs on a few days of the week only, the weekly median is 0: use absolute amounts per weekday.
  return profileOver(series, new Float64Array(levels.length).fill(1));
}

/**
 * Median of the week around each day. Each weekday is in it once, so the weekly pattern cancels out;
 * up to three outliers do not change it, and it follows a step at once. The last three days, whose
 * costs are often incomplete, are extrapolated from the weeks before.
 */
function localLevels(values: Float64Array): Float64Array {
  const levels = new Float64Array(values.length);
  const window = new Float64Array(7);
  const last = values.length - 4;
  for (let day = 3; day <= last; day += 1) {
    for (let offset = 0; offset < 7; offset += 1) window[offset] = values[day - 3 + offset]!;
    levels[day] = window.toSorted()[3]!;
  }
  levels.fill(levels[3]!, 0, 3);
  const drift = dailyDrift(levels.subarray(3, last + 1));
  for (let ahead = 1; ahead <= 3; ahead += 1) levels[last + ahead] = levels[last]! + ahead * drift;
  return levels;
}

/** Median change of the level per day over the last three weeks. */
function dailyDrift(levels: Float64Array): number {
  const changes: number[] = [];
  for (let day = Math.max(levels.length - 21, 7); day < levels.length; day += 1) {
    changes.push((levels[day]! - levels[day - 7]!) / 7);
  }
  return median(changes);
}

/** Factors need a level that is mostly non-zero and never changes sign. */
function hasLevel(levels: Float64Array): boolean {
  const recent = levels.slice(-7 * weeks);
  const above = recent.filter((level) => level > 0).length;
  const below = recent.filter((level) => level < 0).length;
  return Math.max(above, below) > recent.length / 2 && Math.min(above, below) === 0;
}

function profileOver({ firstDay, values }: DailySeries, levels: Float64Array): WeekdayProfile {
  const weekdayFactors = new Float64Array(7);
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const ratios: number[] = [];
    const last = values.length - 1;
    const latest = last - ((weekdayOf(firstDay + last) - weekday + 7) % 7);
    for (let day = latest; day >= 0 && ratios.length < weeks; day -= 7) {
      if (levels[day] !== 0) ratios.push(values[day]! / levels[day]!);
    }
    weekdayFactors[weekday] = median(ratios);
  }
  return { levels, weekdayFactors };
}
