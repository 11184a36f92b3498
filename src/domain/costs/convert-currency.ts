import type { CostQuery } from './cost-query.js';
import { type GroupColumn, namesResources, splitsByUnit } from './group-columns.js';

/** Joins the factor of a row's currency on its `rate_day`. */
export const rateJoin =
  'LEFT ANY JOIN (SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor' +
  ' FROM (SELECT arrayJoin(arrayZip({rate_currencies:Array(String)}, {rate_days:Array(Date)}, {rate_factors:Array(String)})) AS rate)' +
  ') AS rates USING (currency, rate_day)';

/** The join gives a currency without a rate the factor 0; its amounts are not converted. */
const isInTargetCurrency = 'currency = {to_currency:String} OR factor != 0';

/** An amount has at most 20 decimal places here and a factor 30, which leaves room for 26 digits before the point. */
const convertedAmount =
  'if(currency = {to_currency:String} OR factor = 0, toDecimal256(roundBankers(amount, 20), 50),' +
  ' toDecimal256(roundBankers(amount, 20), 20) * factor)';

/** Statement that converts aggregated sums into the currency of the result, where a rate exists, and sums them again. */
export function convertCurrency(
  query: CostQuery,
  groups: readonly GroupColumn[],
  aggregation: string,
): string {
  const keys = [
    'accrued_at',
    ...groups.map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
  ];
  const columns = [
    ...keys,
    `if(${isInTargetCurrency}, {to_currency:String}, currency) AS paid_in`,
    `sum(${convertedAmount}) AS amount`,
    splitsByUnit(query) ? 'sum(scanned.usage) AS usage' : 'max(scanned.has_usage) AS has_usage',
    'max(currency != {to_currency:String} AND factor != 0) AS is_converted',
    ...(namesResources(query) ? ['max(scanned.resource_name) AS resource_name'] : []),
  ];
  const converted = [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${aggregation}\n) AS scanned`,
    rateJoin,
    `GROUP BY ${[...keys, 'paid_in'].join(', ')}`,
  ].join('\n');
  return `SELECT * EXCEPT paid_in, paid_in AS currency FROM (\n${converted}\n)`;
}
