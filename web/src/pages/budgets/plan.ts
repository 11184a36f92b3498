import type { Body, Schemas } from '../../api/types.js';
import { firstOfMonth, lastOfMonth } from '../../lib/dates.js';
import { quotient, sumOf, times, toCents } from '../../lib/decimal.js';

export type Period = NonNullable<Body<'/v2/budgets', 'post'>['periods']>[number];
export type PlanMode = 'same' | 'growth' | 'months' | 'periods';

export interface MonthAmount {
  /** First day of the month. */
  month: string;
  amount: string;
}

/** How the amounts of a budget are entered. */
export interface Plan {
  mode: PlanMode;
  /** First day of the first month. */
  start: string;
  /** First day of the last month; null for no end. */
  end: string | null;
  /** Per month; of a growing budget, that of the first month. */
  amount: string;
  /** Percent per month. */
  growth: string;
  /** Number of months that a growing budget has. */
  length: number;
  months: MonthAmount[];
  periods: { start_at: string; end_at: string | null; amount: string }[];
}

const openEnd = '9999-12-31';
const monthsOfYear = 12;

export const emptyPlan = (today: string): Plan => ({
  mode: 'same',
  start: firstOfMonth(today),
  end: null,
  amount: '',
  growth: '2',
  length: monthsOfYear,
  months: [],
  periods: [],
});

/** The plan of a saved budget: the simplest way to enter its periods. */
export function planOf({ periods }: Pick<Schemas['Budget'], 'periods'>, today: string): Plan {
  const stored = periods
    .map(({ start_at, end_at, amount }) => ({
      start_at,
      end_at: end_at === openEnd ? null : end_at,
      amount,
    }))
    .toSorted((one, other) => (one.start_at < other.start_at ? -1 : 1));
  const plan = { ...emptyPlan(today), periods: stored };
  const [first] = stored;
  if (!first) return plan;
  if (stored.length === 1 && isWholeMonths(first)) {
    const { start_at: start, end_at: end, amount } = first;
    return { ...plan, start, end: end && firstOfMonth(end), amount };
  }
  if (stored.every(isOneMonth)) {
    const months = stored.map(({ start_at, amount }) => ({ month: start_at, amount }));
    return { ...plan, mode: 'months', months };
  }
  return { ...plan, mode: 'periods' };
}

type Stored = Plan['periods'][number];

const isWholeMonths = ({ start_at, end_at }: Stored): boolean =>
  start_at === firstOfMonth(start_at) && (end_at === null || end_at === lastOfMonth(end_at));

const isOneMonth = (period: Stored): boolean =>
  isWholeMonths(period) && period.end_at === lastOfMonth(period.start_at);

/** The periods of a plan, as the API takes them; lines without an amount are left out. */
export function periodsOf(plan: Plan): Period[] {
  if (plan.mode === 'periods') {
    return plan.periods.filter(({ amount }) => amount !== '');
  }
  if (plan.mode === 'same') {
    const { start, end, amount } = plan;
    if (amount === '') return [];
    return [{ start_at: start, end_at: end && lastOfMonth(end), amount }];
  }
  return monthsOf(plan)
    .filter(({ amount }) => amount !== '')
    .map(({ month, amount }) => ({ start_at: month, end_at: lastOfMonth(month), amount }));
}

/** The months of a plan with their amounts; of one without an end, those of a year. */
export function monthsOf(plan: Plan): MonthAmount[] {
  if (plan.mode === 'months') return plan.months;
  if (plan.mode === 'growth') return growingMonths(plan);
  if (plan.mode === 'periods') return [];
  const end = plan.end ?? firstOfMonth(plan.start, monthsOfYear - 1);
  const months: MonthAmount[] = [];
  for (let month = plan.start; month <= end; month = firstOfMonth(month, 1)) {
    months.push({ month, amount: plan.amount });
  }
  return months;
}

/** Each month is the rounded amount of the one before it plus the growth: 100 at 2% is 102, then 104.04. */
function growingMonths({ start, amount, growth, length }: Plan): MonthAmount[] {
  const months: MonthAmount[] = [];
  let current = amount;
  for (let index = 0; index < length; index += 1) {
    months.push({ month: firstOfMonth(start, index), amount: current });
    if (amount !== '') current = grown(current, growth);
  }
  return months;
}

/** An amount plus a percentage of it, in cents. */
function grown(amount: string, percent: string): string {
  const [whole = '0', part = ''] = (percent === '' ? '0' : percent).replace('-', '').split('.');
  const digits = Number(`${whole}${part.padEnd(2, '0').slice(0, 2)}`);
  const change = quotient(times(amount, digits), '10000.0');
  const isNegative = percent.startsWith('-');
  return toCents(isNegative ? sumOf([amount, `-${change}`]) : sumOf([amount, change]));
}

/** The plan in another mode, with the amounts that are entered already. */
export function withMode(plan: Plan, mode: PlanMode): Plan {
  if (mode === 'months' && plan.months.length === 0) {
    const months = monthsOf(plan);
    const year = monthsOf({ ...plan, mode: 'same', end: null });
    return { ...plan, mode, months: months.length > 0 ? months : year };
  }
  if (mode === 'periods') {
    const periods = periodsOf(plan).map((period) => ({
      start_at: period.start_at,
      end_at: period.end_at ?? null,
      amount: String(period.amount),
    }));
    const first = { start_at: plan.start, end_at: null, amount: '' };
    return { ...plan, mode, periods: periods.length > 0 ? periods : [first] };
  }
  return { ...plan, mode };
}

/** The sum of the months of a plan. */
export const totalOf = (months: readonly MonthAmount[]): string =>
  sumOf(months.flatMap(({ amount }) => (amount === '' ? [] : [amount])));
