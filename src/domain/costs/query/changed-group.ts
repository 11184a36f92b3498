import { daysIn } from '../../../platform/lib/days.js';
import { Decimal, subtractDecimals } from '../../../platform/lib/decimal.js';
import type { ComparedCosts } from './build-changes.js';
import type { CostRow } from './read-costs.js';

/** Costs of both periods and their difference, as exact decimal text. */
export interface CostDifference {
  before: string;
  after: string;
  difference: string;
}

export type ChangeKind = 'new' | 'gone' | 'changed';

/** The usage of a group, and the parts of its difference that follow from usage and from the rate. */
interface UsageSplit {
  unit: string;
  before: string;
  after: string;
  usageEffect: string;
  priceEffect: string;
}

/** A group of costs in both periods. */
export interface ChangedGroup extends CostDifference {
  row: ChangedGroupRow;
  kind: ChangeKind;
  /** Null unless all usage of both periods is known and in one unit. */
  usage: UsageSplit | null;
}

/** Sums of both periods. */
export interface ChangedRow {
  amount_before: string;
  amount_after: string;
}

/** A row of `buildDriversStatement`. */
export interface ChangedGroupRow extends CostRow, ChangedRow {
  group_key: string;
  is_in_before: boolean;
  is_in_after: boolean;
  first_unit: string | null;
  last_unit: string | null;
  unmeasured: string;
  usage_before: string;
  usage_after: string;
  group_count: string;
}

export const differenceOf = (before: string, after: string): CostDifference => ({
  before,
  after,
  difference: subtractDecimals(after, before),
});

export function kindOf(isInBefore: boolean, isInAfter: boolean): ChangeKind {
  if (!isInBefore) return 'new';
  return isInAfter ? 'changed' : 'gone';
}

interface Sums {
  before: string;
  after: string;
}

/** How the sums of both periods are compared: as they are, or as averages per day. */
export interface Compare {
  /** Averages are rounded. */
  amounts: (sums: Sums) => CostDifference;
  usage: (sums: Sums) => { before: Decimal; after: Decimal };
}

/** Decimal places of averages. */
const averagePlaces = 12;

export function compareBy({ perDay, periods }: ComparedCosts): Compare {
  if (!perDay) {
    return {
      amounts: ({ before, after }) => differenceOf(before, after),
      usage: ({ before, after }) => ({ before: new Decimal(before), after: new Decimal(after) }),
    };
  }
  const averages = ({ before, after }: Sums) => ({
    before: new Decimal(before).dividedBy(daysIn(periods.before)),
    after: new Decimal(after).dividedBy(daysIn(periods.after)),
  });
  const rounded = (amount: Decimal) => amount.toDecimalPlaces(averagePlaces).toFixed();
  return {
    amounts: (sums) => differenceOf(rounded(averages(sums).before), rounded(averages(sums).after)),
    usage: averages,
  };
}

export function changedGroup(row: ChangedGroupRow, compare: Compare): ChangedGroup {
  const change = compare.amounts({ before: row.amount_before, after: row.amount_after });
  return {
    ...change,
    row,
    kind: kindOf(row.is_in_before, row.is_in_after),
    usage: splitByUsage(row, change, compare),
  };
}

/** Decimal places of an effect; the other one takes the exact rest. */
const effectPlaces = 12;

/**
 * Splits a difference: usage that changed, at the rate before, and the rest.
 *
 * 100 hours for 10.00, then 150 hours for 18.00: usage explains 5.00, and the price 3.00.
 */
function splitByUsage(
  row: ChangedGroupRow,
  { before, difference }: CostDifference,
  compare: Compare,
): UsageSplit | null {
  const { first_unit: unit } = row;
  const isKnown = unit !== null && unit === row.last_unit && row.unmeasured === '0';
  const usage = compare.usage({ before: row.usage_before, after: row.usage_after });
  if (!isKnown || usage.before.isZero() || usage.after.isZero()) return null;
  const usageEffect = usage.after
    .minus(usage.before)
    .times(before)
    .dividedBy(usage.before)
    .toDecimalPlaces(effectPlaces)
    .toFixed();
  return {
    unit,
    before: usage.before.toDecimalPlaces(usagePlaces).toFixed(),
    after: usage.after.toDecimalPlaces(usagePlaces).toFixed(),
    usageEffect,
    priceEffect: subtractDecimals(difference, usageEffect),
  };
}

/** As many decimal places as stored usage has. */
const usagePlaces = 18;
