import { Decimal } from '../../../platform/lib/decimal.js';
import { lastOfMonth } from '../../../platform/lib/days.js';

/** Plans are rounded to 60 digits after every step; other digits would decide other ties in `roundDay`. */
export const PlanDecimal = Decimal.clone({ precision: 60 });

/** The amount of a series on one day. */
export interface DayAmount {
  provider: string;
  service: string;
  amount: Decimal;
}

export interface Period {
  start_at: string;
  /** null: open-ended. */
  end_at: string | null;
  /** Decimal text; dollars per month, or a percentage. */
  amount: string;
  amount_type: 'dollar' | 'percent';
}

/** A planned change of all series, of those of one provider, or of one service. */
export interface Scenario {
  provider: string | null;
  service: string | null;
  periods: readonly Period[];
}

/** Applies scenarios in order to the amounts of a day. */
export function applyScenarios(
  amounts: readonly DayAmount[],
  scenarios: readonly Scenario[],
  day: string,
): DayAmount[] {
  let changed = [...amounts];
  for (const scenario of scenarios) {
    for (const period of scenario.periods) {
      if (period.start_at <= day && (period.end_at === null || day <= period.end_at)) {
        changed = applyPeriod(changed, scenario, period, day);
      }
    }
  }
  return changed;
}

function applyPeriod(
  amounts: readonly DayAmount[],
  scenario: Scenario,
  period: Period,
  day: string,
): DayAmount[] {
  const isMatch = ({ provider, service }: DayAmount) =>
    (scenario.provider === null || scenario.provider === provider) &&
    (scenario.service === null || scenario.service === service);
  if (period.amount_type === 'percent') {
    const factor = new PlanDecimal(period.amount).div(100).plus(1);
    return amounts.map((each) =>
      isMatch(each) ? { ...each, amount: each.amount.times(factor) } : each,
    );
  }
  const dailyDollars = new PlanDecimal(period.amount).div(daysInMonth(day));
  const matching = amounts.filter(isMatch);
  if (matching.length === 0) {
    const { provider, service } = scenario;
    return [
      ...amounts,
      { provider: provider ?? 'all', service: service ?? 'all', amount: dailyDollars },
    ];
  }
  const parts = new Map(
    allocate(dailyDollars, matching).map((part, index) => [matching[index]!, part]),
  );
  return amounts.map((each) => {
    const part = parts.get(each);
    return part ? { ...each, amount: each.amount.plus(part) } : each;
  });
}

const daysInMonth = (day: string) => Number(lastOfMonth(day).slice(8));

/** Splits a total in proportion to amounts, equally where all are zero. */
function allocate(total: Decimal, amounts: readonly DayAmount[]): Decimal[] {
  const weights = amounts.map(({ amount }) => amount.abs());
  const weightSum = weights.reduce((sum, each) => sum.plus(each), new PlanDecimal(0));
  return weights.map((each) =>
    weightSum.isZero() ? total.div(amounts.length) : total.times(each).div(weightSum),
  );
}

/** Scales the amounts of a day to another total. */
export function scaleToTotal(amounts: readonly DayAmount[], total: Decimal): DayAmount[] {
  const parts = allocate(total, amounts);
  return amounts.map((each, index) => ({ ...each, amount: parts[index]! }));
}

const decimalPlaces = 12;
const unit = new PlanDecimal(10).pow(-decimalPlaces);

/** Rounds the amounts of a day so that they add up to its rounded total. */
export function roundDay(amounts: readonly DayAmount[]): DayAmount[] {
  const total = amounts.reduce((sum, { amount }) => sum.plus(amount), new PlanDecimal(0));
  const rounded = amounts.map(({ amount }) => amount.toDecimalPlaces(decimalPlaces));
  const roundedSum = rounded.reduce((sum, amount) => sum.plus(amount), new PlanDecimal(0));
  const missing = total.toDecimalPlaces(decimalPlaces).minus(roundedSum).div(unit).toNumber();
  const step = missing < 0 ? unit.neg() : unit;
  // Largest remainder first.
  const remainders = amounts.map(({ amount }, index) => amount.minus(rounded[index]!).times(step));
  const order = [...remainders.keys()].toSorted((a, b) =>
    remainders[b]!.comparedTo(remainders[a]!),
  );
  for (const index of order.slice(0, Math.abs(missing))) {
    rounded[index] = rounded[index]!.plus(step);
  }
  return amounts.map((each, index) => ({ ...each, amount: rounded[index]! }));
}
