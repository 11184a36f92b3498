import { daysBetween, lastDayOf } from '../../../lib/dates.js';
import { quotient, sumOf } from '../../../lib/decimal.js';
import type { TableRow } from './table-row.js';

interface Days {
  start: string;
  end: string;
  bin: string;
  bins: readonly string[];
  completeThrough: string | null;
}

/** The average of a row over the complete days of its range; undefined where their costs are not known. */
export function averageOver({ start, end, bin, bins, completeThrough }: Days) {
  if (completeThrough === null || completeThrough < start) return undefined;
  const isWhole = completeThrough >= end;
  const complete = bins.filter((at) => lastDayOf(at, bin) <= completeThrough);
  const last = complete.at(-1);
  // A week or month that is not over has costs of complete and of other days.
  if (!isWhole && (last === undefined || lastDayOf(last, bin) !== completeThrough)) {
    return undefined;
  }
  const days = daysBetween(start, isWhole ? end : completeThrough) + 1;
  return ({ total, amounts }: TableRow): string | undefined => {
    if (!isWhole && amounts === undefined) return undefined;
    const sum = isWhole ? total : sumOf(amounts!.slice(0, complete.length));
    return quotient(sum, `${days}`);
  };
}
