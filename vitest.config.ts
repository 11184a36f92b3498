import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/e2e/build-if-stale.ts',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // One pair of engines per worker process, shared by its files: see docs/ARCHITECTURE.md, "Tests".
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
