WITH element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date
SELECT
  usage_date AS accrued_at,
  day_amount AS amount,
  {p0:String} AS currency,
  sum(amount) OVER () AS total
FROM (
SELECT
  month,
  {p1:Date} AS first_day,
  sumForEach(arraySlice(billed_by_day, toDayOfMonth({p1:Date}), dateDiff('day', {p1:Date}, {p2:Date}))) AS amounts,
  groupBitOr(usage_days) AS days_with_usage
FROM service_costs
WHERE (load_id IN {p3:Array(UInt32)})
  AND month >= toStartOfMonth({p1:Date})
  AND month < {p2:Date}
  AND charge_group NOT IN ('credit', 'refund', 'tax')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY month
)
ARRAY JOIN amounts AS day_amount, arrayEnumerate(amounts) AS element
WHERE usage_date >= {p1:Date} AND usage_date < {p2:Date} AND (day_amount != 0 OR bitTest(days_with_usage, day))
ORDER BY accrued_at DESC, amount DESC, currency ASC
LIMIT 1000 OFFSET 0
