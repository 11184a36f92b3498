import { addDays, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { type ChargeView, chargeTypeSql } from '../vql/index.js';
import { buildFromClause } from './build-from-clause.js';
import { type CostQuery, viewOf } from './cost-query.js';
import { amountColumn, rowConditions } from './cost-row-sql.js';
import { planCosts } from './plan-costs.js';

/** Amortized parts of a fee and its tax: they recur every day. */
const isAmortized = (view: ChargeView) =>
  sql`${chargeTypeSql(view)} IN ('AmortizedFee', 'AmortizedTax')`;

/** SQL that is true for fees that are billed as such: neither amortized nor the hourly fee of a savings plan. */
export const isFee = (view: ChargeView): Sql =>
  sql`(charge_group = 'fee' AND charge_type != 'SavingsPlanRecurringFee' AND NOT ${isAmortized(view)})`;

/** SQL that is true for charges that do not follow from running anything and are no fees. */
const isTaxOrCredit = (view: ChargeView) =>
  sql`(charge_group IN ('tax', 'credit', 'refund') AND NOT ${isAmortized(view)})`;

const narrow = (query: CostQuery, condition: Sql): CostQuery => ({
  ...query,
  condition: { ...query.condition, sql: sql`(${query.condition.sql})\n  AND ${condition}` },
});

/** A query without taxes, credits, refunds and fees: what runs costs every day. */
export const runRateOf = (query: CostQuery): CostQuery =>
  narrow(query, sql`NOT (${isTaxOrCredit(viewOf(query))} OR ${isFee(viewOf(query))})`);

/** The taxes, credits, refunds and fees of a query alone, whether they recur or not. */
export const chargesBesideRunRate = (query: CostQuery): CostQuery =>
  narrow(query, sql`(${isTaxOrCredit(viewOf(query))} OR ${isFee(viewOf(query))})`);

/** The days that tell whether a fee recurs: those of a query, and the months before and after. */
export const daysOfRecurrence = ({ start, end }: DateRange): DateRange => ({
  start: firstOfMonth(addDays(firstOfMonth(start), -1)),
  end: lastOfMonth(end, 1),
});

const monthNames =
  'jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?';

/** What a fee is for, as far as it stays the same from month to month: descriptions may name the month. */
const feeIdentity = sql`tuple(
    provider, ifNull(provider_account_id, ''), ifNull(account_id, ''), service, charge_type,
    ifNull(resource_id, ''),
    replaceRegexpAll(lower(ifNull(description, '')), ${sql.literal(`[0-9]+|\\b(${monthNames})\\b`)}, '')
  )`;

/**
 * The fees of a query that recur, or those that do not. A fee recurs where the bill says so, or where the
 * same one is billed in the month before or after. The range of the query is `daysOfRecurrence`.
 */
export function feesOf(query: CostQuery, part: 'recurring' | 'one-time'): CostQuery {
  const fees = narrow(query, isFee(viewOf(query)));
  const ofLines = { ...fees, condition: { ...fees.condition, needsLines: true as const } };
  const plan = planCosts({ ...ofLines, groupings: [] });
  const billed = sql.join(
    [
      sql`SELECT DISTINCT ${feeIdentity} AS fee, toStartOfMonth(usage_date) AS month`,
      ...buildFromClause(plan),
      sql`WHERE ${sql.join([...rowConditions(plan), sql`${amountColumn(plan)} != 0`], '\n  AND ')}`,
    ],
    '\n',
  );
  // The months of a fee may be on different shards, hence GLOBAL.
  const recurs = sql`(
    ifNull(charge_frequency, '') = 'recurring'
    OR (${feeIdentity}, toStartOfMonth(usage_date)) GLOBAL IN (
      SELECT fee, addMonths(month, shift) FROM (\n${billed}\n) ARRAY JOIN [-1, 1] AS shift
    )
  )`;
  return narrow(ofLines, part === 'recurring' ? recurs : sql`NOT ${recurs}`);
}
