SELECT
  toStartOfHour(charge_start) AS accrued_at,
  sum(effective_cost) AS amount,
  {p0:String} AS currency,
  sum(amount) OVER () AS total
FROM lines
WHERE (load_id IN {p1:Array(UInt32)})
  AND usage_date >= {p2:Date}
  AND usage_date < {p3:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at
HAVING (amount != 0 OR max(ifNull(usage_amount != 0, false)))
ORDER BY accrued_at ASC, amount DESC, currency ASC
LIMIT 1000 OFFSET 0
