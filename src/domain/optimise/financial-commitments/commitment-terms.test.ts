import { expect, test } from 'vitest';
import { Decimal } from '../../../platform/lib/decimal.js';
import { paymentPlan } from './commitment-terms.js';

/** 10.00 a month on demand. */
const purchase = (perMonth: number) => ({
  hourlyCost: new Decimal(perMonth).div(730),
  saving: new Decimal(10 - perMonth),
});

const plan = (perMonth: number, upfront: string, years: 1 | 3 = 1) => {
  const found = paymentPlan(purchase(perMonth), { years, upfront: new Decimal(upfront) });
  return [found.upfront, found.monthly, found.total, found.breakEvenMonths].map(
    (each) => each && each.toDecimalPlaces(6).toNumber(),
  );
};

test('what is paid upfront is even once it is saved', () => {
  expect(plan(8, '0.5')).toEqual([48, 4, 96, 8]);
  expect(plan(8, '1')).toEqual([96, 0, 96, 9.6]);
  expect(plan(5, '1', 3)).toEqual([180, 0, 180, 18]);
});

test('without upfront payment it is even at once, and never where it costs more than on demand', () => {
  expect(plan(8, '0')).toEqual([0, 8, 96, 0]);
  expect(plan(12, '0')).toEqual([0, 12, 144, null]);
  expect(plan(12, '1')).toEqual([144, 0, 144, null]);
});
