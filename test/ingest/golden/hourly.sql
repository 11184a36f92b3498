SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  sumIf(costs.amount, currency = {to_currency:String}) OVER () AS total
FROM (
SELECT
  toStartOfHour(charge_start) AS accrued_at,
  {to_currency:String} AS currency,
  sum(effective_cost) AS amount,
  max(ifNull(usage_amount != 0, false)) AS has_usage
FROM lines
WHERE (load_id IN {loads:Array(UInt32)})
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at ASC, amount DESC, currency ASC
LIMIT 1000 OFFSET 0
