SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  if(g0 = '', NULL, substring(g0, 2)) AS g0,
  sumIf(costs.amount, currency = {p0:String}) OVER () AS total
FROM (
WITH element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date
SELECT
  usage_date AS accrued_at,
  g0,
  {p0:String} AS currency,
  day_amount AS amount,
  bitTest(days_with_usage, day) AS has_usage
FROM (
SELECT
  month,
  g0_value AS g0,
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
GROUP BY month, g0
)
ARRAY JOIN amounts AS day_amount, arrayEnumerate(amounts) AS element
WHERE usage_date >= {p1:Date} AND usage_date < {p2:Date} AND (day_amount != 0 OR bitTest(days_with_usage, day))
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
