import { sql } from '../../../platform/store/sql.js';
import { type ChargeView, chargeTypeSql } from '../vql/index.js';
import { type CostQuery, viewOf } from './cost-query.js';

/** Amortized parts of a fee and its tax: they recur every day. */
const amortizedTypes = sql`('AmortizedFee', 'AmortizedTax')`;

/**
 * SQL that is true for charges that do not follow from running anything: taxes, credits, refunds, and
 * fees paid at once. The hourly fee of a savings plan and amortized fees are part of the run rate.
 */
const oneTimeSql = (view: ChargeView) =>
  sql`(
    charge_group IN ('tax', 'credit', 'refund')
    OR (charge_group = 'fee' AND charge_type != 'SavingsPlanRecurringFee')
  ) AND ${chargeTypeSql(view)} NOT IN ${amortizedTypes}`;

/** A query without its one-time charges, or of them alone. */
export function splitOneTime(query: CostQuery, part: 'one-time' | 'run-rate'): CostQuery {
  const isOneTime = oneTimeSql(viewOf(query));
  const { condition } = query;
  return {
    ...query,
    condition: {
      ...condition,
      sql: sql`(${condition.sql})\n  AND ${part === 'one-time' ? sql`` : sql`NOT `}(${isOneTime})`,
    },
  };
}
