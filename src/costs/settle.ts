import type { CostQuery } from './cost-query.js';
import { namesResources, splitsByUnit, tagJoin } from './group-columns.js';
import type { ScanPlan } from './scan.js';

const rateJoin =
  'LEFT ANY JOIN (SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor' +
  ' FROM (SELECT arrayJoin(arrayZip({rate_currencies:Array(String)}, {rate_days:Array(Date)}, {rate_factors:Array(String)})) AS rate)' +
  ') AS rates USING (currency, rate_day)';

/** A currency without a rate reads as factor 0 and stays what it is. */
const isConverted = 'currency = {to_currency:String} OR factor != 0';

/** An amount has at most 20 places here and a factor 30, which leaves room for 26 digits before the point. */
const inAnswerCurrency =
  'if(currency = {to_currency:String} OR factor = 0, toDecimal256(roundBankers(amount, 20), 50),' +
  ' toDecimal256(roundBankers(amount, 20), 20) * factor)';

/** Adds what a scan left open, tags of its sums and exchange rates, and adds up once more. */
export function settle(query: CostQuery, plan: ScanPlan, scanned: string): string {
  if (!plan.joinsLate && !plan.converts) return scanned;
  const late = plan.joinsLate ? plan.groups.filter((group) => group.sql === undefined) : [];
  const keys: Record<string, string> = {
    accrued_at: 'accrued_at',
    ...Object.fromEntries(
      plan.groups.map((group) => [
        group.name,
        late.includes(group) ? `${group.name}_value` : group.name,
      ]),
    ),
    ...(splitsByUnit(query) ? { unit: 'unit' } : {}),
    paid_in: plan.converts ? `if(${isConverted}, {to_currency:String}, currency)` : 'currency',
  };
  const columns = [
    ...Object.entries(keys).map(([name, sql]) => (sql === name ? name : `${sql} AS ${name}`)),
    `sum(${plan.converts ? inAnswerCurrency : 'scanned.amount'}) AS amount`,
    'sum(scanned.usage) AS usage',
    ...(namesResources(query) ? ['any(scanned.resource_name) AS resource_name'] : []),
  ];
  const settled = [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${scanned}\n) AS scanned`,
    ...late.map(tagJoin),
    ...(plan.converts ? [rateJoin] : []),
    `GROUP BY ${Object.keys(keys).join(', ')}`,
  ].join('\n');
  return `SELECT * EXCEPT paid_in, paid_in AS currency FROM (\n${settled}\n)`;
}
