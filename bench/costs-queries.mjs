// Asks the questions over HTTP, as SQL on the same store and of DuckDB, in turns; then 20 of them at once.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Decimal } from '../dist/platform/lib/decimal.js';
import { openBenchApp, secret } from './costs-app.mjs';
import { answer, median, timed } from './costs-process.mjs';
import { pathOf, questions } from './costs-questions.mjs';

const [folder, data] = process.argv.slice(2);
const rounds = 10;
const atOnce = 20;

const { app } = await openBenchApp(data);
const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const duckdb = fork(join(import.meta.dirname, 'costs-duckdb.mjs'));
await once(duckdb, 'message');

const askCosts = (question) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}` };
    const sent = request(origin + pathOf(question), { agent, headers }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => (text += chunk));
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${reply.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });

const loads = (
  await app.services.db
    .selectFrom('loads')
    .select('load_id')
    .where('status', '=', 'active')
    .execute()
).map(({ load_id }) => load_id);

async function askEngine(question) {
  const result = await app.services.costs.client.query({
    query: question.hand(loads),
    format: 'JSONEachRow',
    clickhouse_settings: {
      output_format_json_quote_decimals: 1,
      collect_hash_table_stats_during_joins: 0,
    },
  });
  return (await result.json()).map(({ amount }) => amount);
}

async function askDuckdb(question) {
  const files = `read_parquet('${join(folder, 'parquet')}/*.parquet')`;
  duckdb.send(question.duckdb(files));
  const [{ ms, rows }] = await once(duckdb, 'message');
  return { ms, amounts: rows.map((row) => row.at(-1)) };
}

const sum = (amounts) => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));

function demandSame(name, ...totals) {
  if (totals.some((total) => !total.equals(totals[0]))) {
    throw new Error(`${name}: the totals differ: ${totals.join(', ')}`);
  }
}

async function measure(question) {
  const ours = [];
  const hand = [];
  const theirs = [];
  for (let round = 0; round <= rounds; round += 1) {
    // Whoever comes right after DuckDB finds the processor's caches full of its data: they take turns.
    const first = round % 2 === 0 ? await timed(() => askEngine(question)) : undefined;
    const http = await timed(() => askCosts(question));
    const sql = first ?? (await timed(() => askEngine(question)));
    const other = await askDuckdb(question);
    const { total_cost, costs } = http.result;
    const shown = sum(costs.map(({ amount }) => amount));
    demandSame(
      question.name,
      new Decimal(total_cost.amount),
      shown,
      sum(sql.result),
      sum(other.amounts),
    );
    // The first round warms all three.
    if (round === 0) continue;
    ours.push(http.ms);
    hand.push(sql.ms);
    theirs.push(other.ms);
  }
  return { name: question.name, ours: median(ours), hand: median(hand), duckdb: median(theirs) };
}

async function measureAtOnce() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  delay.enable();
  const { ms, result } = await timed(() =>
    Promise.allSettled(
      Array.from({ length: atOnce }, (_, at) => askCosts(questions[at % questions.length])),
    ),
  );
  delay.disable();
  clearInterval(watch);
  const errors = result.filter(({ status }) => status === 'rejected').length;
  return { ms, errors, blockedMs: delay.max / 1e6, megabytes: Math.round(most / 2 ** 20) };
}

const figures = [];
for (const question of questions) figures.push(await measure(question));
const together = await measureAtOnce();
duckdb.disconnect();
agent.destroy();
const [{ rows }] = await (
  await app.services.costs.client.query({
    query: 'SELECT count() AS rows FROM daily_costs',
    format: 'JSONEachRow',
  })
).json();
await app.close();
answer({ questions: figures, together, rollup: Number(rows) });
