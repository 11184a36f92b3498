import { daysBetween, lastDayOf } from '../../lib/dates.js';
import { quotient, sumOf } from '../../lib/decimal.js';

interface Days {
  start: string;
  end: string;
  bin: string;
  bins: readonly string[];
  completeThrough: string | null;
}

/** What a row of costs adds up to, and its amounts by bin, where they are known. */
interface Row {
  total: string;
  amounts?: readonly string[] | undefined;
}

interface DailyAverage {
  /** The number of complete days that costs are divided by. */
  days: number;
  of: (row: Row) => string | undefined;
}

/** The average over the complete days of a range; undefined where their costs are not known. */
export function dailyAverage({
  start,
  end,
  bin,
  bins,
  completeThrough,
}: Days): DailyAverage | undefined {
  if (completeThrough === null || completeThrough < start) return undefined;
  const isWhole = completeThrough >= end;
  const complete = bins.filter((at) => lastDayOf(at, bin) <= completeThrough);
  const last = complete.at(-1);
  // A week or month that is not over has costs of complete and of other days.
  if (!isWhole && (last === undefined || lastDayOf(last, bin) !== completeThrough)) {
    return undefined;
  }
  const days = daysBetween(start, isWhole ? end : completeThrough) + 1;
  const of = ({ total, amounts }: Row): string | undefined => {
    if (!isWhole && amounts === undefined) return undefined;
    const sum = isWhole ? total : sumOf(amounts!.slice(0, complete.length));
    return quotient(sum, `${days}`);
  };
  return { days, of };
}
