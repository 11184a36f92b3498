SELECT accrued_at, uniqExact(tuple(g0, g1)) AS count
FROM (
SELECT
  usage_date AS accrued_at,
  service AS g0,
  g1_value AS g1,
  {to_currency:String} AS currency,
  sum(effective_cost) AS amount,
  max(has_usage) AS has_usage
FROM daily_costs
LEFT ANY JOIN (SELECT tag_set_id, concat('=', tag_value) AS g1_value FROM tag_set_values WHERE tag_key = {g1_key:String}) AS g1_tags USING (tag_set_id)
WHERE (load_id IN {loads:Array(UInt32)})
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, g0, g1
) AS costs
WHERE costs.amount != 0
GROUP BY accrued_at ORDER BY accrued_at DESC
