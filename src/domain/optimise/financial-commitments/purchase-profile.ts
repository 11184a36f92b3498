import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';

/** Usage of a window by size: how many hours had how much of it. The order of hours does not matter. */
export interface UsageProfile {
  /** Hours of the window, those without usage included. */
  hours: number;
  /** Distinct amounts above 0, ascending. */
  levels: readonly UsageLevel[];
  /** Sum over all hours. */
  total: Decimal;
}

interface UsageLevel {
  amount: Decimal;
  hours: number;
  /** Sum of the amounts of all lower levels, and their hours. */
  below: Decimal;
  hoursBelow: number;
}

/** The profile of amounts per hour; `hours` is the length of the window, at least that of the amounts. */
export function usageProfile(
  amounts: readonly DecimalValue[],
  hours = amounts.length,
): UsageProfile {
  const counts = new Map<string, number>();
  for (const value of amounts) {
    const text = new Decimal(value).toFixed();
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return profileOf(
    [...counts].map(([amount, count]) => ({ amount: new Decimal(amount), hours: count })),
    hours,
  );
}

function profileOf(
  counted: readonly { amount: Decimal; hours: number }[],
  hours: number,
): UsageProfile {
  const positive = counted
    .filter(({ amount }) => amount.gt(0))
    .toSorted((one, other) => one.amount.cmp(other.amount));
  let total = new Decimal(0);
  let before = hours - positive.reduce((sum, level) => sum + level.hours, 0);
  const levels = positive.map((level) => {
    const known = { ...level, below: total, hoursBelow: before };
    total = total.plus(level.amount.times(level.hours));
    before += level.hours;
    return known;
  });
  return { hours, levels, total };
}

/** The profile after usage fell by a share in every hour. */
export function fallenProfile({ hours, levels }: UsageProfile, share: DecimalValue): UsageProfile {
  const rest = new Decimal(1).minus(share);
  return profileOf(
    levels.map((level) => ({ amount: level.amount.times(rest), hours: level.hours })),
    hours,
  );
}

/** The usage that a capacity covers: the sum of min(usage, capacity) over all hours. */
export function coveredUsage({ hours, levels, total }: UsageProfile, capacity: Decimal): Decimal {
  const index = firstAbove(levels, capacity);
  const level = levels[index];
  return level ? level.below.plus(capacity.times(hours - level.hoursBelow)) : total;
}

/** Index of the lowest level above a capacity. */
function firstAbove(levels: readonly UsageLevel[], capacity: Decimal): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (levels[middle]!.amount.gt(capacity)) high = middle;
    else low = middle + 1;
  }
  return low;
}
