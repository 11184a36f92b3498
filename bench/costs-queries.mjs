// The queries of the benchmark in three forms: over HTTP, as the best hand-written SQL on the same store,
// and for DuckDB over the same Parquet files. All three must return the same total.
import { year } from './costs-lines.mjs';

const visible = (loads) =>
  `load_id IN (${loads.join(', ')}) AND usage_date BETWEEN '${year.start}' AND '${year.end}'` +
  ` AND provider = 'aws' AND charge_group NOT IN ('credit', 'refund')`;

const tagged = (key, value) =>
  `tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = '${key}' AND tag_value = '${value}')`;

export const queries = [
  {
    name: 'by service and month',
    filter: "costs.provider = 'aws'",
    groupings: 'service',
    bin: 'month',
    handWritten: (loads) =>
      `SELECT toStartOfMonth(usage_date) AS bin, service, sum(effective_cost) AS amount FROM monthly_costs
       WHERE ${visible(loads)} GROUP BY bin, service ORDER BY bin DESC, amount DESC LIMIT 1000`,
    duckdb: (files) =>
      `SELECT date_trunc('month', ChargePeriodStart) AS bin, ServiceName, sum(EffectiveCost) AS amount FROM ${files}
       GROUP BY ALL ORDER BY bin DESC, amount DESC LIMIT 1000`,
  },
  {
    name: 'by a tag and month',
    filter: "costs.provider = 'aws'",
    groupings: 'tag:team',
    bin: 'month',
    handWritten: (loads) =>
      `SELECT toStartOfMonth(usage_date) AS bin, tag_value, sum(effective_cost) AS amount FROM monthly_costs
       LEFT ANY JOIN (SELECT tag_set_id, tag_value FROM tag_set_values WHERE tag_key = 'team') AS tags USING (tag_set_id)
       WHERE ${visible(loads)} GROUP BY bin, tag_value ORDER BY bin DESC, amount DESC LIMIT 1000`,
    duckdb: (files) =>
      `SELECT date_trunc('month', ChargePeriodStart) AS bin, Tags['team'] AS team, sum(EffectiveCost) AS amount FROM ${files}
       GROUP BY ALL ORDER BY bin DESC, amount DESC LIMIT 1000`,
  },
  {
    name: 'filtered, by service and month',
    filter:
      "costs.provider = 'aws' AND costs.region = 'eu-west-1' AND tags.name = 'env' AND tags.value = 'prod'",
    groupings: 'service',
    bin: 'month',
    handWritten: (loads) =>
      `SELECT toStartOfMonth(usage_date) AS bin, service, sum(effective_cost) AS amount FROM monthly_costs
       WHERE ${visible(loads)} AND region = 'eu-west-1' AND ${tagged('env', 'prod')}
       GROUP BY bin, service ORDER BY bin DESC, amount DESC LIMIT 1000`,
    duckdb: (files) =>
      `SELECT date_trunc('month', ChargePeriodStart) AS bin, ServiceName, sum(EffectiveCost) AS amount FROM ${files}
       WHERE RegionId = 'eu-west-1' AND Tags['env'] = 'prod' GROUP BY ALL ORDER BY bin DESC, amount DESC LIMIT 1000`,
  },
];

/** The request path of a query. */
export function pathOf({ filter, groupings, bin }) {
  const params = { filter, groupings, date_bin: bin, start_date: year.start, end_date: year.end };
  return `/v2/costs?${new URLSearchParams(params)}`;
}
