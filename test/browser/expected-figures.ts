import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DateRange } from '../../src/platform/lib/date-intervals.js';
import { daysIn } from '../../src/platform/lib/days.js';
import { Decimal } from '../../src/platform/lib/decimal.js';
import type { Console } from './console.js';
import {
  type Change,
  type Condition,
  type CostModel,
  type Get,
  differenceOf,
  sumOf,
} from './cost-model.js';
import { type MoneyFigure, isOneOf, moneyFigures, unexplained } from './money-figures.js';

/** The figures of a page: those that it must show, and others that it may. */
export interface ExpectedFigures {
  shown: Decimal[];
  others?: Decimal[];
}

/** Opens a page, and expects all figures that it must show and none that is not expected. */
export async function expectFigures(
  farthing: Console,
  page: Page,
  path: string,
  { shown, others = [] }: ExpectedFigures,
): Promise<void> {
  await farthing.visit(page, path);
  const figures = await moneyFigures(page);
  expect(figures.length, path).toBeGreaterThan(0);
  expect(unexplained(figures, [...shown, ...others]), path).toEqual([]);
  expectShown(figures, shown);
}

export function expectShown(figures: readonly MoneyFigure[], values: readonly Decimal[]): void {
  const missing = values.filter((value) => !figures.some((figure) => isOneOf(figure, [value])));
  expect(missing.map((value) => value.toFixed())).toEqual([]);
}

export const inCents = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/** Ranges of equal length: the compared days of a period, and those before them. */
export type Compared = Record<keyof Change, DateRange>;

const allOf = (changes: readonly Change[]): Change => ({
  before: sumOf(changes.map(({ before }) => before)),
  after: sumOf(changes.map(({ after }) => after)),
});

/** Explorer: costs by service in a range, of which some days are compared. */
export function explorerFigures(
  model: CostModel,
  range: DateRange,
  compared: Compared,
): ExpectedFigures {
  const totals = [...model.sumsBy('service', range).values()];
  const changes = model.changes(compared);
  const all = allOf(changes);
  const days = daysIn(compared.after);
  return {
    shown: [
      model.sum(range),
      inCents(all.after.dividedBy(days)),
      differenceOf(all),
      ...totals.slice(0, 20),
    ],
    others: [
      ...[...changes, all].flatMap((each) => [
        each.after,
        each.before,
        differenceOf(each),
        each.after.dividedBy(days),
      ]),
      ...totals,
      // The row of other services.
      ...totals.map((_, index) => sumOf(totals.slice(index))),
    ],
  };
}

interface Split {
  usage_effect: string;
  price_effect: string;
  unsplit: string;
}

/** Changes by service: the first ten that recur, all others, and taxes. */
export async function changesFigures(
  get: Get,
  model: CostModel,
  filter: string,
  compared: Compared,
): Promise<ExpectedFigures> {
  const isTax: Condition = ({ type }) => type === 'Tax';
  const runRate = model.changes(compared, (line) => !isTax(line));
  const taxes = model.changes(compared, isTax);
  const figuresOf = (change: Change) => [change.before, change.after, differenceOf(change)];
  return {
    shown: [
      ...figuresOf(allOf([...runRate, ...taxes])),
      ...runRate.slice(0, 10).flatMap(figuresOf),
      ...(runRate.length > 10 ? figuresOf(allOf(runRate.slice(10))) : []),
      ...(taxes.length > 0 ? figuresOf(allOf(taxes)) : []),
    ],
    others: [...figuresOf(allOf(runRate)), ...(await effects(get, filter, compared))],
  };
}

/** The effects of usage and price, which add up to the difference of their group. */
async function effects(get: Get, filter: string, { before, after }: Compared): Promise<Decimal[]> {
  const query = new URLSearchParams({
    filter,
    groupings: 'service',
    start_date: after.start,
    end_date: after.end,
    compare_start_date: before.start,
    compare_end_date: before.end,
    limit: '1000',
  });
  const { drivers } = (await get(`/v2/costs/changes?${query}`)) as unknown as {
    drivers: { difference: string; split: Split | null }[];
  };
  return drivers.flatMap(({ difference, split }) => {
    if (!split) return [];
    const parts = [split.usage_effect, split.price_effect];
    expect(sumOf([...parts, split.unsplit]).toFixed()).toBe(new Decimal(difference).toFixed());
    return parts.map((part) => new Decimal(part));
  });
}
