import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../platform/lib/decimal.js';
import type { AdjustmentItem } from '../billing-profiles/adjustment-item.js';
import { applyAdjustments } from './apply-adjustments.js';
import { buildInvoice } from './invoice-document.js';
import { roundMoney } from './round-money.js';

const item = (
  name: string,
  adjustment_type: AdjustmentItem['adjustment_type'],
  calculation_type: AdjustmentItem['calculation_type'],
  amount: string,
): AdjustmentItem => ({ name, adjustment_type, calculation_type, amount });

const discount = item('Partner discount', 'discount', 'percentage', '10');
const tax = item('State Tax', 'charge', 'percentage', '8.25');
const fee = item('Processing Fee', 'charge', 'fixed', '25');
const goodwill = item('Goodwill', 'credit', 'fixed', '50');

test('discounts lower what later charges are taken of, credits do not', () => {
  const { adjustments, total } = applyAdjustments('1532.00', [discount, tax, fee, goodwill], 'USD');
  expect(adjustments.map(({ value }) => value)).toEqual(['-153.20', '113.75', '25.00', '-50.00']);
  expect(total).toBe('1467.55');
});

test('a fee before the tax is taxed', () => {
  const { adjustments, total } = applyAdjustments('1532.00', [discount, fee, tax, goodwill], 'USD');
  expect(adjustments.map(({ value }) => value)).toEqual(['-153.20', '25.00', '115.81', '-50.00']);
  expect(total).toBe('1469.61');
});

test('credits are applied last, wherever they are listed, and their percentages have one base', () => {
  const half = item('Half', 'credit', 'percentage', '50');
  const { adjustments, total } = applyAdjustments('100.00', [half, half, fee], 'USD');
  expect(adjustments.map(({ name, value }) => [name, value])).toEqual([
    ['Processing Fee', '25.00'],
    ['Half', '-62.50'],
    ['Half', '-62.50'],
  ]);
  expect(total).toBe('0.00');
});

test('without adjustments the total is the subtotal, and a credit can leave a balance', () => {
  expect(applyAdjustments('1532.00', [], 'USD').total).toBe('1532.00');
  expect(applyAdjustments('0.00', [goodwill], 'USD').total).toBe('-50.00');
});

test.each([
  ['113.751', 'USD', '113.75'],
  ['115.8135', 'USD', '115.81'],
  ['0.005', 'USD', '0.01'],
  ['-0.005', 'USD', '-0.01'],
  ['-0.004', 'USD', '0.00'],
  ['2.675', 'EUR', '2.68'],
  ['1234.5', 'JPY', '1235.00'],
  ['-1234.5', 'JPY', '-1235.00'],
  ['1.005', 'KWD', '1.01'],
])('%s %s is rounded to %s', (amount, currency, rounded) => {
  expect(roundMoney(amount, currency)).toBe(rounded);
});

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, places]) =>
    new Decimal(digits.toString()).div(new Decimal(10).pow(places)).toFixed(),
  );
const anyItem = fc
  .record({
    adjustment_type: fc.constantFrom('charge', 'credit', 'discount'),
    calculation_type: fc.constantFrom('fixed', 'percentage'),
    amount: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => (cents / 10_000).toFixed(4)),
  })
  .map((values) => ({ name: 'Any', ...values }));

test('printed lines and adjustments always add up to the printed total', () => {
  const sum = (values: string[]) =>
    values.reduce((total, value) => total.plus(value), new Decimal(0)).toFixed(2);
  fc.assert(
    fc.property(
      fc.array(amount, { maxLength: 30 }),
      fc.array(anyItem, { maxLength: 10 }),
      fc.constantFrom('USD', 'JPY'),
      (amounts, items, currency) => {
        const invoice = buildInvoice({
          costs: {
            currency,
            costs: amounts.map((each) => ({
              provider: 'aws',
              providerName: 'AWS',
              service: 'S3',
              chargeType: 'Usage',
              amount: each,
            })),
          },
          adjustment_items: items,
          payment_terms_days: 10,
          issue_date: '2026-03-10',
        } as unknown as Parameters<typeof buildInvoice>[0]);
        const lines = invoice.lines.map((line) => line.amount);
        const values = invoice.adjustments.map(({ value }) => value);
        expect(invoice.subtotal).toBe(sum(lines));
        expect(invoice.total).toBe(sum([...lines, ...values]));
        const places = currency === 'JPY' ? /^-?\d+\.00$/ : /^-?\d+\.\d\d$/;
        for (const printed of [...lines, ...values, invoice.total]) expect(printed).toMatch(places);
      },
    ),
    { seed: 11, numRuns: 300 },
  );
});
