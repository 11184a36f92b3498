SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  if(g0 = '', NULL, substring(g0, 2)) AS g0,
  g1,
  sumIf(costs.amount, currency = {p0:String}) OVER () AS total
FROM (
SELECT
  toDate('2025-06-01') AS accrued_at,
  g0_value AS g0,
  service AS g1,
  {p0:String} AS currency,
  sum(arraySum(arraySlice(effective_by_day, toDayOfMonth({p1:Date}), dateDiff('day', {p1:Date}, {p2:Date})))) AS amount,
  max(bitAnd(usage_days, 14) != 0) AS has_usage
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
GROUP BY accrued_at, g0, g1
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, g1 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
