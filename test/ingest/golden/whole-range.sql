WITH element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date
SELECT
  {p0:Date} AS accrued_at,
  sum(day_amount) AS amount,
  {p1:String} AS currency,
  g0,
  sum(amount) OVER () AS total
FROM (
SELECT
  month,
  service AS g0,
  {p0:Date} AS first_day,
  sumForEach(arraySlice(effective_by_day, toDayOfMonth({p0:Date}), dateDiff('day', {p0:Date}, {p2:Date}))) AS amounts,
  groupBitOr(usage_days) AS days_with_usage
FROM service_costs
WHERE (load_id IN {p3:Array(UInt32)})
  AND month >= toStartOfMonth({p0:Date})
  AND month < {p2:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY month, g0
)
ARRAY JOIN amounts AS day_amount, arrayEnumerate(amounts) AS element
WHERE usage_date >= {p0:Date} AND usage_date < {p2:Date} AND (day_amount != 0 OR bitTest(days_with_usage, day))
GROUP BY accrued_at, g0
HAVING (amount != 0 OR max(bitTest(days_with_usage, day)))
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
