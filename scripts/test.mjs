// Runs the test suite on the embedded engines, on PostgreSQL if TEST_DATABASE_URL is set, and the suites of
// the cost store on the ClickHouse server in TEST_CLICKHOUSE_URL; without it, on an HTTP front over the
// embedded engine. With TEST_DATABASE_URL, end-to-end tests run against two copies of the server, too.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { TEST_DATABASE_URL, TEST_CLICKHOUSE_URL, ...env } = process.env;

/** Suites that read or write costs. */
const costSuites = [
  'src/api/costs',
  'src/api/console/imports.test.ts',
  'src/api/data-exports',
  'src/api/integrations',
  'src/api/products',
  'src/api/virtual-tag-configs',
  'src/domain/costs',
  'src/domain/exports',
  'src/domain/prices',
  'src/domain/virtual-tags',
  'test/costs-properties.test.ts',
  'test/ingest',
  'test/shared-costs.test.ts',
  'test/vql',
];

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

/** End-to-end tests of bill files and of HTTP, for which it does not matter where objects are stored. */
const suitesWithoutDatabase = [
  'test/e2e/hostile-files.test.ts',
  'test/e2e/malformed-requests.test.ts',
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
    run(name, servers, ...costSuites) &&
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

let isPassed = run('the embedded engines', {});
if (TEST_DATABASE_URL) {
  // The engine tests do not use PostgreSQL, and the cost suites run on it together with ClickHouse below.
  const leftOut = [...costSuites, ...suitesWithoutDatabase].map((suite) =>
    suite.endsWith('.ts') ? suite : `${suite}/**`,
  );
  const postgres = { TEST_DATABASE_URL, TEST_LEFT_OUT: leftOut.join() };
  isPassed &&= run('PostgreSQL', postgres, '--project', 'app', '--project', 'process');
} else {
  console.log(
    '\nTEST_DATABASE_URL is not set: the suite did not run on PostgreSQL, nor on two copies.',
  );
}
isPassed &&= TEST_CLICKHOUSE_URL
  ? runOnClickHouse('a ClickHouse server', TEST_CLICKHOUSE_URL)
  : await runOnFront();
process.exit(isPassed ? 0 : 1);
