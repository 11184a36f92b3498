SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  g0,
  g1,
  g2,
  sumIf(costs.amount, currency = {to_currency:String}) OVER () AS total
FROM (
SELECT
  usage_date AS accrued_at,
  if(provider = 'custom_provider', concat('custom_provider:', integration_token), provider) AS g0,
  service AS g1,
  account_id AS g2,
  {to_currency:String} AS currency,
  sum(effective_cost) AS amount,
  max(has_usage) AS has_usage
FROM daily_costs
WHERE (load_id IN {loads:Array(UInt32)})
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, g0, g1, g2
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, g1 ASC NULLS LAST, g2 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
