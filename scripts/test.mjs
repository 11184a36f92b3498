// Runs the test suite on PGlite, and again on PostgreSQL if TEST_DATABASE_URL is set.
import { spawnSync } from 'node:child_process';

const { TEST_DATABASE_URL, ...env } = process.env;

function run(name, extraEnv, ...args) {
  console.log(`\n== tests on ${name}`);
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...args], {
    stdio: 'inherit',
    env: { ...env, ...extraEnv },
  });
  if (status !== 0) process.exit(status ?? 1);
}

run('PGlite', {});
// The engine tests do not use PostgreSQL.
if (TEST_DATABASE_URL) {
  run('PostgreSQL', { TEST_DATABASE_URL }, '--project', 'app', '--project', 'process');
} else {
  console.log('\nTEST_DATABASE_URL is not set: the suite did not run on PostgreSQL.');
}
