// Runs a ring of tests, and prints how long each of its stages took. docs/testing.md describes the rings.
import { spawnSync } from 'node:child_process';

/** Projects of vitest.config.ts that need a PostgreSQL server. */
const onPostgres = ['postgres', 'postgres-process', 'copies'];

const script = (name) => ({ name, command: ['npm', 'run', '--silent', name] });

function tests(projects, files = [], env = {}) {
  const chosen = projects.filter(
    (name) => process.env.TEST_DATABASE_URL || !onPostgres.includes(name),
  );
  const flags = chosen.flatMap((name) => ['--project', name]);
  return {
    name: 'tests',
    command: ['npx', '--no-install', 'vitest', 'run', ...flags, ...files],
    env,
    left: projects.filter((name) => !chosen.includes(name)),
  };
}

/** Files with a number of runs that the long ring raises. */
const longFiles = [
  'properties',
  'src/api/billing-rules/preview.test.ts',
  'src/api/costs',
  'src/domain/costs',
  'test/e2e/crash.test.ts',
  'test/e2e/equal-sums.test.ts',
  'test/fuzz',
];

const rings = {
  first: [
    script('types'),
    script('lint'),
    script('build'),
    tests(['app', 'engine', 'own-engine', 'main-paths']),
  ],
  matrix: [tests(['process', 'browser', 'clickhouse', 'clickhouse-engine', ...onPostgres])],
  long: [
    tests(['app', 'process', 'postgres-process', 'copies'], longFiles, {
      FUZZ_REQUESTS: '50000',
      TEST_CRASHES: '100',
      TEST_DEMO_MONTHS: '13',
      TEST_PROPERTY_FACTOR: '10',
    }),
  ],
};

const stages = rings[process.argv[2] ?? 'first'];
if (!stages) {
  console.error(`Usage: node scripts/test.mjs [${Object.keys(rings).join(' | ')}]`);
  process.exit(2);
}
const times = [];
let status = 0;
for (const { name, command, env } of stages) {
  const started = performance.now();
  const [program, ...args] = command;
  const result = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  times.push([name, (performance.now() - started) / 1000]);
  status = result.status ?? 1;
  if (status !== 0) break;
}

const seconds = (value) => `${value.toFixed(0).padStart(6)} s`;
console.log('\nStages');
for (const [name, time] of times) console.log(`${seconds(time)}  ${name}`);
console.log(`${seconds(times.reduce((sum, [, time]) => sum + time, 0))}  in all`);
const left = stages.flatMap((stage) => stage.left ?? []);
if (left.length > 0) {
  console.log(`\nTEST_DATABASE_URL is not set: ${left.join(', ')} did not run.`);
}
process.exit(status);
