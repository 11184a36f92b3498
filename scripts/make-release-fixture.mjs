// Keeps what a release has stored, so that a test can open it with every later one:
//
//   node scripts/make-release-fixture.mjs CHECKOUT POSTGRES_URL
//
// CHECKOUT is a built checkout of the release, POSTGRES_URL a server where databases can be created. The release
// is filled by its API, once on the embedded engines and once on PostgreSQL and test/clickhouse-front.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { createClient } from '@clickhouse/client';
import pg from 'pg';

const [checkout, postgresUrl] = process.argv.slice(2);
if (!postgresUrl) {
  console.error('Usage: node scripts/make-release-fixture.mjs CHECKOUT POSTGRES_URL');
  process.exit(2);
}
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
  cwd: checkout,
  encoding: 'utf8',
}).trim();
const output = resolve('test/fixtures/releases', version);
const token = `vntg_tkn_${'f1f2'.repeat(10)}`;
const startSeconds = 120;
/** A whole data folder, before it is compressed. */
const pipe = { maxBuffer: 2 ** 28 };

const secondBill = `ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName
AWS,7,2024-03-01,2024-03-01T00:00:00Z,2024-03-01T01:00:00Z,Usage,12.5,USD,Storage
AWS,7,2024-03-01,2024-03-02T00:00:00Z,2024-03-02T01:00:00Z,Usage,0.000000000000000001,USD,Storage
AWS,7,2024-03-01,2024-03-02T00:00:00Z,2024-03-02T01:00:00Z,Usage,much,USD,Storage
`;

/** Addresses, and what changes by itself, such as the dates of reports of this month. */
const volatile = new Set([
  'links',
  'last_seen_at',
  'last_updated',
  'processing_status',
  'start_date',
  'end_date',
]);

