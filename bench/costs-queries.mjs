// The queries of the benchmark in three forms: over HTTP, as the best hand-written SQL on the same store,
// and for DuckDB over the same Parquet files. All three must return the same amounts.

const months = { year: [1, 12], quarter: [4, 6], june: [6, 6] };

const day = (month, last) =>
  new Date(Date.UTC(2025, last ? month : month - 1, last ? 0 : 1)).toISOString().slice(0, 10);

const rangeOf = ({ range = 'year' }) => ({
  start: day(months[range][0], false),
  end: day(months[range][1], true),
});

const visible = (query, loads) => {
  const { start, end } = rangeOf(query);
  return (
    `load_id IN (${loads.join(', ')}) AND month >= '${start}' AND month <= '${end}'` +
    ` AND provider = 'aws' AND charge_group NOT IN ('credit', 'refund')`
  );
};

/** Sums of whole months. */
const byMonth = (table, group, { joins = '', where = '' } = {}) =>
  function handWritten(loads) {
    const { start } = rangeOf(this);
    // The engine groups faster without the bin.
    const bin = this.range === 'june' ? `toDate('${start}')` : 'month';
    return `SELECT ${bin} AS bin, ${group}, sum(effective_cost) AS amount FROM ${table} ${joins}
      WHERE ${visible(this, loads)} ${where}
      GROUP BY ALL ORDER BY bin DESC, amount DESC LIMIT 1000`;
  };

/** Sums of months that are split into days at the end. */
const byDay = (table, group, { joins = '', where = '', bin } = {}) =>
  function handWritten(loads) {
    const names = group.split(', ').map((name) => name.split(' AS ').at(-1));
    const sums = `SELECT month, ${group}, sumForEach(effective_by_day) AS amounts FROM ${table} ${joins}
      WHERE ${visible(this, loads)} ${where} GROUP BY ALL`;
    const days = `SELECT month + n - 1 AS day, ${names.join(', ')}, amount FROM (${sums})
      ARRAY JOIN amounts AS amount, arrayEnumerate(amounts) AS n WHERE amount != 0`;
    const rows =
      bin === undefined
        ? `SELECT day AS bin, * EXCEPT day FROM (${days})`
        : `SELECT ${bin} AS bin, ${names.join(', ')}, sum(amount) AS amount FROM (${days}) GROUP BY ALL`;
    return `${rows} ORDER BY bin DESC, amount DESC LIMIT 1000`;
  };

const tagJoin = (key, name = key) =>
  `LEFT ANY JOIN (SELECT tag_set_id, tag_value AS ${name} FROM tag_set_values WHERE tag_key = '${key}') AS ${name}_tags USING (tag_set_id)`;

const tagged = (key, value) =>
  `tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = '${key}' AND tag_value = '${value}')`;

const inDuckdb = (bin, columns, where = 'true') =>
  function duckdb(files) {
    const { start, end } = rangeOf(this);
    return `SELECT date_trunc('${bin}', ChargePeriodStart) AS bin, ${columns}, sum(EffectiveCost) AS amount FROM ${files}
      WHERE ChargePeriodStart >= '${start}' AND ChargePeriodStart < DATE '${end}' + 1 AND (${where})
      GROUP BY ALL ORDER BY bin DESC, amount DESC LIMIT 1000`;
  };

const aws = "costs.provider = 'aws'";

