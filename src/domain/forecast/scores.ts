import { type Trial, testedDays } from './back-test.js';
import { intervalWidths, widthAhead } from './intervals.js';

/** How a method did over all origins. */
export interface Score {
  /** Sum of absolute errors over sum of absolute amounts; null where nothing was spent. */
  wape: number | null;
  /** Mean absolute error over the mean absolute change from week to week; null without such a change. */
  mase: number | null;
  /** Share of amounts inside the interval that the errors of the other origins give. */
  coverage: number | null;
}

export interface Scores {
  forecast: Score;
  seasonalNaive: Score;
}

export function scoresOf(trials: readonly Trial[]): Scores {
  const held = trials.filter(({ actual }) => actual.some((amount) => amount !== 0));
  return {
    forecast: scoreOf(held, ({ forecast }) => forecast),
    seasonalNaive: scoreOf(held, ({ naive }) => naive),
  };
}

function scoreOf(trials: readonly Trial[], pick: (trial: Trial) => Float64Array): Score {
  const errors = trials.map((trial) => errorsOf(trial.actual, pick(trial)));
  const scaled = trials.flatMap(({ weeklyChange }, index) =>
    weeklyChange > 0 ? [absolute(errors[index]!) / testedDays / weeklyChange] : [],
  );
  const spent = trials.reduce((sum, { actual }) => sum + absolute(actual), 0);
  const missed = errors.reduce((sum, error) => sum + absolute(error), 0);
  return {
    wape: spent > 0 ? missed / spent : null,
    mase: scaled.length > 0 ? scaled.reduce((sum, each) => sum + each, 0) / scaled.length : null,
    coverage: errors.length > 1 ? coverageOf(errors) : null,
  };
}

export function errorsOf(actual: Float64Array, forecast: Float64Array): Float64Array {
  return actual.map((amount, day) => amount - forecast[day]!);
}

const absolute = (amounts: Float64Array) =>
  amounts.reduce((sum, amount) => sum + Math.abs(amount), 0);

/** Each origin is judged by an interval that knows nothing of it. */
function coverageOf(errors: readonly Float64Array[]): number {
  let inside = 0;
  for (const [index, error] of errors.entries()) {
    const widths = intervalWidths(errors.toSpliced(index, 1));
    inside += error.filter((distance, day) => Math.abs(distance) <= widthAhead(widths, day)).length;
  }
  return inside / (errors.length * testedDays);
}
