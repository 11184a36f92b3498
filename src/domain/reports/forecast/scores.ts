import { type Fold, horizonDays } from './backtest.js';
import { intervalWidths, widthAhead } from './intervals.js';

/** Accuracy of a method over all backtest origins. */
export interface Score {
  /** Sum of absolute errors over sum of absolute amounts; null when all amounts are zero. */
  wape: number | null;
  /** Mean absolute error over mean absolute week-over-week change; null when nothing changed. */
  mase: number | null;
  /** Share of amounts inside the interval derived from the errors at the other origins. */
  coverage: number | null;
}

export interface Scores {
  forecast: Score;
  seasonalNaive: Score;
}

/** Scores a forecast and the seasonal naive one on the same folds. */
export function scoresOf(folds: readonly Fold[]): Scores {
  const scored = folds.filter(({ actual }) => actual.some((amount) => amount !== 0));
  return {
    forecast: scoreOf(scored, ({ forecast }) => forecast),
    seasonalNaive: scoreOf(scored, ({ naive }) => naive),
  };
}

function scoreOf(folds: readonly Fold[], pick: (fold: Fold) => Float64Array): Score {
  const errors = folds.map((fold) => errorsOf(fold.actual, pick(fold)));
  const scaledErrors = folds.flatMap(({ weeklyChange }, index) =>
    weeklyChange > 0 ? [absoluteSum(errors[index]!) / horizonDays / weeklyChange] : [],
  );
  const totalAmount = folds.reduce((sum, { actual }) => sum + absoluteSum(actual), 0);
  const totalError = errors.reduce((sum, error) => sum + absoluteSum(error), 0);
  return {
    wape: totalAmount > 0 ? totalError / totalAmount : null,
    mase:
      scaledErrors.length > 0
        ? scaledErrors.reduce((sum, each) => sum + each, 0) / scaledErrors.length
        : null,
    coverage: errors.length > 1 ? coverageOf(errors) : null,
  };
}

/** Actual minus forecast amount, by day. */
export function errorsOf(actual: Float64Array, forecast: Float64Array): Float64Array {
  return actual.map((amount, day) => amount - forecast[day]!);
}

const absoluteSum = (amounts: Float64Array) =>
  amounts.reduce((sum, amount) => sum + Math.abs(amount), 0);

/** Leave-one-out: the interval for each origin is computed without its own errors. */
function coverageOf(errors: readonly Float64Array[]): number {
  let inside = 0;
  for (const [index, error] of errors.entries()) {
    const widths = intervalWidths(errors.toSpliced(index, 1));
    inside += error.filter((distance, day) => Math.abs(distance) <= widthAhead(widths, day)).length;
  }
  return inside / (errors.length * horizonDays);
}
