import { Decimal, subtractDecimals, sumDecimals } from '../../../platform/lib/decimal.js';
import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import {
  buildChargesStatement,
  buildDriversStatement,
  buildOneTimeFeesStatement,
  type ChangedCosts,
  type ComparedCosts,
  type OneTimeFees,
  type Periods,
} from './build-changes.js';
import {
  type ChangedGroup,
  changedGroup,
  type ChangedGroupRow,
  type ChangedRow,
  type ChangeKind,
  type Compare,
  compareBy,
  type CostDifference,
  differenceOf,
  kindOf,
} from './changed-group.js';
import type { CostQuery } from './cost-query.js';
import { type BilledFee, buildFeesStatement, oneTimeKeys } from './one-time-charges.js';
import { type ChangeSplit, splitChanges } from './split-changes.js';

/** A change between two periods. */
export interface ChangeQuestion {
  /** The query over both periods. */
  query: CostQuery;
  /** The same query for lines and single resources, over the days that tell whether fees recur. */
  resolveLines: () => Promise<CostQuery>;
  periods: Periods;
  /** The costs of both periods. */
  totals: { before: string; after: string };
  /** Amounts and usage are compared as averages per day of their period. */
  perDay: boolean;
}

/** A group whose costs changed. */
export interface Driver extends ChangedGroup {
  /** Null where nothing could be split. */
  split: ChangeSplit | null;
}

interface OneTimeCharge extends CostDifference {
  chargeType: string;
  kind: ChangeKind;
}

export interface CostChanges {
  whole: CostDifference;
  driverCount: number;
  drivers: Driver[];
  oneTime: CostDifference & { charges: OneTimeCharge[] };
  /** Drivers that were not requested. */
  other: CostDifference;
}

interface ChargeRow extends ChangedRow {
  charge: string;
  is_fee: boolean;
}

/** What changed between two periods: drivers, one-time charges, and all others. */
export async function readChanges(
  store: CostStore,
  { query, resolveLines, periods, totals, perDay }: ChangeQuestion,
): Promise<CostChanges> {
  const { charges, fees } = await readCharges(store, { query, periods, perDay }, resolveLines);
  const changed: ChangedCosts = { query, fees, periods, perDay };
  const compare = compareBy(changed);
  const rows = await selectCachedRows<ChangedGroupRow>(store, buildDriversStatement(changed));
  const groups = rows.map((row) => changedGroup(row, compare));
  const splits = await splitChanges(store, changed, resolveLines, groups);
  const oneTimeCharges = charges.map((row) => chargeOf(row, compare)).toSorted(largestFirst);
  const oneTime = sumOf(oneTimeCharges);
  const shown = sumOf([...groups, oneTime]);
  const whole = compare.amounts(totals);
  return {
    whole,
    driverCount: await countDrivers(store, changed, rows),
    drivers: groups.map((group) => ({ ...group, split: splits.get(group.row.group_key) ?? null })),
    oneTime: { ...oneTime, charges: oneTimeCharges },
    // Converted amounts and averages are rounded one by one; what that leaves of the totals stays here.
    other: differenceOf(
      subtractDecimals(whole.before, shown.before),
      subtractDecimals(whole.after, shown.after),
    ),
  };
}

/** The one-time charges by type, and the fees among them. */
async function readCharges(
  store: CostStore,
  costs: ComparedCosts,
  resolveLines: () => Promise<CostQuery>,
): Promise<{ charges: ChargeRow[]; fees: OneTimeFees | undefined }> {
  const charges = await selectCachedRows<ChargeRow>(store, buildChargesStatement(costs));
  const others = charges.filter((charge) => !charge.is_fee);
  // Most costs have no fee.
  if (others.length === charges.length) return { charges, fees: undefined };
  const query = await resolveLines();
  const billed = await selectCachedRows<BilledFee>(store, buildFeesStatement(query));
  const keys = oneTimeKeys(billed, { start: costs.query.startDate, end: costs.query.endDate });
  if (keys.length === 0) return { charges: others, fees: undefined };
  const statement = buildOneTimeFeesStatement(costs, { query, keys });
  const oneTime = await selectCachedRows<ChargeRow>(store, statement);
  return { charges: [...others, ...oneTime], fees: { query, keys } };
}

/** Every row has the count; a page after the last one has no row. */
async function countDrivers(
  store: CostStore,
  changed: ChangedCosts,
  rows: readonly ChangedGroupRow[],
): Promise<number> {
  const { query } = changed;
  if (rows.length > 0 || query.offset === 0) return Number(rows[0]?.group_count ?? 0);
  const first = { ...changed, query: { ...query, limit: 1, offset: 0 } };
  const [largest] = await selectCachedRows<ChangedGroupRow>(store, buildDriversStatement(first));
  return Number(largest?.group_count ?? 0);
}

const sumOf = (parts: readonly CostDifference[]): CostDifference =>
  differenceOf(
    sumDecimals(parts.map(({ before }) => before)),
    sumDecimals(parts.map(({ after }) => after)),
  );

function chargeOf(
  { charge, amount_before: before, amount_after: after }: ChargeRow,
  compare: Compare,
): OneTimeCharge {
  const isPresent = (amount: string) => !new Decimal(amount).isZero();
  return {
    ...compare.amounts({ before, after }),
    chargeType: charge,
    kind: kindOf(isPresent(before), isPresent(after)),
  };
}

const largestFirst = (one: OneTimeCharge, other: OneTimeCharge): number =>
  new Decimal(other.difference).abs().comparedTo(new Decimal(one.difference).abs()) ||
  one.chargeType.localeCompare(other.chargeType);
