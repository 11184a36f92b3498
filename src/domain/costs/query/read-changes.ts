import { Decimal, subtractDecimals, sumDecimals } from '../../../platform/lib/decimal.js';
import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { buildDriversStatement, buildOneTimeStatement, type Periods } from './build-changes.js';
import type { CostQuery } from './cost-query.js';
import type { CostRow } from './read-costs.js';

/** Costs of both periods and their difference, as exact decimal text. */
export interface CostDifference {
  before: string;
  after: string;
  difference: string;
}

type DriverKind = 'new' | 'gone' | 'changed';

/** The usage of a driver, and the parts of its difference that follow from usage and from the rate. */
interface UsageSplit {
  unit: string;
  before: string;
  after: string;
  usageEffect: string;
  priceEffect: string;
}

/** A group whose costs changed. */
export interface Driver extends CostDifference {
  row: CostRow;
  kind: DriverKind;
  /** Null unless all usage of both periods is known and in one unit. */
  usage: UsageSplit | null;
}

interface OneTimeCharge extends CostDifference {
  chargeType: string;
  kind: DriverKind;
}

export interface CostChanges {
  driverCount: number;
  drivers: Driver[];
  oneTime: CostDifference & { charges: OneTimeCharge[] };
  /** Drivers that were not requested. */
  other: CostDifference;
}

interface ChangedRow {
  amount_before: string;
  amount_after: string;
}

interface DriverRow extends CostRow, ChangedRow {
  is_in_before: boolean;
  is_in_after: boolean;
  first_unit: string | null;
  last_unit: string | null;
  unmeasured: string;
  usage_before: string;
  usage_after: string;
  group_count: string;
}

/** What changed between two periods, whose totals are known: drivers, one-time charges, and all others. */
export async function readChanges(
  store: CostStore,
  query: CostQuery,
  periods: Periods,
  totals: { before: string; after: string },
): Promise<CostChanges> {
  const [rows, charges] = await Promise.all([
    selectCachedRows<DriverRow>(store, buildDriversStatement(query, periods)),
    selectCachedRows<ChangedRow & { charge: string }>(store, buildOneTimeStatement(query, periods)),
  ]);
  const drivers = rows.map(driverOf);
  const oneTimeCharges = charges.map(chargeOf);
  const oneTime = sumOf(oneTimeCharges);
  const shown = sumOf([...drivers, oneTime]);
  return {
    driverCount: await countDrivers(store, query, periods, rows),
    drivers,
    oneTime: { ...oneTime, charges: oneTimeCharges },
    // Converted amounts are rounded one by one; what that leaves of the totals stays here.
    other: differenceOf(
      subtractDecimals(totals.before, shown.before),
      subtractDecimals(totals.after, shown.after),
    ),
  };
}

/** Every row has the count; a page after the last one has no row. */
async function countDrivers(
  store: CostStore,
  query: CostQuery,
  periods: Periods,
  rows: readonly DriverRow[],
): Promise<number> {
  if (rows.length > 0 || query.offset === 0) return Number(rows[0]?.group_count ?? 0);
  const statement = buildDriversStatement({ ...query, limit: 1, offset: 0 }, periods);
  const [largest] = await selectCachedRows<DriverRow>(store, statement);
  return Number(largest?.group_count ?? 0);
}

export const differenceOf = (before: string, after: string): CostDifference => ({
  before,
  after,
  difference: subtractDecimals(after, before),
});

const sumOf = (parts: readonly CostDifference[]): CostDifference =>
  differenceOf(
    sumDecimals(parts.map(({ before }) => before)),
    sumDecimals(parts.map(({ after }) => after)),
  );

function driverOf(row: DriverRow): Driver {
  const change = differenceOf(row.amount_before, row.amount_after);
  return {
    ...change,
    row,
    kind: kindOf(row.is_in_before, row.is_in_after),
    usage: splitByUsage(row, change),
  };
}

function chargeOf({
  charge,
  amount_before: before,
  amount_after: after,
}: ChangedRow & { charge: string }): OneTimeCharge {
  const isPresent = (amount: string) => !new Decimal(amount).isZero();
  return {
    ...differenceOf(before, after),
    chargeType: charge,
    kind: kindOf(isPresent(before), isPresent(after)),
  };
}

function kindOf(isInBefore: boolean, isInAfter: boolean): DriverKind {
  if (!isInBefore) return 'new';
  return isInAfter ? 'changed' : 'gone';
}

/** Decimal places of an effect; the other one takes the exact rest. */
const effectPlaces = 12;

/**
 * Splits a difference: usage that changed, at the rate before, and the rest.
 *
 * 100 hours for 10.00, then 150 hours for 18.00: usage explains 5.00, and the price 3.00.
 */
function splitByUsage(row: DriverRow, { before, difference }: CostDifference): UsageSplit | null {
  const { first_unit: unit, usage_before: usageBefore, usage_after: usageAfter } = row;
  const isKnown = unit !== null && unit === row.last_unit && row.unmeasured === '0';
  const [from, to] = [new Decimal(usageBefore), new Decimal(usageAfter)];
  if (!isKnown || from.isZero() || to.isZero()) return null;
  const usageEffect = to
    .minus(from)
    .times(before)
    .dividedBy(from)
    .toDecimalPlaces(effectPlaces)
    .toFixed();
  return {
    unit,
    before: usageBefore,
    after: usageAfter,
    usageEffect,
    priceEffect: subtractDecimals(difference, usageEffect),
  };
}
