// Requests per second through the full stack, compared with a bare Fastify route that runs the same
// statement on the same engine, alternating in one process; and startup time, compared with opening the bare engines.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { PGlite } from '@electric-sql/pglite';
import { createChdbConnection } from 'chdb/connection';
import fastify from 'fastify';
import { sql } from 'kysely';
import { openApp } from '../build/app.js';
import { readConfig } from '../build/platform/config.js';
import { newToken } from '../build/platform/lib/tokens.js';
import { createLog } from '../build/platform/lib/log.js';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const requestsPerRound = Number(process.env.BENCH_REQUESTS ?? 1500);
const concurrency = 10;

const secret = `vntg_tkn_${'ab'.repeat(20)}`;
const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));

if (process.argv[2] === 'open-bare') {
  await timeBareOpening(process.argv[3]);
  process.exit(0);
}

async function timeBareOpening(path) {
  const clickhouse = createClient({
    connection: createChdbConnection({ path: join(path, 'clickhouse') }),
  });
  await (await clickhouse.query({ query: 'SELECT 1', format: 'JSONEachRow' })).json();
  const postgres = await PGlite.create(join(path, 'postgres'));
  await postgres.query('select 1');
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000 }));
}

const config = readConfig({
  FARTHING_DATA: folder,
  FARTHING_RATE_LIMIT: '0',
  FARTHING_BOOTSTRAP_TOKEN: secret,
  FARTHING_LOG_LEVEL: 'silent',
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
});
const app = await openApp({ config, log: createLog('silent') });
const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
const { db } = app.services;

const bare = fastify();
bare.get('/folders/:token', async (call) => {
  const { rows } = await sql`select * from folders where token = ${call.params.token}`.execute(db);
  return rows[0];
});
const owner = await db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
bare.post('/folders', async (call, reply) => {
  const { rows } = await sql`
    insert into folders (token, account_token, workspace_token, type, title, created_at, updated_at)
    values (${newToken('fldr')}, ${owner.account_token}, ${owner.token}, 'CostFolder', ${call.body.title},
      ${new Date()}, ${new Date()}) returning *`.execute(db);
  return reply.code(201).send(rows[0]);
});
const bareOrigin = await bare.listen({ host: '127.0.0.1', port: 0 });

const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

function call(method, url, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const outgoing = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode >= 300) reject(new Error(`${response.statusCode} ${text}`));
        else resolve(JSON.parse(text));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

/** Requests per second. */
async function measureRate(method, url, body) {
  let left = requestsPerRound;
  const started = performance.now();
  const worker = async () => {
    while (left-- > 0) await call(method, url, body);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return requestsPerRound / ((performance.now() - started) / 1000);
}

const { token } = await call('POST', `${origin}/v2/folders`, { title: 'Bench' });
const cases = [
  ['get by token', 'GET', `${origin}/v2/folders/${token}`, `${bareOrigin}/folders/${token}`],
  ['create', 'POST', `${origin}/v2/folders`, `${bareOrigin}/folders`],
];
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

console.log(
  `engine: ${config.databaseUrl ? 'PostgreSQL' : 'PGlite'}; ${rounds} rounds of ${requestsPerRound} requests, ${concurrency} concurrent\n`,
);
console.log('operation         full stack/s   bare route/s   ratio   target');
for (const [name, method, url, bareUrl] of cases) {
  const body = method === 'POST' ? { title: 'Bench' } : undefined;
  await measureRate(method, url, body);
  await measureRate(method, bareUrl, body);
  const ours = [];
  const theirs = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measureRate(method, url, body));
    theirs.push(await measureRate(method, bareUrl, body));
  }
  const ratio = median(ours.map((value, index) => value / theirs[index]));
  console.log(
    `${name.padEnd(15)}${median(ours).toFixed(0).padStart(13)}${median(theirs).toFixed(0).padStart(15)}${ratio.toFixed(2).padStart(8)}   ≥ 0.40`,
  );
}
agent.destroy();
await bare.close();
await app.close();

// Startup, each in its own process, first on an empty folder and then on the existing one. CPU time is what a
// start takes of a busy machine; all threads count, those that compile WebAssembly as well.
const { execFileSync, spawn } = await import('node:child_process');
const bareFolder = mkdtempSync(join(tmpdir(), 'farthing-bare-'));
const serverFolder = mkdtempSync(join(tmpdir(), 'farthing-server-'));

// The reference includes its process start, so that both sides pay for loading Node.
function openBare() {
  const started = performance.now();
  const output = execFileSync(process.execPath, [import.meta.filename, 'open-bare', bareFolder], {
    encoding: 'utf8',
  });
  const { cpuMs } = JSON.parse(output.trim().split('\n').at(-1));
  return { ms: performance.now() - started, cpuMs };
}

/** CPU time that a process has used so far, where the system tells (Linux). */
function cpuTimeOf(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return NaN;
  const [user, system] = readFileSync(path, 'utf8').split(') ').at(-1).split(' ').slice(11, 13);
  const ticksPerSecond = 100;
  return ((Number(user) + Number(system)) * 1000) / ticksPerSecond;
}

function startServer() {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const server = spawn(process.execPath, ['dist/main.js', 'serve', '--port', '0'], {
      env: { PATH: process.env.PATH, FARTHING_DATA: serverFolder, FARTHING_LOG_LEVEL: 'silent' },
    });
    let result;
    server.stdout.on('data', (chunk) => {
      if (!String(chunk).includes('ready at')) return;
      result = { ms: performance.now() - started, cpuMs: cpuTimeOf(server.pid) };
      server.kill('SIGTERM');
    });
    server.on('error', reject);
    server.on('exit', () =>
      result ? resolve(result) : reject(new Error('the server did not start')),
    );
  });
}

const column = (value, width) => value.toFixed(0).padStart(width);

console.log(
  '\nstartup    farthing ms   bare ms   farthing CPU ms   bare CPU ms   CPU ratio   target',
);
for (const [name, target] of [
  ['empty', 0.41],
  ['second', 1],
  ['third', 1],
]) {
  const engines = openBare();
  const whole = await startServer();
  const ratio = whole.cpuMs / engines.cpuMs;
  console.log(
    name.padEnd(10) +
      column(whole.ms, 12) +
      column(engines.ms, 10) +
      column(whole.cpuMs, 18) +
      column(engines.cpuMs, 14) +
      `${ratio.toFixed(2).padStart(12)}   < ${target}${ratio < target ? '' : '  missed'}`,
  );
}
process.exit(0);
