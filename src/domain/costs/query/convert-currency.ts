import { type Sql, sql } from '../../../platform/store/sql.js';
import type { CostPlan } from './cost-plan.js';
import { targetCurrency } from './cost-row-sql.js';
import type { CurrencyConversion } from './currency-conversion.js';

/** Joins the factor of a row's currency on its `rate_day`. */
export function rateJoin({ factors }: CurrencyConversion): Sql {
  const columns = [
    sql.bind(
      'Array(String)',
      factors.map(({ currency }) => currency),
    ),
    sql.bind(
      'Array(Date)',
      factors.map(({ date }) => date),
    ),
    sql.bind(
      'Array(String)',
      factors.map(({ factor }) => factor),
    ),
  ];
  return sql`LEFT ANY JOIN (
    SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor
    FROM (SELECT arrayJoin(arrayZip(${sql.join(columns)})) AS rate)
  ) AS rates USING (currency, rate_day)`;
}

/** Statement that converts aggregated sums into the currency of the result, where a rate exists, and sums them again. */
export function convertCurrency(plan: CostPlan, aggregation: Sql): Sql {
  const to = targetCurrency(plan);
  const exact = sql`roundBankers(amount, 20)`;
  // The join gives a currency without a rate the factor 0; its amounts are not converted.
  const paidIn = sql`if(currency = ${to} OR factor != 0, ${to}, currency)`;
  // An amount has at most 20 decimal places here and a factor 30, which leaves room for 26 digits before the point.
  const converted = sql`if(
    currency = ${to} OR factor = 0,
    toDecimal256(${exact}, 50),
    toDecimal256(${exact}, 20) * factor
  )`;
  const keys = ['accrued_at', ...plan.keyNames].map(sql.ref);
  const columns = [
    ...keys,
    sql`${paidIn} AS paid_in`,
    sql`sum(${converted}) AS amount`,
    plan.byUnit ? sql`sum(scanned.usage) AS usage` : sql`max(scanned.has_usage) AS has_usage`,
    sql`max(currency != ${to} AND factor != 0) AS is_converted`,
    ...(plan.hasResourceNames ? [sql`max(scanned.resource_name) AS resource_name`] : []),
  ];
  const sums = sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${aggregation}\n) AS scanned`,
      rateJoin(plan.query.conversion),
      sql`GROUP BY ${sql.join([...keys, sql`paid_in`])}`,
    ],
    '\n',
  );
  return sql`SELECT * EXCEPT paid_in, paid_in AS currency FROM (\n${sums}\n)`;
}
