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

/** A query without taxes, credits and refunds. */
export const withoutTaxes = (query: CostQuery): CostQuery =>
  narrow(query, sql`NOT ${isTaxOrCredit(viewOf(query))}`);

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
const feeSql = sql`toString(sipHash64(
    provider, ifNull(provider_account_id, ''), ifNull(account_id, ''), service, charge_type,
    ifNull(resource_id, ''),
    replaceRegexpAll(lower(ifNull(description, '')), ${sql.literal(`[0-9]+|\\b(${monthNames})\\b`)}, '')
  ))`;
const monthSql = sql`toString(toStartOfMonth(usage_date))`;

/** A fee in a month that it is billed in. */
export interface BilledFee {
  fee: string;
  /** First day of the month. */
  month: string;
  /** The bill says so. */
  recurs: boolean;
}

/** The fees of a query, whose range is `daysOfRecurrence`. Only lines have descriptions. */
export function buildFeesStatement(query: CostQuery): Sql {
  const fees = linesOf(narrow(query, isFee(viewOf(query))));
  const plan = planCosts({ ...fees, groupings: [] });
  return sql.join(
    [
      sql`SELECT ${feeSql} AS fee, ${monthSql} AS month,`,
      sql`  toBool(max(ifNull(charge_frequency, '') = 'recurring')) AS recurs`,
      ...buildFromClause(plan),
      sql`WHERE ${sql.join([...rowConditions(plan), sql`${amountColumn(plan)} != 0`], '\n  AND ')}`,
      sql`GROUP BY fee, month`,
    ],
    '\n',
  );
}

/** The keys of fees that do not recur: neither does the bill say so, nor is the same one billed in the month before or after. */
export function oneTimeKeys(fees: readonly BilledFee[], { start, end }: DateRange): string[] {
  const keyOf = (fee: string, month: string) => `${fee} ${month}`;
  const billed = new Set(fees.map(({ fee, month }) => keyOf(fee, month)));
  return fees
    .filter(({ month }) => month >= firstOfMonth(start) && month <= end)
    .filter(
      ({ fee, month, recurs }) =>
        !recurs && ![-1, 1].some((shift) => billed.has(keyOf(fee, firstOfMonth(month, shift)))),
    )
    .map(({ fee, month }) => keyOf(fee, month));
}

/** The fees of a query that recur, or those that do not, by the keys of the latter. */
export function feesOf(
  query: CostQuery,
  oneTime: readonly string[],
  part: 'recurring' | 'one-time',
): CostQuery {
  const isOneTime = sql`concat(${feeSql}, ' ', ${monthSql}) IN ${sql.bind('Array(String)', oneTime)}`;
  const isPart = part === 'one-time' ? isOneTime : sql`NOT (${isOneTime})`;
  return linesOf(narrow(query, sql`${isFee(viewOf(query))} AND ${isPart}`));
}

const linesOf = (query: CostQuery): CostQuery => ({
  ...query,
  condition: { ...query.condition, needsLines: true },
});
