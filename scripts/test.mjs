// Runs a ring of tests, and prints how long each of its stages took. docs/testing.md describes the rings.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Projects of vitest.config.ts that need a PostgreSQL server. */
const onPostgres = ['postgres', 'postgres-process', 'copies'];

/** Scripts of package.json that run at the same time, each of which leaves cores idle by itself. */
const scripts = (...names) => ({
  name: names.join(', '),
  commands: names.map((name) => ['npm', 'run', '--silent', name]),
  // The type checker is a Go program that ends soon; collecting its garbage takes a quarter of its time.
  env: { GOGC: '400' },
});

/** Tests wait for engines, browsers and other processes, so one more of their processes than there are cores. */
const workers = `--maxWorkers=${availableParallelism() + 1}`;

function tests(projects, more = [], env = {}) {
  const chosen = projects.filter(
    (name) => process.env.TEST_DATABASE_URL || !onPostgres.includes(name),
  );
  const flags = chosen.flatMap((name) => ['--project', name]);
  return {
    name: 'tests',
    commands: [['npx', '--no-install', 'vitest', 'run', workers, ...flags, ...more]],
    env,
    left: projects.filter((name) => !chosen.includes(name)),
  };
}

/** Files with a number of runs that the long ring raises. */
const longFiles = [
  'properties',
  'src/api/billing-rules/preview.test.ts',
  'src/api/costs',
  'src/domain/costs/query',
  'test/e2e/crash.test.ts',
  'test/e2e/equal-sums.test.ts',
  'test/fuzz',
];

const rings = {
  // Both of the second stage need what the first one writes.
  first: [
    scripts('generate'),
    scripts('lint', 'build'),
    tests(['app', 'engine', 'own-engine', 'main-paths']),
  ],
  matrix: [
    tests(['process', 'samples', 'browser', 'clickhouse', 'clickhouse-engine', ...onPostgres]),
  ],
  long: [
    tests(['app', 'process', 'postgres-process', 'copies'], longFiles, {
      FUZZ_REQUESTS: '50000',
      TEST_CRASHES: '100',
      TEST_DEMO_MONTHS: '13',
      TEST_PROPERTY_FACTOR: '10',
    }),
  ],
};

function run([program, ...args], env) {
  const started = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    started.on('error', reject);
    started.on('close', (code) => resolve(code ?? 1));
  });
}

const stages = rings[process.argv[2] ?? 'first'];
if (!stages) {
  console.error(`Usage: node scripts/test.mjs [${Object.keys(rings).join(' | ')}]`);
  process.exit(2);
}
const times = [];
let status = 0;
for (const { name, commands, env } of stages) {
  const started = performance.now();
  const results = await Promise.all(commands.map((command) => run(command, env)));
  times.push([name, (performance.now() - started) / 1000]);
  status = Math.max(...results);
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
