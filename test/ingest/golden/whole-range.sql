SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  g0,
  sumIf(costs.amount, currency = {to_currency:String}) OVER () AS total
FROM (
SELECT
  {start_date:Date} AS accrued_at,
  service AS g0,
  {to_currency:String} AS currency,
  sum(effective_cost) AS amount,
  max(has_usage) AS has_usage
FROM daily_costs
WHERE (load_id IN {loads:Array(UInt32)})
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, g0
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
