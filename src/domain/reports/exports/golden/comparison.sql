SELECT g0 AS c0, g1 AS c1, resource_name AS c2, g2 AS c3, replaceRegexpOne(toString(amount_now), '^[^.]*$', '\\0.0') AS c4, replaceRegexpOne(toString(amount_before), '^[^.]*$', '\\0.0') AS c5, replaceRegexpOne(toString(amount_now - amount_before), '^[^.]*$', '\\0.0') AS c6, if(amount_before = 0, NULL, replaceRegexpOne(toString(roundBankers(100 * divideDecimal(toDecimal256(amount_now - amount_before, 18), if(amount_before = 0, toDecimal256(1, 18), toDecimal256(amount_before, 18)), 20), 12)), '^[^.]*$', '\\0.0')) AS c7, currency AS c8
FROM (
SELECT g0, g1, g2, currency, sumIf(amount, side = 1) AS amount_now, sumIf(amount, side = 2) AS amount_before, argMin(resource_name, side) AS resource_name
FROM (
SELECT 1 AS side, * FROM (
SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  g0,
  g1,
  if(g2 = '', NULL, substring(g2, 2)) AS g2,
  resource_name
FROM (
SELECT
  toDate('2025-04-01') AS accrued_at,
  service AS g0,
  resource_id AS g1,
  g2_value AS g2,
  {p0:String} AS currency,
  sum(effective_cost) AS amount,
  max(has_usage) AS has_usage,
  max(resource_name) AS resource_name
FROM resource_costs
LEFT ANY JOIN (
        SELECT tag_set_id, concat('=', tag_value) AS g2_value
        FROM tag_set_values WHERE tag_key = {p1:String}
      ) AS g2_tags USING (tag_set_id)
WHERE (load_id IN {p2:Array(UInt32)})
  AND usage_date >= {p3:Date}
  AND usage_date < {p4:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, g0, g1, g2
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
)
UNION ALL
SELECT 2 AS side, * FROM (
SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  g0,
  g1,
  if(g2 = '', NULL, substring(g2, 2)) AS g2,
  resource_name
FROM (
SELECT
  toDate('2025-04-01') AS accrued_at,
  service AS g0,
  resource_id AS g1,
  g2_value AS g2,
  {p0:String} AS currency,
  sum(arraySum(arraySlice(effective_by_day, toDayOfMonth({p5:Date}), dateDiff('day', {p5:Date}, {p6:Date})))) AS amount,
  max(bitAnd(usage_days, 2147483646) != 0) AS has_usage,
  max(resource_name) AS resource_name
FROM resource_costs
LEFT ANY JOIN (
        SELECT tag_set_id, concat('=', tag_value) AS g2_value
        FROM tag_set_values WHERE tag_key = {p1:String}
      ) AS g2_tags USING (tag_set_id)
WHERE (load_id IN {p2:Array(UInt32)})
  AND month >= toStartOfMonth({p5:Date})
  AND month < {p6:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, g0, g1, g2
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
)
)
GROUP BY g0, g1, g2, currency
)
WHERE amount_now != 0 OR amount_before != 0
ORDER BY amount_now DESC, g0 ASC NULLS LAST, g1 ASC NULLS LAST, g2 ASC NULLS LAST, currency ASC NULLS LAST
