SELECT
  accrued_at,
  if(costs.is_converted, roundBankers(costs.amount, 12), roundBankers(costs.amount, 18)) AS amount,
  currency,
  if(g0 = '', NULL, substring(g0, 2)) AS g0,
  if(maxIf(costs.is_converted, currency = {p0:String}) OVER (), roundBankers(sumIf(costs.amount, currency = {p0:String}) OVER (), 12), roundBankers(sumIf(costs.amount, currency = {p0:String}) OVER (), 18)) AS total
FROM (
SELECT * EXCEPT paid_in, paid_in AS currency FROM (
SELECT
  accrued_at,
  g0,
  if(currency = {p0:String} OR factor != 0, {p0:String}, currency) AS paid_in,
  sum(if(
    currency = {p0:String} OR factor = 0,
    toDecimal256(roundBankers(amount, 20), 50),
    toDecimal256(roundBankers(amount, 20), 20) * factor
  )) AS amount,
  max(scanned.has_usage) AS has_usage,
  max(currency != {p0:String} AND factor != 0) AS is_converted
FROM (
WITH element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date
SELECT
  toDate('2025-06-01') AS accrued_at,
  toLastDayOfMonth(usage_date) AS rate_day,
  g0,
  currency,
  sum(day_amount) AS amount,
  max(bitTest(days_with_usage, day)) AS has_usage
FROM (
SELECT
  month,
  g0_value AS g0,
  currency,
  {p1:Date} AS first_day,
  sumForEach(arraySlice(effective_by_day, toDayOfMonth({p1:Date}), dateDiff('day', {p1:Date}, {p2:Date}))) AS amounts,
  groupBitOr(usage_days) AS days_with_usage
FROM tag_costs
LEFT ANY JOIN (
        SELECT tag_set_id, concat('=', tag_value) AS g0_value
        FROM tag_set_values WHERE tag_key = {p3:String}
      ) AS g0_tags USING (tag_set_id)
WHERE (load_id IN {p4:Array(UInt32)})
  AND month >= toStartOfMonth({p1:Date})
  AND month < {p2:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY month, g0, currency
)
ARRAY JOIN amounts AS day_amount, arrayEnumerate(amounts) AS element
WHERE usage_date >= {p1:Date} AND usage_date < {p2:Date} AND (day_amount != 0 OR bitTest(days_with_usage, day))
GROUP BY accrued_at, rate_day, g0, currency
) AS scanned
LEFT ANY JOIN (
    SELECT rate.1 AS currency, rate.2 AS rate_day, toDecimal256(rate.3, 30) AS factor
    FROM (SELECT arrayJoin(arrayZip({p5:Array(String)}, {p6:Array(Date)}, {p7:Array(String)})) AS rate)
  ) AS rates USING (currency, rate_day)
GROUP BY accrued_at, g0, paid_in
)
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
