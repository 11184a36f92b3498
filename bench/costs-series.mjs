// Cost series over HTTP beside hand-written SQL on the same store: what the explorer asks for.
// Usage: node bench/costs-series.mjs DATA_FOLDER
import { Agent, request } from 'node:http';
import { Decimal } from '../build/platform/lib/decimal.js';
import { selectRows } from '../build/platform/store/clickhouse/cost-store.js';
import { sql } from '../build/platform/store/sql.js';
import { ResultCache } from '../build/platform/store/clickhouse/result-cache.js';
import { openBenchApp, secret } from './bench-app.mjs';
import { median, printResult, timed } from './bench-step.mjs';
import { year } from './costs-lines.mjs';

const rounds = 10;
const june = { start: '2025-06-01', end: '2025-06-30' };
const aws = "costs.provider = 'aws'";

const visible = (loads, { start, end }) =>
  `load_id IN (${loads.join(', ')}) AND month >= '${start}' AND month <= '${end}'` +
  ` AND provider = 'aws' AND charge_group NOT IN ('credit', 'refund')`;

const totalsByDay = (loads, range) =>
  `SELECT month, sumForEach(effective_by_day) AS amounts, sum(effective_cost) AS total FROM service_costs
   WHERE ${visible(loads, range)} GROUP BY month`;

/** Statements that together answer a query: the ten largest groups by bin, and the total. */
const queries = [
  {
    name: '30 days by resource, by day',
    params: { groupings: 'resource_id', date_bin: 'day' },
    range: june,
    async handWritten(run, loads) {
      const where = visible(loads, june);
      const largest = await run(
        `SELECT resource_id, sum(effective_cost) AS total, count() OVER () AS groups FROM resource_costs
         WHERE ${where} GROUP BY resource_id ORDER BY total DESC LIMIT 10`,
      );
      const ids = largest.map(({ resource_id: id }) => `'${id}'`).join(', ');
      await run(
        `SELECT resource_id, max(resource_name) AS name, sumForEach(effective_by_day) AS amounts FROM resource_costs
         WHERE ${where} AND resource_id IN (${ids}) GROUP BY resource_id`,
      );
      return run(totalsByDay(loads, june));
    },
  },
  {
    name: '12 months by service, by day',
    params: { groupings: 'service', date_bin: 'day' },
    range: year,
    async handWritten(run, loads) {
      await run(
        `SELECT service, sum(total) AS sum, groupArray(month) AS months, groupArray(amounts) AS by_day FROM (
           SELECT service, month, sumForEach(effective_by_day) AS amounts, sum(effective_cost) AS total FROM service_costs
           WHERE ${visible(loads, year)} GROUP BY service, month)
         GROUP BY service ORDER BY sum DESC LIMIT 10`,
      );
      return run(totalsByDay(loads, year));
    },
  },
  {
    name: '12 months by account, service, region, by month',
    params: { groupings: 'account_id,service,region', date_bin: 'month' },
    range: year,
    async handWritten(run, loads) {
      await run(
        `SELECT account_id, service, region, sum(total) AS sum, groupArray(month) AS months, groupArray(total) AS totals,
           count() OVER () AS groups FROM (
           SELECT account_id, service, region, month, sum(effective_cost) AS total FROM account_costs
           WHERE ${visible(loads, year)} GROUP BY ALL)
         GROUP BY account_id, service, region ORDER BY sum DESC LIMIT 10`,
      );
      return run(
        `SELECT month, sum(effective_cost) AS total FROM service_costs WHERE ${visible(loads, year)} GROUP BY month`,
      );
    },
  },
];

const { app } = await openBenchApp(process.argv[2]);
const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
const agent = new Agent({ keepAlive: true });
const loads = (
  await app.services.db
    .selectFrom('loads')
    .select('load_id')
    .where('status', '=', 'active')
    .execute()
).map(({ load_id }) => load_id);
const run = (statement) => selectRows(app.services.costs.client, sql.raw(statement));

function get(path) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}` };
    const outgoing = request(origin + path, { agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const pathOf = ({ params, range }) =>
  `/v2/costs/series?${new URLSearchParams({ ...params, filter: aws, start_date: range.start, end_date: range.end })}`;

async function measure(query) {
  const http = [];
  const handWritten = [];
  for (let round = 0; round <= rounds; round += 1) {
    app.services.costs.results = new ResultCache();
    const overHttp = await timed(() => get(pathOf(query)));
    const sql = await timed(() => query.handWritten(run, loads));
    const total = sql.result.reduce((sum, row) => sum.plus(row.total), new Decimal(0));
    if (!total.equals(overHttp.result.total.amount)) {
      throw new Error(`${query.name}: ${overHttp.result.total.amount} is not ${total}`);
    }
    // The first round warms up both.
    if (round === 0) continue;
    http.push(overHttp.ms);
    handWritten.push(sql.ms);
  }
  return { name: query.name, http: median(http), handWritten: median(handWritten) };
}

for (let round = 0; round < 20; round += 1) for (const query of queries) await get(pathOf(query));
const measurements = [];
for (const query of queries) measurements.push(await measure(query));
agent.destroy();
await app.close();
printResult(measurements);
