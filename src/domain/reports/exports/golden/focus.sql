SELECT ChargePeriodStart AS c0, ChargePeriodStart + INTERVAL 1 DAY AS c1, CAST(NULL AS Nullable(String)) AS c2, CAST(NULL AS Nullable(String)) AS c3, CAST(NULL AS Nullable(String)) AS c4, ServiceName AS c5, CAST(NULL AS Nullable(String)) AS c6, CAST(NULL AS Nullable(String)) AS c7, ResourceId AS c8, name AS c9, CAST(NULL AS Nullable(String)) AS c10, CAST(NULL AS Nullable(String)) AS c11, replaceRegexpOne(toString(quantity), '^[^.]*$', '\\0.0') AS c12, ConsumedUnit AS c13, replaceRegexpOne(toString(billed), '^[^.]*$', '\\0.0') AS c14, replaceRegexpOne(toString(effective), '^[^.]*$', '\\0.0') AS c15, BillingCurrency AS c16, Tags AS c17
FROM (
SELECT toDateTime(accrued_at, 'UTC') AS ChargePeriodStart,
  g0 AS ServiceName,
  g1 AS ResourceId,
  unit AS ConsumedUnit,
  currency AS BillingCurrency,
  concat('{', arrayStringConcat(arrayFilter(pair -> pair != '', [if(g2 IS NULL, '', concat(toJSONString({p0:String}), ':', toJSONString(ifNull(g2, ''))))]), ','), '}') AS Tags,
  sumIf(ifNull(usage, 0), side = 2) AS quantity,
  max(resource_name) AS name,
  sumIf(amount, side = 1) AS billed, sumIf(amount, side = 2) AS effective
FROM (
SELECT 1 AS side, * FROM (
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
  {p1:String} AS currency,
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
  sumForEach(billed_by_day) AS amounts,
  sumForEach(arrayMap(usage -> toDecimal256(usage, 18), usage_by_day)) AS usages,
  groupBitOr(usage_days) AS days_with_usage,
  max(resource_name) AS name_of_resource
FROM resource_costs
LEFT ANY JOIN (
        SELECT tag_set_id, concat('=', tag_value) AS g2_value
        FROM tag_set_values WHERE tag_key = {p0:String}
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
UNION ALL
SELECT 2 AS side, * FROM (
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
  {p1:String} AS currency,
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
        FROM tag_set_values WHERE tag_key = {p0:String}
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
)
GROUP BY ChargePeriodStart, ServiceName, ResourceId, ConsumedUnit, BillingCurrency, Tags
)
ORDER BY ChargePeriodStart ASC, effective DESC, ChargePeriodStart ASC NULLS LAST, ServiceName ASC NULLS LAST, ResourceId ASC NULLS LAST, ConsumedUnit ASC NULLS LAST, BillingCurrency ASC NULLS LAST, Tags ASC NULLS LAST
