SELECT
  toDate('2025-06-01') AS accrued_at,
  sum(arraySum(arraySlice(effective_by_day, toDayOfMonth({p0:Date}), dateDiff('day', {p0:Date}, {p1:Date})))) AS amount,
  {p2:String} AS currency,
  resource_id AS g0,
  max(resource_name) AS resource_name
FROM resource_costs
WHERE (load_id IN {p3:Array(UInt32)})
  AND month >= toStartOfMonth({p0:Date})
  AND month < {p1:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY GROUPING SETS ((g0), ())
HAVING if(grouping(g0) = 1, count() > 0, (amount != 0 OR max(bitAnd(usage_days, 14) != 0)))
ORDER BY grouping(g0) = 1 DESC, accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1001
