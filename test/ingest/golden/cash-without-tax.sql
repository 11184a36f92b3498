SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  sumIf(costs.amount, currency = {to_currency:String}) OVER () AS total
FROM (
SELECT
  usage_date AS accrued_at,
  {to_currency:String} AS currency,
  sum(billed_cost) AS amount,
  max(has_usage) AS has_usage
FROM daily_costs
WHERE (load_id IN {loads:Array(UInt32)})
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund', 'tax')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, currency ASC
LIMIT 1000 OFFSET 0
