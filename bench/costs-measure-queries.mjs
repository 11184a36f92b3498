// Runs the queries over HTTP, as SQL on the same store and with DuckDB, alternating; then 20 concurrently, and 50
// clients that read dashboards and lists.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Decimal } from '../build/platform/lib/decimal.js';
import { openBenchApp, secret } from './bench-app.mjs';
import { printResult, median, timed } from './bench-step.mjs';
import { selectRows } from '../build/platform/store/clickhouse/cost-store.js';
import { sql } from '../build/platform/store/sql.js';
import { ResultCache } from '../build/platform/store/clickhouse/result-cache.js';
import { measureReaders } from './costs-readers.mjs';
import { pathOf, queries } from './costs-queries.mjs';

const [folder, data] = process.argv.slice(2);
const rounds = 10;
const warmUpRounds = 20;
const concurrency = 20;
/** Forgets all results, so that the engine answers. */
const clearResults = () => (app.services.costs.results = new ResultCache());

const { app } = await openBenchApp(data);
const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
const duckdb = fork(join(import.meta.dirname, 'costs-duckdb.mjs'));
await once(duckdb, 'message');

const get = (path) =>
  new Promise((resolve, reject) => {
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

const queryHttp = (query) => get(pathOf(query));

const active = await app.services.db
  .selectFrom('loads')
  .select(['load_id', 'left_out_tag_keys'])
  .where('status', '=', 'active')
  .execute();
const loads = active.map(({ load_id }) => load_id);
/** The rollup that has the tags of the queries. */
const tagRollup = active.some(({ left_out_tag_keys: keys }) =>
  ['team', 'env'].some((key) => keys.includes(key)),
)
  ? 'resource_costs'
  : 'tag_costs';

async function queryEngine(query) {
  const statement = query.handWritten(loads).replaceAll('tag_costs', tagRollup);
  const rows = await selectRows(app.services.costs.client, sql.raw(statement));
  return rows.map(({ amount }) => amount);
}

async function queryDuckdb(query) {
  const files = `read_parquet('${join(folder, 'parquet')}/*.parquet')`;
  duckdb.send(query.duckdb(files));
  const [{ ms, rows }] = await once(duckdb, 'message');
  return { ms, amounts: rows.map((row) => row.at(-1)) };
}

const sum = (amounts) => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));

function requireSame(name, ...totals) {
  if (totals.some((total) => !total.equals(totals[0]))) {
    throw new Error(`${name}: the totals differ: ${totals.join(', ')}`);
  }
}

async function measure(query) {
  const http = [];
  const handWritten = [];
  const cachedTimes = [];
  const duckdbTimes = [];
  for (let round = 0; round <= rounds; round += 1) {
    // The query right after DuckDB starts with a cold CPU cache, so the order alternates.
    const first = round % 2 === 0 ? await timed(() => queryEngine(query)) : undefined;
    clearResults();
    const overHttp = await timed(() => queryHttp(query));
    const cached = await timed(() => queryHttp(query));
    const sql = first ?? (await timed(() => queryEngine(query)));
    const inDuckdb = await queryDuckdb(query);
    const { costs } = overHttp.result;
    const rowSum = sum(costs.map(({ amount }) => amount));
    requireSame(query.name, rowSum, sum(sql.result), sum(inDuckdb.amounts));
    // The first round warms up all three.
    if (round === 0) continue;
    http.push(overHttp.ms);
    cachedTimes.push(cached.ms);
    handWritten.push(sql.ms);
    duckdbTimes.push(inDuckdb.ms);
  }
  return {
    name: query.name,
    http: median(http),
    cached: median(cachedTimes),
    handWritten: median(handWritten),
    faster: query.faster,
    duckdb: median(duckdbTimes),
  };
}

/** A server that has just started interprets its code; one that has run for a minute has compiled it. */
async function warmUp() {
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const query of queries) await queryHttp(query);
  }
}

async function measureConcurrent() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let maxRss = 0;
  const sampling = setInterval(() => (maxRss = Math.max(maxRss, process.memoryUsage.rss())), 20);
  clearResults();
  delay.enable();
  const { ms, result } = await timed(() =>
    Promise.allSettled(
      Array.from({ length: concurrency }, (_, index) => queryHttp(queries[index % queries.length])),
    ),
  );
  delay.disable();
  clearInterval(sampling);
  const errors = result.filter(({ status }) => status === 'rejected').length;
  return { ms, errors, blockedMs: delay.max / 1e6, megabytes: Math.round(maxRss / 2 ** 20) };
}

await warmUp();
const measurements = [];
for (const query of queries) measurements.push(await measure(query));
const concurrent = await measureConcurrent();
clearResults();
const readers = await measureReaders(get);
duckdb.disconnect();
agent.destroy();
const tables = await (
  await app.services.costs.client.query({
    query: `SELECT table, sum(rows) AS count, sum(bytes_on_disk) AS bytes FROM system.parts
      WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
    format: 'JSONEachRow',
  })
).json();
await app.close();
printResult({ queries: measurements, concurrent, readers, tables });
