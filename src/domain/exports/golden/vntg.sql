SELECT accrued_at AS c0, g0 AS c1, g1 AS c2, resource_name AS c3, g2 AS c4, replaceRegexpOne(toString(amount), '^[^.]*$', '\\0.0') AS c5, currency AS c6, replaceRegexpOne(toString(ifNull(usage, 0)), '^[^.]*$', '\\0.0') AS c7, unit AS c8
FROM (
SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  costs.usage AS usage,
  unit,
  g0,
  g1,
  if(g2 = '', NULL, substring(g2, 2)) AS g2,
  resource_name
FROM (
SELECT
  usage_date AS accrued_at,
  service AS g0,
  resource_id AS g1,
  g2_value AS g2,
  usage_unit AS unit,
  {to_currency:String} AS currency,
  sum(effective_cost) AS amount,
  sum(usage_amount) AS usage,
  max(resource_name) AS resource_name
FROM lines
LEFT ANY JOIN (SELECT tag_set_id, concat('=', tag_value) AS g2_value FROM tag_set_values WHERE tag_key = {g2_key:String}) AS g2_tags USING (tag_set_id)
WHERE (load_id IN {p0:Array(UInt32)})
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, g0, g1, g2, unit
) AS costs
WHERE costs.amount != 0 OR ifNull(costs.usage != 0, false)
)
ORDER BY accrued_at ASC, amount DESC, g0 ASC NULLS LAST, g1 ASC NULLS LAST, g2 ASC NULLS LAST, unit ASC NULLS LAST, currency ASC
