import { addDays } from '../../../platform/lib/days.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  completeThroughSince,
  readScope,
  scopeWithin,
  readCurrencyConversion,
} from '../../costs/query/index.js';
import { compileWhere, financialCommitmentLines } from '../../costs/vql/index.js';

/** The lines that a purchase is simulated over. */
export interface UsageSource {
  costs: CostStore;
  /** Complete days, both included. */
  window: DateRange;
  where: Sql;
  /** SQL of the cost of a line in the currency of the workspace. */
  costSql: Sql;
  currency: string;
  /** Currencies without an exchange rate; their costs do not count. */
  unconverted: readonly string[];
}

/** Complete days of a workspace up to the last one or one before it, of one account if it is named. */
export async function openUsageSource(
  { db, costs }: { db: Db; costs: CostStore },
  {
    workspace,
    days,
    today,
    until,
    account,
  }: {
    workspace: string;
    days: number;
    today: string;
    /** The last complete day by default. */
    until?: string;
    account?: string;
  },
): Promise<UsageSource> {
  const scope = await readScope(db, [workspace]);
  const yesterday = addDays(today, -1);
  const complete = completeThroughSince(scope, addDays(today, -days)) ?? yesterday;
  const end = [complete, yesterday, until ?? yesterday].toSorted()[0]!;
  const window = { start: addDays(end, 1 - days), end };
  const conversion = await readCurrencyConversion(db, workspace, scope, window);
  const { where: guard } = compileWhere([], scopeWithin(scope, window), {
    source: financialCommitmentLines,
  });
  // A forecast needs no rate of each day: the latest one of a currency applies to the whole window.
  const factors = new Map(
    conversion.factors
      .toSorted((one, other) => one.date.localeCompare(other.date))
      .map(({ currency, factor }) => [currency, factor]),
  );
  const currencies = sql.bind('Array(String)', [conversion.to, ...factors.keys()]);
  const texts = sql.bind('Array(String)', ['1', ...[...factors.values()].map(rounded)]);
  const decimals = sql`arrayMap(factor -> toDecimal256(factor, 12), ${texts})`;
  return {
    costs,
    window,
    where:
      account === undefined ? guard : sql`${guard} AND account_id = ${sql.bind('String', account)}`,
    // A currency without a rate is at no position, which is 0.
    costSql: sql`toDecimal256(billed_cost, 18) * ${decimals}[indexOf(${currencies}, currency)]`,
    currency: conversion.to,
    unconverted: conversion.unratedCurrencies,
  };
}

/** Twelve decimal places, so that the product with an amount fits. */
const rounded = (factor: string) => factor.replace(/(\.\d{12})\d+$/, '$1');
