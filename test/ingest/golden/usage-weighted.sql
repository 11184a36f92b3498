SELECT
  accrued_at,
  roundBankers(costs.amount, 18) AS amount,
  currency,
  roundBankers(costs.usage, 18) AS usage,
  unit,
  roundBankers(sumIf(costs.amount, currency = {p0:String}) OVER (), 18) AS total
FROM (
SELECT
  usage_date AS accrued_at,
  usage_unit AS unit,
  {p0:String} AS currency,
  sum(roundBankers(toDecimal256(effective_cost, 18) * (w), 36)) AS amount,
  sumOrNullIf(roundBankers(toDecimal256(usage_amount, 18) * (w), 36), has_usage) AS usage
FROM (SELECT * EXCEPT (billed_cost, effective_cost, usage_amount), month + day - 1 AS usage_date, day_amount AS effective_cost, bitTest(usage_days, day) AS has_usage, if(has_usage, day_usage, NULL) AS usage_amount
FROM tag_costs ARRAY JOIN effective_by_day AS day_amount, usage_by_day AS day_usage, arrayEnumerate(effective_by_day) AS day
WHERE month >= toStartOfMonth({p1:Date}) AND month < {p2:Date} AND (day_amount != 0 OR has_usage)) AS tag_costs
WHERE (load_id IN {p3:Array(UInt32)})
  AND usage_date >= {p1:Date}
  AND usage_date < {p2:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND provider NOT IN ('kubernetes', 'kubernetes_agent', 'opencost')
GROUP BY accrued_at, unit
) AS costs
WHERE costs.amount != 0 OR ifNull(costs.usage != 0, false)
ORDER BY accrued_at DESC, amount DESC, unit ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
