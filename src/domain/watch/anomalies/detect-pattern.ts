import { weekdayOf, median, weekdayProfile } from '../../reports/forecast/index.js';

/** The weekly pattern of a series: converts between amounts and levels, which have no pattern. */
export interface WeeklyPattern {
  toLevel: (amount: number, day: number) => number;
  toAmount: (level: number, day: number) => number;
  /** How much a day varies if the level varies by 1. */
  scale: (day: number) => number;
}

export const noPattern: WeeklyPattern = {
  toLevel: (amount) => amount,
  toAmount: (level) => level,
  scale: () => 1,
};

const minDays = 28;
/** A pattern must explain this share of the variation; on noise alone it explains up to a fifth. */
const minExplainedShare = 0.3;
/** Amounts of weekdays below this factor say nothing about the level. */
const minFactor = 0.1;

/** The weekly pattern of a series, if there is a clear one. */
export function findPattern(firstDay: number, values: Float64Array): WeeklyPattern {
  if (values.length < minDays) return noPattern;
  const { levels, weekdayFactors } = weekdayProfile({ firstDay, values });
  // Where costs occur on a few days of the week only, the profile holds amounts and all levels are 1.
  const holdsAmounts = levels.every((level) => level === 1);
  const middle = median(values);
  let [variation, aroundLevel, remaining] = [0, 0, 0];
  for (const [index, value] of values.entries()) {
    variation += Math.abs(value - middle);
    aroundLevel += Math.abs(value - levels[index]!);
    remaining += Math.abs(value - levels[index]! * weekdayFactors[weekdayOf(firstDay + index)]!);
  }
  // A trend is no weekly pattern.
  const unexplained = holdsAmounts ? variation : Math.min(variation, aroundLevel);
  if (remaining > (1 - minExplainedShare) * unexplained) return noPattern;
  return holdsAmounts ? additivePattern(weekdayFactors) : factorPattern(weekdayFactors);
}

function factorPattern(factors: Float64Array): WeeklyPattern {
  const factorOn = (day: number) => factors[weekdayOf(day)]!;
  return {
    toLevel: (amount, day) => (factorOn(day) < minFactor ? Number.NaN : amount / factorOn(day)),
    toAmount: (level, day) => level * factorOn(day),
    scale: (day) => Math.max(factorOn(day), minFactor),
  };
}

function additivePattern(amounts: Float64Array): WeeklyPattern {
  return {
    toLevel: (amount, day) => amount - amounts[weekdayOf(day)]!,
    toAmount: (level, day) => level + amounts[weekdayOf(day)]!,
    scale: () => 1,
  };
}
