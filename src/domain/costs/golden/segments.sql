SELECT
  accrued_at,
  costs.amount AS amount,
  currency,
  {p5:Array(String)}[g0] AS g0,
  sumIf(costs.amount, currency = {to_currency:String}) OVER () AS total
FROM (
SELECT
  toDate('2025-06-01') AS accrued_at,
  segment_row AS g0,
  {to_currency:String} AS currency,
  sum(effective_cost) AS amount,
  max(has_usage) AS has_usage
FROM account_costs
WHERE ((integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)}))
  AND usage_date >= {start_date:Date}
  AND usage_date < {end_date:Date}
  AND charge_group NOT IN ('credit', 'refund')
  AND (toUInt16(multiIf((provider = {p2:String} AND account_id = {p3:String}), 1, provider = {p2:String}, 2, provider = {p4:String}, 0, provider IN ('kubernetes', 'kubernetes_agent', 'opencost'), 0, 3)) AS segment_row) != 0
GROUP BY accrued_at, g0
) AS costs
WHERE costs.amount != 0 OR costs.has_usage
ORDER BY accrued_at DESC, amount DESC, g0 ASC NULLS LAST, currency ASC
LIMIT 1000 OFFSET 0
