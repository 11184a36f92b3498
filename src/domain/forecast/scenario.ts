import { Decimal } from '../../platform/lib/decimal.js';
import { lastOfMonth } from '../../platform/lib/days.js';

/** Plans are rounded to 60 digits after every step; other digits would decide other ties in `roundDay`. */
export const PlanDecimal = Decimal.clone({ precision: 60 });

/** What a series comes to on one day. */
export interface DayAmount {
  provider: string;
  service: string;
  amount: Decimal;
}

export interface Period {
  start_at: string;
  /** null: without an end. */
  end_at: string | null;
  /** Decimal text; dollars a month, or a percentage. */
  amount: string;
  amount_type: 'dollar' | 'percent';
}

/** A change to come: of all series, of those of a provider, or of one. */
export interface Scenario {
  provider: string | null;
  service: string | null;
  periods: readonly Period[];
}

/** Applies scenarios one after the other to the amounts of a day. */
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
  const isMeant = ({ provider, service }: DayAmount) =>
    (scenario.provider === null || scenario.provider === provider) &&
    (scenario.service === null || scenario.service === service);
  if (period.amount_type === 'percent') {
    const factor = new PlanDecimal(period.amount).div(100).plus(1);
    return amounts.map((each) =>
      isMeant(each) ? { ...each, amount: each.amount.times(factor) } : each,
    );
  }
  const dollars = new PlanDecimal(period.amount).div(daysOf(day));
  const meant = amounts.filter(isMeant);
  if (meant.length === 0) {
    const { provider, service } = scenario;
    return [
      ...amounts,
      { provider: provider ?? 'all', service: service ?? 'all', amount: dollars },
    ];
  }
  const parts = new Map(share(dollars, meant).map((part, index) => [meant[index]!, part]));
  return amounts.map((each) => {
    const part = parts.get(each);
    return part ? { ...each, amount: each.amount.plus(part) } : each;
  });
}

const daysOf = (day: string) => Number(lastOfMonth(day).slice(8));

/** Parts of a whole in proportion to amounts; equal ones where all are zero. */
function share(whole: Decimal, amounts: readonly DayAmount[]): Decimal[] {
  const sizes = amounts.map(({ amount }) => amount.abs());
  const size = sizes.reduce((sum, each) => sum.plus(each), new PlanDecimal(0));
  return sizes.map((each) =>
    size.isZero() ? whole.div(amounts.length) : whole.times(each).div(size),
  );
}

/** Gives a day another total, in the proportions it has. */
export function withTotal(amounts: readonly DayAmount[], total: Decimal): DayAmount[] {
  const parts = share(total, amounts);
  return amounts.map((each, index) => ({ ...each, amount: parts[index]! }));
}

const places = 12;
const unit = new PlanDecimal(10).pow(-places);

/** Rounds the amounts of a day so that they add up to its rounded total. */
export function roundDay(amounts: readonly DayAmount[]): DayAmount[] {
  const total = amounts.reduce((sum, { amount }) => sum.plus(amount), new PlanDecimal(0));
  const rounded = amounts.map(({ amount }) => amount.toDecimalPlaces(places));
  const sum = rounded.reduce((added, amount) => added.plus(amount), new PlanDecimal(0));
  const missing = total.toDecimalPlaces(places).minus(sum).div(unit).toNumber();
  const step = missing < 0 ? unit.neg() : unit;
  // Those that rounding took most from are given back first.
  const lost = amounts.map(({ amount }, index) => amount.minus(rounded[index]!).times(step));
  const order = [...lost.keys()].toSorted((a, b) => lost[b]!.comparedTo(lost[a]!));
  for (const index of order.slice(0, Math.abs(missing))) {
    rounded[index] = rounded[index]!.plus(step);
  }
  return amounts.map((each, index) => ({ ...each, amount: rounded[index]! }));
}
