// Runs the test suite on the embedded engines, on PostgreSQL if TEST_DATABASE_URL is set, and the suites of
// the cost store on the ClickHouse server in TEST_CLICKHOUSE_URL; without it, on an HTTP front over the
// embedded engine. With TEST_DATABASE_URL, end-to-end tests run against two copies of the server, too.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { TEST_DATABASE_URL, TEST_CLICKHOUSE_URL, ...env } = process.env;

/** Suites that read or write the cost store: they run on ClickHouse's HTTP interface, too. */
const costSuites = [
  'src/api/billing-rules/preview.test.ts',
  'src/api/console/imports.test.ts',
  'src/api/costs',
  'src/api/data-exports',
  'src/api/financial-commitment-reports',
  'src/api/financial-commitments',
  'src/api/integrations',
  'src/api/invoices',
  'src/api/resources',
  'src/api/virtual-tag-configs',
  'src/domain/costs',
  'src/domain/exports',
  'src/domain/financial-commitments',
  'src/domain/kubernetes',
  'src/domain/network-flows',
  'src/domain/prices',
  'src/domain/rebilling',
  'src/domain/resources',
  'src/domain/virtual-tags',
  'test/ingest',
  'test/vql',
];

/**
 * Suites that compare results of one engine with each other, or are about files, HTTP or our own sources.
 * Where objects and costs are stored does not matter to them, so they run once, on the embedded engines.
 */
const embeddedSuites = [
  '**/*-properties.test.ts',
  'src/demo/**',
  'src/domain/costs/rollups.test.ts',
  'src/domain/vql/**',
  'src/platform/lib/**',
  'test/check-imports.test.ts',
  'test/generate-client.test.ts',
  'test/ingest/server-import.test.ts',
  'test/operators-everywhere.test.ts',
  'test/shared-costs.test.ts',
  'test/web/**',
];

/** End-to-end tests of a server on PostgreSQL. Others start one on embedded engines, or their own PostgreSQL. */
const postgresSuites = ['test/e2e/crash.test.ts', 'test/e2e/moved-folder.test.ts'];

/**
 * End-to-end tests to run against two copies behind a round-robin proxy. Most others test what belongs to
 * one process: the embedded engines and their folder, commands on that folder, or HTTP itself, which the
 * proxy would handle.
 */
const copiesSuites = [
  'test/browser/explore.test.ts',
  'test/browser/settings.test.ts',
  'test/e2e/crash.test.ts',
  'test/e2e/equal-sums.test.ts',
  'test/e2e/multiple-instances.test.ts',
  'test/e2e/two-copies.test.ts',
];

function run(name, extraEnv, ...args) {
  console.log(`\n== tests on ${name}`);
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...args], {
    stdio: 'inherit',
    env: { ...env, ...extraEnv },
  });
  return status === 0;
}

/** Starts the front, and returns its URL and the function that ends it. */
async function startFront() {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-front-'));
  const front = spawn(process.execPath, ['test/clickhouse-front/front.mjs', folder], {
    env: { ...env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(front.stdout, 'data');
  const stop = () => {
    front.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: url.toString().trim(), stop };
}

function runOnClickHouse(name, url) {
  const database = TEST_DATABASE_URL ? { TEST_DATABASE_URL } : {};
  const servers = { ...database, TEST_CLICKHOUSE_URL: url };
  return (
    run(name, { ...servers, TEST_LEFT_OUT: embeddedSuites.join() }, ...costSuites) &&
    (!TEST_DATABASE_URL ||
      run(`two copies, ${name}`, { ...servers, TEST_COPIES: '2' }, ...copiesSuites))
  );
}

async function runOnFront() {
  const { url, stop } = await startFront();
  try {
    return runOnClickHouse('the ClickHouse front', url);
  } finally {
    stop();
  }
}

/** The engine tests do not use PostgreSQL, and the cost suites run on it together with ClickHouse. */
function runOnPostgres() {
  const paths = costSuites.map((suite) => (suite.endsWith('.ts') ? suite : `${suite}/**`));
  const leftOut = [...paths, ...embeddedSuites].join();
  return (
    run('PostgreSQL', { TEST_DATABASE_URL, TEST_LEFT_OUT: leftOut }, '--project', 'app') &&
    run('PostgreSQL, end to end', { TEST_DATABASE_URL }, ...postgresSuites)
  );
}

let isPassed = run('the embedded engines', {});
if (TEST_DATABASE_URL) {
  isPassed &&= runOnPostgres();
} else {
  console.log(
    '\nTEST_DATABASE_URL is not set: the suite did not run on PostgreSQL, nor on two copies.',
  );
}
isPassed &&= TEST_CLICKHOUSE_URL
  ? runOnClickHouse('a ClickHouse server', TEST_CLICKHOUSE_URL)
  : await runOnFront();
process.exit(isPassed ? 0 : 1);