// `faster` is how many times faster than DuckDB a query has to be.
export const queries = [
  {
    name: 'by service, by month',
    filter: aws,
    groupings: 'service',
    bin: 'month',
    faster: 8,
    handWritten: byMonth('service_costs', 'service'),
    duckdb: inDuckdb('month', 'ServiceName'),
  },
  {
    name: 'by account, service, region, by month',
    filter: aws,
    groupings: 'account_id,service,region',
    bin: 'month',
    faster: 8,
    handWritten: byMonth('account_costs', 'account_id, service, region'),
    duckdb: inDuckdb('month', 'SubAccountId, ServiceName, RegionId'),
  },
  {
    name: 'by service, by day',
    filter: aws,
    groupings: 'service',
    bin: 'day',
    faster: 8,
    handWritten: byDay('service_costs', 'service'),
    duckdb: inDuckdb('day', 'ServiceName'),
  },
  {
    name: 'by region, by week',
    filter: aws,
    groupings: 'region',
    bin: 'week',
    faster: 8,
    handWritten: byDay('service_costs', 'region', { bin: 'toMonday(day)' }),
    duckdb: inDuckdb('week', 'RegionId'),
  },
  {
    name: 'by a tag, by month',
    filter: aws,
    groupings: 'tag:team',
    bin: 'month',
    faster: 3,
    handWritten: byMonth('tag_costs', 'team', { joins: tagJoin('team') }),
    duckdb: inDuckdb('month', "Tags['team'] AS team"),
  },
  {
    name: 'by a tag, by day',
    filter: aws,
    groupings: 'tag:team',
    bin: 'day',
    faster: 3,
    handWritten: byDay('tag_costs', 'team', { joins: tagJoin('team') }),
    duckdb: inDuckdb('day', "Tags['team'] AS team"),
  },
  {
    name: 'tag filter, by service, by month',
    filter: `${aws} AND costs.region = 'eu-west-1' AND tags.name = 'env' AND tags.value = 'prod'`,
    groupings: 'service',
    bin: 'month',
    faster: 3,
    handWritten: byMonth('tag_costs', 'service', {
      where: `AND region = 'eu-west-1' AND ${tagged('env', 'prod')}`,
    }),
    duckdb: inDuckdb('month', 'ServiceName', "RegionId = 'eu-west-1' AND Tags['env'] = 'prod'"),
  },
  {
    name: 'two tag filters with OR, by service, tag, day',
    filter:
      `(${aws} AND costs.region = 'eu-west-1' AND tags.name = 'env' AND tags.value = 'prod')` +
      ` OR (${aws} AND tags.name = 'team' AND tags.value = 'team-3')`,
    groupings: 'service,tag:team',
    bin: 'day',
    faster: 3,
    handWritten: byDay('tag_costs', 'service, team', {
      joins: tagJoin('team'),
      where: `AND ((region = 'eu-west-1' AND ${tagged('env', 'prod')}) OR ${tagged('team', 'team-3')})`,
    }),
    duckdb: inDuckdb(
      'day',
      "ServiceName, Tags['team'] AS team",
      "(RegionId = 'eu-west-1' AND Tags['env'] = 'prod') OR Tags['team'] = 'team-3'",
    ),
  },
  {
    name: 'without a tag value, by service, by day',
    filter: `${aws} AND tags.name = 'env' AND tags.value != 'prod'`,
    groupings: 'service',
    bin: 'day',
    faster: 3,
    handWritten: byDay('tag_costs', 'service', {
      where: `AND tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = 'env' AND tag_value != 'prod')`,
    }),
    duckdb: inDuckdb('day', 'ServiceName', "Tags['env'] != 'prod'"),
  },
  {
    name: 'a quarter by tag and service, by day',
    filter: aws,
    groupings: 'tag:team,service',
    bin: 'day',
    range: 'quarter',
    faster: 3,
    handWritten: byDay('tag_costs', 'team, service', { joins: tagJoin('team') }),
    duckdb: inDuckdb('day', "Tags['team'] AS team, ServiceName"),
  },
  {
    name: 'one month by resource',
    filter: aws,
    groupings: 'resource_id',
    bin: 'month',
    range: 'june',
    faster: 2,
    handWritten: byMonth('resource_costs', 'resource_id, max(resource_name) AS name'),
    duckdb: inDuckdb('month', 'ResourceId, max(ResourceName) AS name'),
  },
  {
    name: 'one month by resource, by day',
    filter: aws,
    groupings: 'resource_id',
    bin: 'day',
    range: 'june',
    faster: 2,
    handWritten: byDay('resource_costs', 'resource_id, max(resource_name) AS name'),
    duckdb: inDuckdb('day', 'ResourceId, max(ResourceName) AS name'),
  },
];

/** The request path of a query. */
export function pathOf(query) {
  const { filter, groupings, bin } = query;
  const { start, end } = rangeOf(query);
  const params = { filter, groupings, date_bin: bin, start_date: start, end_date: end };
  return `/v2/costs?${new URLSearchParams(params)}`;
}
