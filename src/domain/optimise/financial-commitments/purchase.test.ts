import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';
import { fallenProfile, usageProfile } from './purchase-profile.js';
import { bestUnits, breakEvenFall, savingOf, simulatePurchase } from './purchase.js';

const repeat = (amount: number, hours: number) => Array.from({ length: hours }, () => amount);
const money = (amount: Decimal) => amount.toDecimalPlaces(2).toFixed(2);

describe('reservations', () => {
  const profile = usageProfile([...repeat(3, 500), ...repeat(1, 220)]);
  const terms = { onDemand: '0.25', committed: '0.175', whole: true };

  test('the smallest of the best numbers is chosen', () => {
    const perWindow = [1, 2, 3].map((units) =>
      money(savingOf(profile, terms, new Decimal(units)).times(720).div(730)),
    );
    expect(perWindow).toEqual(['54.00', '53.00', '52.00']);
    expect(bestUnits(profile, terms)?.toFixed()).toBe('1');
    expect(money(simulatePurchase(profile, terms, new Decimal(1)).saving)).toBe('54.75');
  });

  test('nothing is bought where every number loses', () => {
    const rare = usageProfile([...repeat(1, 100), ...repeat(0, 620)]);
    expect(bestUnits(rare, terms)).toBeUndefined();
  });

  test('break-even, regret and shares follow from the usage', () => {
    const { breakEvenUtilization, coverage, utilization, ...rest } = simulatePurchase(
      profile,
      terms,
      new Decimal(1),
    );
    expect(breakEvenUtilization.toFixed()).toBe('0.7');
    expect(utilization?.toFixed()).toBe('1');
    expect(coverage?.toDecimalPlaces(4).toFixed()).toBe('0.4186');
    // 0.7 × 720 = 504 unit hours must be used. Below a third of the usage no hour fills the unit,
    // so 1720 s = 504.
    expect(rest.breakEvenFall?.toDecimalPlaces(5).toFixed()).toBe('0.70698');
    // 500 hours in full and 220 with 0.8: 676 × 0.25 − 126 = 43.00 in the window.
    expect(money(rest.savingAfterFall)).toBe('43.60');
    // 2.4 units in 500 hours: two would save 500 × 0.5 + 220 × 0.2 − 252 = 42.00.
    expect(money(rest.regret)).toBe('0.00');
  });
});

describe('savings plans', () => {
  const profile = usageProfile([...repeat(10, 600), ...repeat(4, 120)]);
  const terms = { onDemand: 1, committed: '0.73', whole: false };

  test('the commitment is that of an hour whose coverage saves most', () => {
    const best = simulatePurchase(profile, terms, bestUnits(profile, terms)!);
    expect(best.hourlyCost.toFixed(2)).toBe('7.30');
    expect(money(best.saving)).toBe('1241.00');
    expect(money(best.saving.times(720).div(730))).toBe('1224.00');
    const low = simulatePurchase(profile, terms, new Decimal(4));
    expect(low.hourlyCost.toFixed(2)).toBe('2.92');
    expect(money(low.saving.times(720).div(730))).toBe('777.60');
  });

  test('after a fall of 20 % the chosen plan saves nothing, and a smaller one would', () => {
    const best = simulatePurchase(profile, terms, new Decimal(10));
    // 600 hours of 8 and 120 of 3.2, less 7.30 an hour: 5184 − 5256 = −72.00 in the window.
    expect(money(best.savingAfterFall)).toBe('-73.00');
    // 5.84 an hour would save 5184 − 4204.80 = 979.20.
    expect(money(best.regret)).toBe('1065.80');
  });
});

const usage = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 30 });
const prices = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 99 }))
  .map(([onDemand, percent]) => ({
    onDemand,
    committed: new Decimal(onDemand).times(percent).div(100),
  }));

/** The saving as the rule writes it: hour by hour. */
function hourByHour(
  amounts: readonly DecimalValue[],
  { onDemand, committed }: { onDemand: number; committed: Decimal },
  units: DecimalValue,
): Decimal {
  return amounts
    .reduce<Decimal>(
      (sum, amount) =>
        sum.plus(Decimal.min(amount, units).times(onDemand)).minus(committed.times(units)),
      new Decimal(0),
    )
    .times(730)
    .div(amounts.length);
}

describe('against brute force', () => {
  test('the best reservation is the best of all whole numbers', () => {
    fc.assert(
      fc.property(usage, prices, (amounts, price) => {
        const terms = { ...price, whole: true };
        const all = Array.from({ length: 14 }, (_, index) => index + 1);
        let expected: number | undefined;
        let most = new Decimal(0);
        for (const units of all) {
          const saving = hourByHour(amounts, price, units);
          if (saving.gt(most)) [expected, most] = [units, saving];
        }
        const best = bestUnits(usageProfile(amounts), terms);
        expect(best?.toNumber()).toBe(expected);
        if (best)
          expect(savingOf(usageProfile(amounts), terms, best).toFixed(10)).toBe(most.toFixed(10));
      }),
    );
  });

  test('no plan on a fine grid saves more than the best', () => {
    fc.assert(
      fc.property(usage, prices, (amounts, price) => {
        const profile = usageProfile(amounts);
        const terms = { ...price, whole: false };
        const best = bestUnits(profile, terms);
        const most = best ? savingOf(profile, terms, best) : new Decimal(0);
        for (let step = 1; step <= 13 * 3; step += 1) {
          expect(hourByHour(amounts, price, step / 3).lte(most.plus('1e-9'))).toBe(true);
        }
      }),
    );
  });

  test('at the break-even fall nothing is saved and nothing lost', () => {
    fc.assert(
      fc.property(usage, prices, fc.integer({ min: 1, max: 12 }), (amounts, price, units) => {
        const profile = usageProfile(amounts);
        const terms = { ...price, whole: true };
        const fall = breakEvenFall(profile, terms, new Decimal(units));
        if (fall === null) {
          expect(hourByHour(amounts, price, units).lte('1e-9')).toBe(true);
          return;
        }
        const saving = savingOf(fallenProfile(profile, fall), terms, new Decimal(units));
        expect(saving.abs().lt('1e-9')).toBe(true);
      }),
    );
  });

  test('regret is what the best commitment for the fallen usage would save more', () => {
    fc.assert(
      fc.property(usage, prices, fc.integer({ min: 1, max: 12 }), (amounts, price, units) => {
        const { regret, savingAfterFall } = simulatePurchase(
          usageProfile(amounts),
          { ...price, whole: true },
          new Decimal(units),
        );
        const fallen = amounts.map((amount) => new Decimal(amount).times('0.8'));
        const savings = Array.from({ length: 14 }, (_, index) => hourByHour(fallen, price, index));
        expect(savingAfterFall.toFixed(9)).toBe(savings[units]!.toFixed(9));
        expect(regret.toFixed(9)).toBe(
          Decimal.max(...savings)
            .minus(savings[units]!)
            .toFixed(9),
        );
      }),
    );
  });
});
