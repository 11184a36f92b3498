import type { EfficiencyGrouping } from './efficiency-groupings.js';

/** How figures are binned; `total` is the whole range as one bin. */
export type EfficiencyBin = 'day' | 'week' | 'month' | 'quarter' | 'total';

const binSql: Readonly<Record<EfficiencyBin, string>> = {
  day: 'usage_date',
  week: 'toMonday(usage_date)',
  month: 'toStartOfMonth(usage_date)',
  quarter: 'toStartOfQuarter(usage_date)',
  total: '{start_date:Date}',
};

const nodeLabel = "(startsWith(key, 'node:') OR startsWith(key, 'pvc:'))";

const groupSql: Readonly<Record<Extract<EfficiencyGrouping, string>, string>> = {
  cluster_id: 'toNullable(toString(cluster_id))',
  namespace: 'toNullable(toString(namespace))',
  region: 'toString(region)',
  labeled: `toNullable(if(arrayExists(key -> NOT ${nodeLabel}, mapKeys(labels)), 'labeled', 'unlabeled'))`,
  category: 'toNullable(toString(category))',
  pod: 'pod',
  label: "if(label.1 = '', NULL, concat(label.1, ':', label.2))",
  controller:
    "if(controller_kind IS NULL, toString(controller), concat(controller_kind, '/', controller))",
  node: 'toString(node)',
};

/** SQL of the value that a row is grouped by; the key of a label is a bound value. */
function valueSql(grouping: EfficiencyGrouping, index: number): string {
  if (typeof grouping === 'string') return groupSql[grouping];
  const key = `{label_${index}:String}`;
  return `if(mapContains(labels, ${key}), toNullable(labels[${key}]), NULL)`;
}

/** The keys of the labels that a query groups by, to bind. */
export const labelParameters = (groupings: readonly EfficiencyGrouping[]) =>
  Object.fromEntries(
    groupings.flatMap((grouping, index) =>
      typeof grouping === 'string' ? [] : [[`label_${index}`, grouping.label]],
    ),
  );

const rates =
  'SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor' +
  ' FROM (SELECT arrayJoin(arrayZip({rate_currencies:Array(String)}, {rate_days:Array(Date)}, {rate_factors:Array(String)})) AS rate)';

/** An amount in the currency of the result; the join gives a currency without a rate the factor 0. */
const converted = (sum: string) =>
  `sum(if(currency = {to_currency:String} OR factor = 0, toDecimal256(${sum}, 48), toDecimal256(roundBankers(${sum}, 18), 18) * factor))`;

/**
 * Sums of idle cost and cost by bin and group. Storage, network and other costs are no part of
 * efficiency. A currency without an exchange rate has rows of its own.
 */
export function buildEfficiencyStatement(query: {
  /** Access guard and filter. */
  where: string;
  bin: EfficiencyBin;
  groupings: readonly EfficiencyGrouping[];
  /** The day whose exchange rate applies. */
  rateDay: 'usage_date' | 'toLastDayOfMonth(usage_date)';
}): string {
  const { where, bin, groupings, rateDay } = query;
  const names = groupings.map((_, index) => `group_${index}`);
  const values = groupings.map(
    (grouping, index) => `${valueSql(grouping, index)} AS group_${index}`,
  );
  // A pod counts in each of its labels.
  const byLabel = groupings.includes('label')
    ? ' LEFT ARRAY JOIN CAST(labels AS Array(Tuple(String, String))) AS label'
    : '';
  const keys = ['bin', ...names];
  return [
    `SELECT ${[...keys, 'paid_in AS currency', 'idle AS idle_cost', 'total AS amount', 'count() OVER () AS groups'].join(', ')} FROM (`,
    `SELECT ${keys.join(', ')}, if(currency = {to_currency:String} OR factor != 0, {to_currency:String}, currency) AS paid_in,`,
    `  ${converted('day_idle')} AS idle, ${converted('day_amount')} AS total`,
    'FROM (',
    `  SELECT ${[`${binSql[bin]} AS bin`, ...values].join(', ')}, toString(currency) AS currency, ${rateDay} AS rate_day,`,
    '    sum(toDecimal256(idle_cost, 18)) AS day_idle, sum(toDecimal256(amount, 18)) AS day_amount',
    `  FROM kubernetes_allocation${byLabel}`,
    `  WHERE ${where} AND category IN ('cpu', 'ram', 'gpu') AND usage_date BETWEEN {start_date:Date} AND {end_date:Date}`,
    `  GROUP BY ${[...keys, 'currency', 'rate_day'].join(', ')}`,
    ') AS summed',
    `LEFT ANY JOIN (${rates}) AS rates USING (currency, rate_day)`,
    `GROUP BY ${[...keys, 'paid_in'].join(', ')}`,
    `) ORDER BY bin, total DESC, idle DESC${names.map((name) => `, ${name}`).join('')}`,
  ].join('\n');
}
