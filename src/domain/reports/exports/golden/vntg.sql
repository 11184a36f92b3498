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
WITH element + toDayOfMonth(first_day) - 1 AS day, month + day - 1 AS usage_date
SELECT
  usage_date AS accrued_at,
  g0,
  g1,
  g2,
  unit,
  {p0:String} AS currency,
  day_amount AS amount,
  if(bitTest(days_with_usage, day), day_usage, NULL) AS usage,
  name_of_resource AS resource_name
FROM (
SELECT
  month,
  service AS g0,
  resource_id AS g1,
  g2_value AS g2,
  usage_unit AS unit,
  month AS first_day,
  sumForEach(effective_by_day) AS amounts,
  sumForEach(arrayMap(usage -> toDecimal256(usage, 18), usage_by_day)) AS usages,
  groupBitOr(usage_days) AS days_with_usage,
  max(resource_name) AS name_of_resource
FROM resource_costs
LEFT ANY JOIN (
        SELECT tag_set_id, concat('=', tag_value) AS g2_value
        FROM tag_set_values WHERE tag_key = {p1:String}
      ) AS g2_tags USING (tag_set_id)
WHERE (load_id IN {p2:Array(UInt32)})
  AND month >= toStartOfMonth({p3:Date})
  AND month < {p4:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY month, g0, g1, g2, unit
)
ARRAY JOIN amounts AS day_amount, usages AS day_usage, arrayEnumerate(amounts) AS element
WHERE usage_date >= {p3:Date} AND usage_date < {p4:Date} AND (day_amount != 0 OR bitTest(days_with_usage, day))
) AS costs
WHERE costs.amount != 0 OR ifNull(costs.usage != 0, false)
)
ORDER BY accrued_at ASC, amount DESC, g0 ASC NULLS LAST, g1 ASC NULLS LAST, g2 ASC NULLS LAST, unit ASC NULLS LAST, currency ASC
