import { autoEts } from './auto-ets.js';
import type { CleanSeries } from './clean.js';
import { weekdayOf } from './day-series.js';
import { mean, medianSlope, sum } from './statistics.js';

/** Level and trend at the end of a series. */
export interface Level {
  /** What a day of share 1 costs at the end. */
  value: number;
  /** By which that rises a day. */
  slope: number;
}

/** Days whose level is smoothed; with fewer, a search for the best smoothing finds nothing. */
const smoothedDays = 56;
/** Smaller shares would blow up the noise of their weekday. */
const leastShare = 0.05;
const leastWeeksForTrend = 4;
/** What is left of a trend a day later: it goes on, ever more slowly, for a month's worth in all. */
const damping = 0.97;

/** The level by exponential smoothing; by medians where the series is too short for it. */
export function smoothedLevel(series: CleanSeries): Level {
  const levels = dailyLevels(series).slice(-smoothedDays);
  if (levels.length < smoothedDays) return medianLevel(weeklyLevels(series, 8));
  const scale = mean(levels.map(Math.abs));
  const isFlat = levels.every((level) => Math.abs(level - levels[0]!) <= scale * 1e-9);
  if (isFlat) return { value: levels[0]!, slope: 0 };
  // Without the scale, half the costs would not give exactly half the forecast.
  const ahead = autoEts(
    levels.map((level) => level / scale),
    2,
  );
  if (!ahead) return medianLevel(weeklyLevels(series, 8));
  const [first, second] = [ahead[0]! * scale, ahead[1]! * scale];
  return { value: first - (second - first), slope: second - first };
}

/** The level of the last week as it is. */
export function lastLevel(series: CleanSeries): Level {
  return { value: weeklyLevels(series, 1)[0]!, slope: 0 };
}

/** Amounts without the pattern of the week. */
function dailyLevels({ firstDay, values, levels, shares }: CleanSeries): Float64Array {
  return values.map((value, day) => {
    const share = shares[weekdayOf(firstDay + day)]!;
    return share > leastShare ? value / share : levels[day]!;
  });
}

/** Levels of whole weeks, the last one at the end. */
function weeklyLevels({ values, shares }: CleanSeries, most: number): Float64Array {
  const weeks = Math.min(Math.floor(values.length / 7), most);
  const start = values.length - 7 * weeks;
  const whole = sum(shares);
  return Float64Array.from({ length: weeks }, (_, week) =>
    whole === 0 ? 0 : sum(values.subarray(start + 7 * week, start + 7 * week + 7)) / whole,
  );
}

/** The mean of four weeks brought up by the median trend of eight. */
function medianLevel(levels: Float64Array): Level {
  const slope = levels.length < leastWeeksForTrend ? 0 : medianSlope(levels);
  const recent = levels.slice(-4);
  const level = mean(recent.map((value, index) => value + (recent.length - 1 - index) * slope));
  // The level of a week is that of its middle, three days before its end.
  return { value: level + (3 * slope) / 7, slope: slope / 7 };
}

/** The level some days after the end. */
export function levelAhead({ value, slope }: Level, days: number): number {
  return value + (slope * damping * (1 - damping ** days)) / (1 - damping);
}
