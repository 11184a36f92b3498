SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  {p0:Array(String)}[g0] AS g0,
  sumIf(costs.amount, currency = {p1:String}) OVER () AS total
FROM (
SELECT
  toDate('2025-06-01') AS accrued_at,
  segment_row AS g0,
  {p1:String} AS currency,
  sum(effective_cost) AS amount,
  max(has_usage) AS has_usage
FROM account_costs
WHERE ((integration_token IN {p2:Array(String)} AND load_id IN {p3:Array(UInt32)}))
  AND usage_date >= {p4:Date}
  AND usage_date < {p5:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND (toUInt16(multiIf((provider = {p6:String} AND account_id = {p7:String}), 1, provider = {p6:String}, 2, provider = {p8:String}, 0, provider IN ('kubernetes', 'kubernetes_agent', 'opencost'), 0, 3)) AS segment_row) != 0
GROUP BY accrued_at, g0
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
