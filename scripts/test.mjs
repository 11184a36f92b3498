// Runs the whole suite on the embedded engine, and again on PostgreSQL where TEST_DATABASE_URL names a server.
import { spawnSync } from 'node:child_process';

const { TEST_DATABASE_URL, ...env } = process.env;

function run(name, more, ...args) {
  console.log(`\n== tests on ${name}`);
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...args], {
    stdio: 'inherit',
    env: { ...env, ...more },
  });
  if (status !== 0) process.exit(status ?? 1);
}

run('PGlite', {});
// The tests of the cost engine alone never meet PostgreSQL.
if (TEST_DATABASE_URL)
  run('PostgreSQL', { TEST_DATABASE_URL }, '--project', 'app', '--project', 'process');
else console.log('\nTEST_DATABASE_URL is not set: the suite did not run on a PostgreSQL server.');
