import type { CostQuery } from './cost-query.js';
import { namesResources, splitsByUnit, type GroupColumn } from './group-columns.js';

const rateJoin =
  'LEFT ANY JOIN (SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor' +
  ' FROM (SELECT arrayJoin(arrayZip({rate_currencies:Array(String)}, {rate_days:Array(Date)}, {rate_factors:Array(String)})) AS rate)' +
  ') AS rates USING (currency, rate_day)';

/** A currency without a rate reads as factor 0 and stays what it is. */
const isSettled = 'currency = {to_currency:String} OR factor != 0';

/** An amount has at most 20 places here and a factor 30, which leaves room for 26 digits before the point. */
const inAnswerCurrency =
  'if(currency = {to_currency:String} OR factor = 0, toDecimal256(roundBankers(amount, 20), 50),' +
  ' toDecimal256(roundBankers(amount, 20), 20) * factor)';

/** Converts the sums of a scan into the currency of the answer, where a rate exists, and adds up once more. */
export function settle(query: CostQuery, groups: readonly GroupColumn[], scanned: string): string {
  const keys = [
    'accrued_at',
    ...groups.map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
  ];
  const columns = [
    ...keys,
    `if(${isSettled}, {to_currency:String}, currency) AS paid_in`,
    `sum(${inAnswerCurrency}) AS amount`,
    splitsByUnit(query) ? 'sum(scanned.usage) AS usage' : 'max(scanned.has_usage) AS has_usage',
    'max(currency != {to_currency:String} AND factor != 0) AS is_converted',
    ...(namesResources(query) ? ['max(scanned.resource_name) AS resource_name'] : []),
  ];
  const settled = [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${scanned}\n) AS scanned`,
    rateJoin,
    `GROUP BY ${[...keys, 'paid_in'].join(', ')}`,
  ].join('\n');
  return `SELECT * EXCEPT paid_in, paid_in AS currency FROM (\n${settled}\n)`;
}
