import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { ConversionFactor, CurrencyConversion } from '../../costs/query/index.js';
import type { EfficiencyGrouping } from './efficiency-groupings.js';

/** How figures are binned; `total` is the whole range as one bin. */
export type EfficiencyBin = 'day' | 'week' | 'month' | 'quarter' | 'total';

const binSql: Readonly<Record<EfficiencyBin, (range: DateRange) => Sql>> = {
  day: () => sql`usage_date`,
  week: () => sql`toMonday(usage_date)`,
  month: () => sql`toStartOfMonth(usage_date)`,
  quarter: () => sql`toStartOfQuarter(usage_date)`,
  total: ({ start }) => sql.bind('Date', start),
};

const nodeLabel = sql`(startsWith(key, 'node:') OR startsWith(key, 'pvc:'))`;
const hasLabel = sql`arrayExists(key -> NOT ${nodeLabel}, mapKeys(labels))`;

const groupSql: Readonly<Record<Extract<EfficiencyGrouping, string>, Sql>> = {
  cluster_id: sql`toNullable(toString(cluster_id))`,
  namespace: sql`toNullable(toString(namespace))`,
  region: sql`toString(region)`,
  labeled: sql`toNullable(if(${hasLabel}, 'labeled', 'unlabeled'))`,
  category: sql`toNullable(toString(category))`,
  pod: sql`pod`,
  label: sql`if(label.1 = '', NULL, concat(label.1, ':', label.2))`,
  controller: sql`if(controller_kind IS NULL, toString(controller),
    concat(controller_kind, '/', controller))`,
  node: sql`toString(node)`,
};

/** SQL of the value that a row is grouped by; the key of a label is a bound value. */
function valueSql(grouping: EfficiencyGrouping): Sql {
  if (typeof grouping === 'string') return groupSql[grouping];
  const key = sql.bind('String', grouping.label);
  return sql`if(mapContains(labels, ${key}), toNullable(labels[${key}]), NULL)`;
}

function ratesSql(factors: readonly ConversionFactor[]): Sql {
  const currencies = sql.bind(
    'Array(String)',
    factors.map(({ currency }) => currency),
  );
  const days = sql.bind(
    'Array(Date)',
    factors.map(({ date }) => date),
  );
  const values = sql.bind(
    'Array(String)',
    factors.map(({ factor }) => factor),
  );
  return sql`SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor
    FROM (SELECT arrayJoin(arrayZip(${currencies}, ${days}, ${values})) AS rate)`;
}

/** An amount in the currency of the result; the join gives a currency without a rate the factor 0. */
const converted = (sum: Sql, to: Sql) =>
  sql`sum(if(currency = ${to} OR factor = 0,
    toDecimal256(${sum}, 48),
    toDecimal256(roundBankers(${sum}, 18), 18) * factor))`;

/** The day whose exchange rate applies. */
const rateDaySql: Readonly<Record<CurrencyConversion['method'], Sql>> = {
  daily: sql`usage_date`,
  end_of_billing_period: sql`toLastDayOfMonth(usage_date)`,
};

/**
 * Sums of idle cost and cost by bin and group. Storage, network and other costs are no part of
 * efficiency. A currency without an exchange rate has rows of its own.
 */
export function buildEfficiencyStatement(query: {
  /** Access guard and filter. */
  where: Sql;
  range: DateRange;
  bin: EfficiencyBin;
  groupings: readonly EfficiencyGrouping[];
  conversion: CurrencyConversion;
}): Sql {
  const { where, range, bin, groupings, conversion } = query;
  const to = sql.bind('String', conversion.to);
  const names = groupings.map((_, index) => sql`group_${index}`);
  const values = groupings.map((grouping, index) => sql`${valueSql(grouping)} AS group_${index}`);
  // A pod counts in each of its labels.
  const byLabel = groupings.includes('label')
    ? sql` LEFT ARRAY JOIN CAST(labels AS Array(Tuple(String, String))) AS label`
    : sql``;
  const keys = sql.join([sql`bin`, ...names]);
  return sql`SELECT ${keys}, paid_in AS currency, idle AS idle_cost, total AS amount, count() OVER () AS groups
FROM (
SELECT ${keys}, if(currency = ${to} OR factor != 0, ${to}, currency) AS paid_in,
  ${converted(sql`day_idle`, to)} AS idle,
  ${converted(sql`day_amount`, to)} AS total
FROM (
  SELECT ${sql.join([sql`${binSql[bin](range)} AS bin`, ...values])},
    toString(currency) AS currency, ${rateDaySql[conversion.method]} AS rate_day,
    sum(toDecimal256(idle_cost, 18)) AS day_idle, sum(toDecimal256(amount, 18)) AS day_amount
  FROM kubernetes_allocation${byLabel}
  WHERE ${where} AND category IN ('cpu', 'ram', 'gpu')
    AND usage_date BETWEEN ${sql.bind('Date', range.start)} AND ${sql.bind('Date', range.end)}
  GROUP BY ${keys}, currency, rate_day
) AS summed
LEFT ANY JOIN (${ratesSql(conversion.factors)}) AS rates USING (currency, rate_day)
GROUP BY ${keys}, paid_in
) ORDER BY ${sql.join([sql`bin`, sql`total DESC`, sql`idle DESC`, ...names])}`;
}
