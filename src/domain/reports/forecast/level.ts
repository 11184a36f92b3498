import { autoEts } from './auto-ets.js';
import type { CleanSeries } from './clean-series.js';
import { weekdayOf } from './daily-series.js';
import { mean, medianSlope, sum } from './statistics.js';

/** Level and trend on the last day of a series. */
export interface Level {
  /** The amount of a day whose weekday factor is 1. */
  value: number;
  /** Change of the value per day. */
  slope: number;
}

/** Days of input for smoothing; with fewer, the model search finds nothing. */
const smoothedDays = 56;
/** Dividing by smaller factors would amplify the noise of their weekday. */
const minWeekdayFactor = 0.05;
const minWeeksForTrend = 4;
/** Share of the slope left a day later: the trend flattens out after about a month's worth in total. */
const damping = 0.97;

/** The level by exponential smoothing, or by medians where the series is too short. */
export function smoothedLevel(series: CleanSeries): Level {
  const levels = dailyLevels(series).slice(-smoothedDays);
  if (levels.length < smoothedDays) return medianLevel(weeklyLevels(series, 8));
  const scale = mean(levels.map(Math.abs));
  const isFlat = levels.every((level) => Math.abs(level - levels[0]!) <= scale * 1e-9);
  if (isFlat) return { value: levels[0]!, slope: 0 };
  // Without scaling, half the costs would not give exactly half the forecast.
  const ahead = autoEts(
    levels.map((level) => level / scale),
    2,
  );
  if (!ahead) return medianLevel(weeklyLevels(series, 8));
  const [first, second] = [ahead[0]! * scale, ahead[1]! * scale];
  return { value: first - (second - first), slope: second - first };
}

/** The level of the last week, without a trend. */
export function lastLevel(series: CleanSeries): Level {
  return { value: weeklyLevels(series, 1)[0]!, slope: 0 };
}

/** Amounts with the weekly pattern removed. */
function dailyLevels({ firstDay, values, levels, weekdayFactors }: CleanSeries): Float64Array {
  return values.map((value, day) => {
    const factor = weekdayFactors[weekdayOf(firstDay + day)]!;
    return factor > minWeekdayFactor ? value / factor : levels[day]!;
  });
}

/** Levels of the most recent whole weeks, the latest last. */
function weeklyLevels({ values, weekdayFactors }: CleanSeries, maxWeeks: number): Float64Array {
  const weeks = Math.min(Math.floor(values.length / 7), maxWeeks);
  const start = values.length - 7 * weeks;
  const factorSum = sum(weekdayFactors);
  return Float64Array.from({ length: weeks }, (_, week) =>
    factorSum === 0 ? 0 : sum(values.subarray(start + 7 * week, start + 7 * week + 7)) / factorSum,
  );
}

/** The mean of the last four weeks, each projected to the last by the median slope of all weeks. */
function medianLevel(levels: Float64Array): Level {
  const slope = levels.length < minWeeksForTrend ? 0 : medianSlope(levels);
  const recent = levels.slice(-4);
  const level = mean(recent.map((value, index) => value + (recent.length - 1 - index) * slope));
  // The level of a week is that of its middle, three days before its end.
  return { value: level + (3 * slope) / 7, slope: slope / 7 };
}

/** The level a number of days after the last one, with the trend damped. */
export function levelAhead({ value, slope }: Level, days: number): number {
  return value + (slope * damping * (1 - damping ** days)) / (1 - damping);
}