const embedded = await makeDataFolder();
const servers = await makeDumps();
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'data-folder.br'), embedded.archive);
writeFileSync(join(output, 'servers.br'), servers.archive);
const facts = { version, commit, token, embedded: embedded.facts, servers: servers.facts };
writeFileSync(join(output, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`);

async function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-fixture-'));
  const found = await runRelease({ FARTHING_DATA: folder });
  await shrink(join(folder, 'postgres'));
  const archive = compress(execFileSync('tar', ['-c', '--sort=name', '-C', folder, '.'], pipe));
  rmSync(folder, { recursive: true });
  return { archive, facts: found };
}

/** Removes what nothing of ours reads, and the log of how the database came about: it is most of its size. */
async function shrink(folder) {
  const postgres = await PGlite.create(folder);
  await postgres.exec(`
    drop schema information_schema cascade;
    delete from pg_description;
    delete from pg_statistic;
    delete from pg_collation where collname not in ('default', 'C', 'POSIX', 'ucs_basic')`);
  await postgres.query('vacuum full');
  await postgres.query('set wal_recycle = off');
  for (const _ of [1, 2]) {
    await postgres.query('select pg_switch_wal()');
    await postgres.query('checkpoint');
  }
  await postgres.close();
  for (const template of ['1', '4']) rmSync(join(folder, 'base', template), { recursive: true });
}

async function makeDumps() {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-fixture-'));
  const front = spawn(
    process.execPath,
    ['test/clickhouse-front/front.mjs', join(folder, 'costs')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const database = `farthing_fixture_${process.pid}`;
  try {
    const clickhouseUrl = String(
      await new Promise((done) => front.stdout.once('data', done)),
    ).trim();
    await runOnPostgres(`create database ${database}`);
    const databaseUrl = Object.assign(new URL(postgresUrl), { pathname: `/${database}` }).href;
    const key = 'the key of the release fixture, 32+ characters';
    const found = await runRelease({
      FARTHING_DATA: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: clickhouseUrl,
      FARTHING_SECRET_KEY: key,
    });
    const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges'];
    const dump = execFileSync('pg_dump', [...options, databaseUrl], { encoding: 'utf8' });
    const content = {
      // Commands of psql.
      database: dump.replaceAll(/^\\.*$/gm, ''),
      tables: await dumpTables(clickhouseUrl),
      identity: readFileSync(join(folder, 'data/files/.store-identity'), 'utf8'),
    };
    return { archive: compress(Buffer.from(JSON.stringify(content))), facts: { ...found, key } };
  } finally {
    front.kill('SIGKILL');
    await runOnPostgres(`drop database if exists ${database}`);
    rmSync(folder, { recursive: true });
  }
}

async function runOnPostgres(statement) {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The statements that create the tables of the cost store, and their rows as lines of JSON. */
async function dumpTables(url) {
  const client = createClient({ url });
  const read = async (query) => (await client.query({ query, format: 'JSONEachRow' })).text();
  const names = (
    await read("SELECT name FROM system.tables WHERE database = 'default' ORDER BY name")
  )
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).name);
  const tables = [];
  for (const name of names) {
    const create = JSON.parse(await read(`SHOW CREATE TABLE ${name}`)).statement;
    tables.push({
      name,
      create: create.replace('default.', ''),
      rows: await read(`SELECT * FROM ${name}`),
    });
  }
  await client.close();
  return tables;
}

/** Starts the release, fills it, and returns what it answers. */
async function runRelease(settings) {
  const server = spawn(process.execPath, [join(checkout, 'dist/main.js'), 'serve', '--port', '0'], {
    env: {
      PATH: process.env.PATH,
      FARTHING_BOOTSTRAP_TOKEN: token,
      FARTHING_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((done) => server.once('exit', done));
  let text = '';
  server.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  try {
    const url = await waitFor('the release is ready', () => /ready at (http:\S+)/.exec(text)?.[1]);
    const password = /password\s+(\S+)/.exec(text)[1];
    await fill(url);
    return { email: 'owner@farthing.local', password, answers: await readAnswers(url) };
  } finally {
    server.kill('SIGTERM');
    await exited;
  }
}

async function waitFor(condition, check) {
  const end = Date.now() + startSeconds * 1000;
  for (;;) {
    const result = await check();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`Not within ${startSeconds} s: ${condition}`);
    await pause(50);
  }
}

async function call(url, method, path, body, headers = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Creates one object of each kind that people keep, and imports two bills. */
async function fill(url) {
  const json = { 'content-type': 'application/json' };
  const create = (path, body) => call(url, 'POST', path, JSON.stringify(body), json);
  const { workspaces } = await call(url, 'GET', '/v2/workspaces');
  const inWorkspace = { workspace_token: workspaces[0].token };
  await importBill(url, readFileSync('test/ingest/fixtures/focus.csv', 'utf8'));
  await importBill(url, secondBill);
  const filter = "costs.provider = 'aws'";
  await create('/v2/teams', { name: 'Platform' });
  await create('/console/users', { email: 'viewer@example.com', role: 'viewer' });
  await create('/v2/saved_filters', { title: 'Amazon', filter, ...inWorkspace });
  const report = await create('/v2/cost_reports', {
    title: 'All of Amazon',
    filter,
    ...inWorkspace,
  });
  await create('/v2/budgets', {
    name: 'Amazon in 2024',
    cost_report_token: report.token,
    periods: [{ start_at: '2024-05-01', end_at: '2024-05-31', amount: 100 }],
    ...inWorkspace,
  });
  await create('/v2/virtual_tag_configs', {
    key: 'owner',
    overridable: true,
    backfill_until: '2024-01-01',
    values: [{ filter, name: 'platform' }],
  });
  await create('/v2/channels', {
    name: 'Receiver',
    kind: 'webhook',
    settings: { url: 'https://hooks.example.com/costs' },
    secret: 'a secret of some length',
    ...inWorkspace,
  });
}

async function importBill(url, content) {
  const type = { 'content-type': 'application/octet-stream' };
  const { run_id: run } = await call(url, 'POST', '/console/imports?name=bill.csv', content, type);
  const finished = await waitFor('the import is finished', async () => {
    const state = await call(url, 'GET', `/console/imports/runs/${run}`);
    return state.status === 'running' ? undefined : state;
  });
  if (finished.status !== 'committed') throw new Error(JSON.stringify(finished));
}

/** What a later release must answer too. */
async function readAnswers(url) {
  const all = ['aws', 'gcp', 'azure', 'oracle', 'custom_provider']
    .map((each) => `costs.provider = '${each}'`)
    .join(' OR ');
  const costs = [
    'service',
    'provider',
    'account_id',
    'region',
    'resource_id',
    'tag:env',
    'tag:owner',
  ].map((groupings) => {
    const query = {
      filter: all,
      groupings,
      date_bin: 'month',
      start_date: '2024-01-01',
      end_date: '2024-12-31',
    };
    return `/v2/costs?${new URLSearchParams(query)}`;
  });
  const lists = [
    'me',
    'workspaces',
    'teams',
    'users',
    'saved_filters',
    'cost_reports',
    'budgets',
    'virtual_tag_configs',
    'channels',
    'integrations',
    'audit_logs',
  ];
  const answers = {};
  for (const path of [...costs, ...lists.map((name) => `/v2/${name}`), '/console/imports']) {
    answers[path] = withoutMoments(await call(url, 'GET', path));
  }
  return answers;
}

function withoutMoments(value) {
  if (Array.isArray(value)) return value.map(withoutMoments);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !volatile.has(key));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutMoments(each)]));
}

function compress(content) {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 30,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    },
  });
}
