import { relative, resolve } from 'node:path';
import { type Plugin, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests load the modules of src/ as the build compiled them. Node loads these in a second, and nothing is
 * transformed for each project and process again. `--changed` has to follow the imports, and so uses the sources.
 */
const compiledSources: Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.startsWith('.') || !importer) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    const path = resolved && relative(resolve('src'), resolved.id);
    if (!path || path.startsWith('..') || !/(?<!\.test)\.ts$/.test(path)) return resolved;
    return { id: resolve('build', path.replace(/\.ts$/, '.js')) };
  },
};

// Tests of the engine alone bind chDB to folders of their own, so each file gets a process of its own.
const engineTests = [
  'test/billing-sql/**/*.test.ts',
  'test/clickhouse-front/**/*.test.ts',
  'test/ingest/**/*.test.ts',
  'test/store/clickhouse/**/*.test.ts',
  'test/vql/**/*.test.ts',
];
// Tests of the built program, which they start, kill and starve.
const processTests = ['test/e2e/**/*.test.ts'];

// Tests of the console in a browser, each file with a server of its own.
const browserTests = ['test/browser/**/*.test.ts'];

// Files that take minutes begin first, so that none of them is left alone at the end.
const longFiles =
  /\/(start-and-stop|equal-sums|every-page|demo|crash|two-copies|shared-costs)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(longFiles.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

// Suites that another run of scripts/test.mjs covers.
const leftOut = (process.env['TEST_LEFT_OUT'] ?? '').split(',').filter(Boolean);

// Timeouts end tests that hang. They are far above what any test takes on a slow, shared machine.
const shared = {
  pool: 'forks',
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 120_000 } },
  server: { deps: { external: [/\/build\//] } },
} as const;
const plugins = [compiledSources];

export default defineConfig({
  test: {
    globalSetup: ['test/e2e/build-if-stale.ts', 'test/drop-cost-databases.ts'],
    // End-to-end and browser tests wait for others now and then, so one more than CI has cores.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        plugins,
        test: {
          ...shared,
          name: 'app',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...engineTests, ...processTests, ...browserTests, ...leftOut],
          // One app, and so one pair of engines, for all files of a worker process.
          isolate: false,
        },
      },
      {
        plugins,
        test: { ...shared, name: 'engine', include: engineTests, exclude: leftOut, isolate: true },
      },
      { plugins, test: { ...shared, name: 'process', include: processTests, isolate: true } },
      { plugins, test: { ...shared, name: 'browser', include: browserTests, isolate: true } },
    ],
  },
});
