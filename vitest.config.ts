import { defineConfig } from 'vitest/config';

// Tests of the engine alone bind chDB to folders of their own, so each file gets a process of its own.
const engineTests = [
  'test/clickhouse-front/**/*.test.ts',
  'test/ingest/**/*.test.ts',
  'test/store/clickhouse/**/*.test.ts',
  'test/vql/**/*.test.ts',
];
// Tests of the built program, which they start, kill and starve.
const processTests = ['test/e2e/**/*.test.ts'];

// Tests of the console in a browser, each file with a server of its own.
const browserTests = ['test/browser/**/*.test.ts'];

// Suites that another run of scripts/test.mjs covers.
const leftOut = (process.env['TEST_LEFT_OUT'] ?? '').split(',').filter(Boolean);

// Timeouts end tests that hang. They are far above what any test takes on a slow, shared machine.
const shared = {
  pool: 'forks',
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
} as const;

export default defineConfig({
  test: {
    globalSetup: ['test/e2e/build-if-stale.ts', 'test/drop-cost-databases.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'app',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...engineTests, ...processTests, ...browserTests, ...leftOut],
          // One app, and so one pair of engines, for all files of a worker process.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'engine', include: engineTests, isolate: true } },
      {
        test: {
          ...shared,
          name: 'process',
          include: processTests,
          exclude: leftOut,
          isolate: true,
        },
      },
      { test: { ...shared, name: 'browser', include: browserTests, isolate: true } },
    ],
  },
});
