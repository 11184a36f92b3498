import { defineConfig } from 'vitest/config';

// Tests of the engine alone bind chDB to folders of their own, so each file gets a process of its own.
const engineTests = ['test/ingest/**/*.test.ts', 'test/vql/**/*.test.ts'];

const shared = { pool: 'forks', testTimeout: 60_000, hookTimeout: 120_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'app',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: engineTests,
          // One app, and so one pair of engines, for all files of a worker process.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'engine', include: engineTests, isolate: true } },
    ],
  },
});
