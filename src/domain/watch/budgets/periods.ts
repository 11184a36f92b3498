import { Decimal } from '../../../platform/lib/decimal.js';
import { addDays, daysIn, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';

/** A period of a budget as it is stored: amounts are per calendar month. */
export interface StoredPeriod {
  start_at: string;
  /** Last day, inclusive; null for an open end. */
  end_at: string | null;
  amount: string;
}

/** A period with the day that its end amounts to. */
export interface BudgetPeriod extends StoredPeriod {
  end_at: string;
}

const openEnd = '9999-12-31';

/** Periods with their ends, in the order given: an open one ends the day before the next one starts. */
export function closePeriods(periods: readonly StoredPeriod[]): BudgetPeriod[] {
  return periods.map((period) => {
    if (period.end_at !== null) return { ...period, end_at: period.end_at };
    const next = periods
      .map(({ start_at }) => start_at)
      .filter((start) => start > period.start_at)
      .toSorted()[0];
    return { ...period, end_at: next === undefined ? openEnd : addDays(next, -1) };
  });
}

/** Whether two of the periods share a day. */
export function haveOverlap(periods: readonly StoredPeriod[]): boolean {
  const inOrder = closePeriods(periods).toSorted((a, b) => (a.start_at < b.start_at ? -1 : 1));
  return inOrder.some((period, index) => {
    const next = inOrder[index + 1];
    return next !== undefined && next.start_at <= period.end_at;
  });
}

/**
 * The budget of the month of a day, rounded to cents; null if no day of the month is in a period. Each
 * day has its share of the month: 1000 a month through 2024-01-01 is 32.26 for January 2024.
 */
export function monthAmount(periods: readonly BudgetPeriod[], day: string): Decimal | null {
  const [first, last] = [firstOfMonth(day), lastOfMonth(day)];
  const shares = periods.flatMap(({ start_at, end_at, amount }) => {
    const days = daysIn({
      start: start_at > first ? start_at : first,
      end: end_at < last ? end_at : last,
    });
    return days === 0 ? [] : [new Decimal(amount).times(days)];
  });
  if (shares.length === 0) return null;
  const sum = shares.reduce((total, share) => total.plus(share), new Decimal(0));
  return sum.div(daysIn({ start: first, end: last })).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}
