import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { type Plugin, type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { RunSummary } from './test/run-summary.js';

// The projects of three rings of tests; docs/testing.md says what each is for.

/**
 * Tests load the modules of src/ as they are compiled to build/. Node loads these in a second, and nothing is
 * transformed for each project and process again.
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

/** Suites of the importer alone, without an app. All files of a process share one store. */
const engineSuites = ['test/ingest/**'];

/** Suites that bind the embedded engine to folders of their own: a process for each. */
const ownEngineSuites = ['test/billing-sql/**', 'test/store/clickhouse/**', 'test/vql/**'];

/** Suites of the built program and of the ClickHouse front, which they start, kill and starve. */
const processSuites = [
  'test/e2e/**',
  'test/clickhouse-front/**',
  'test/ingest/server-import.test.ts',
];

/** Imports of all sample bills, on the embedded engines and on a server. */
const embeddedSamples = ['test/shared-costs.test.ts'];
const remoteSamples = ['test/ingest/sample-bills.test.ts'];

/** Readers during every kind of change: many questions for few facts, so only the matrix asks them. */
const readers = ['test/readers-during-changes.test.ts'];

/** Thirteen months of the demo company, which take longer than any other suite of the domain. */
const wholeDemos = ['src/demo/build-demo.test.ts'];

/**
 * Suites about details of what others show in the first ring. The matrix runs them on servers, and those that
 * are about one engine on the embedded ones.
 */
const serverDetails = [
  'src/api/billing-rules/preview.test.ts',
  'src/api/console/second-factors.test.ts',
  'src/api/costs/explain-cost.test.ts',
  'src/domain/billing/rebilling/rebill-clusters.test.ts',
  'src/domain/costs/virtual-tags/nested-tags.test.ts',
  'src/domain/metrics.test.ts',
];
const embeddedDetails = [
  'src/domain/billing/rebilling/amortized-charges-properties.test.ts',
  'test/operators-everywhere.test.ts',
];

/**
 * Suites about single columns, dates and values of files, and about the statements that sum lines. A server runs
 * the same statements; the samples show that for every format, and the suites of the API for every kind of
 * question, so these run once, on the embedded engine.
 */
const oneEngineSuites = [
  'costs',
  'dates',
  'exact-sums',
  'file-validation',
  'format-rules',
  'formats',
].map((name) => `test/ingest/${name}.test.ts`);

/** Suites of the console in a browser. */
const browserSuites = ['test/browser/**'];

/** The main paths through the console: log in, import a bill, explore it, be warned, save, invite others. */
const mainPaths = ['budgets', 'explore', 'first-chart'].map(
  (name) => `test/browser/${name}.test.ts`,
);

/**
 * Suites that read or write the cost store: they run on ClickHouse's HTTP interface, too. Imports by the API do
 * not: all suites of the importer do.
 */
const costSuites = [
  'src/api/billing-rules/preview.test.ts',
  'src/api/costs/**',
  'src/api/data-exports/**',
  'src/api/financial-commitment-reports/**',
  'src/api/financial-commitments/**',
  'src/api/invoices/**',
  'src/api/resources/**',
  'src/api/virtual-tag-configs/**',
  'src/domain/costs/query/**',
  'src/domain/reports/exports/**',
  'src/domain/optimise/financial-commitments/**',
  'src/domain/optimise/kubernetes/**',
  'src/domain/optimise/network-flows/**',
  'src/domain/optimise/prices/**',
  'src/domain/billing/rebilling/**',
  'src/domain/optimise/resources/**',
  'src/domain/costs/virtual-tags/**',
  'src/domain/health-checks.test.ts',
];

/**
 * Suites that compare results of one engine with each other, or are about one engine, files, HTTP, rules or our own
 * sources. Where objects and costs are stored does not matter to them, so they run once, on the embedded engines.
 */
const embeddedSuites = [
  '**/*-properties.test.ts',
  'src/demo/**',
  'src/domain/costs/query/rollups.test.ts',
  'src/domain/billing/invoices/pdf/**',
  'src/domain/billing/rebilling/amortized-charges.test.ts',
  'src/domain/costs/vql/**',
  'src/domain/optimise/recommendations/rules/**',
  'src/domain/optimise/recommendations/shell-command.test.ts',
  'src/platform/lib/**',
  'src/platform/pdf/**',
  'src/platform/store/pglite-dialect.test.ts',
  'test/bill-sources/**',
  'test/check-imports.test.ts',
  'test/contract/managed-account-isolation.test.ts',
  'test/contract/shared-bill.test.ts',
  'test/cost-lists.test.ts',
  'test/description.test.ts',
  'test/docs.test.ts',
  'test/fuzz/**',
  'test/generate-client.test.ts',
  'test/operators-everywhere.test.ts',
  'test/sso/**',
  'test/store/connection-pool.test.ts',
  'test/web/**',
];

/**
 * End-to-end suites to run against two copies behind a round-robin proxy. Most others test what belongs to
 * one process: the embedded engines and their folder, commands on that folder, or HTTP itself, which the
 * proxy would handle.
 */
const copiesSuites = [
  'test/browser/billing-rules.test.ts',
  'test/e2e/crash.test.ts',
  'test/e2e/equal-sums.test.ts',
  'test/e2e/multiple-instances.test.ts',
  'test/e2e/releases.test.ts',
  'test/e2e/rolling-upgrade.test.ts',
  'test/e2e/two-copies.test.ts',
];

const allSuites = ['src/**', 'test/**'];
const withOwnProject = [
  ...engineSuites,
  ...ownEngineSuites,
  ...embeddedSamples,
  ...processSuites,
  ...browserSuites,
];

const embedded = { TEST_DATABASE_URL: '', TEST_CLICKHOUSE_URL: '' };
const onPostgres = { TEST_CLICKHOUSE_URL: '' };
const onServers = {};
const compiled = 'test/setup/compile.ts';
const built = 'test/setup/build.ts';
const postgres = 'test/setup/postgres.ts';
const postgresIfSet = process.env['TEST_DATABASE_URL'] ? [postgres] : [];
const clickhouse = 'test/setup/clickhouse.ts';

interface Suites {
  include: readonly string[];
  exclude?: readonly string[];
  /** All files of a process share an app, a store, or a server and a browser. */
  shares?: boolean;
  env: Record<string, string>;
  globalSetup: string[];
}

function project(name: string, suites: Suites): TestProjectInlineConfiguration {
  const files = (patterns: readonly string[]) =>
    patterns.map((pattern) => (pattern.endsWith('.ts') ? pattern : `${pattern}/*.test.ts`));
  return {
    plugins: [compiledSources],
    test: {
      name,
      include: files(suites.include),
      exclude: files(suites.exclude ?? []),
      isolate: !suites.shares,
      env: suites.env,
      globalSetup: suites.globalSetup,
      setupFiles: ['test/setup/reset-time.ts'],
      pool: 'forks',
      server: { deps: { external: [/\/build\//] } },
      // Timeouts end tests that hang. They are far above what any test takes on a slow, shared machine.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 120_000 } },
    },
  };
}

const projects = [
  // First, because browsers take long.
  project('main-paths', { include: mainPaths, shares: true, env: embedded, globalSetup: [built] }),
  project('app', {
    include: allSuites,
    exclude: [...withOwnProject, ...readers, ...wholeDemos, ...serverDetails, ...embeddedDetails],
    shares: true,
    env: embedded,
    globalSetup: [compiled],
  }),
  project('engine', {
    include: engineSuites,
    exclude: [...processSuites, ...remoteSamples],
    shares: true,
    env: embedded,
    globalSetup: [compiled],
  }),
  project('own-engine', { include: ownEngineSuites, env: embedded, globalSetup: [compiled] }),
  project('samples', {
    include: [...embeddedSamples, ...readers, ...wholeDemos, ...embeddedDetails],
    shares: true,
    env: embedded,
    globalSetup: [compiled],
  }),
  project('browser', {
    include: browserSuites,
    exclude: mainPaths,
    shares: true,
    env: embedded,
    globalSetup: [built],
  }),
  project('process', { include: processSuites, env: embedded, globalSetup: [built] }),
  project('postgres', {
    include: allSuites,
    exclude: [...withOwnProject, ...costSuites, ...embeddedSuites],
    shares: true,
    env: onPostgres,
    globalSetup: [compiled, postgres],
  }),
  project('postgres-process', {
    include: ['test/e2e/crash.test.ts', 'test/e2e/moved-folder.test.ts'],
    env: onPostgres,
    globalSetup: [built, postgres],
  }),
  project('clickhouse', {
    include: costSuites,
    exclude: embeddedSuites,
    shares: true,
    env: onServers,
    globalSetup: [compiled, ...postgresIfSet, clickhouse],
  }),
  project('clickhouse-engine', {
    include: [...engineSuites, 'test/vql/**'],
    exclude: [...processSuites, ...oneEngineSuites],
    shares: true,
    env: onServers,
    globalSetup: [compiled, ...postgresIfSet, clickhouse],
  }),
  project('copies', {
    include: copiesSuites,
    env: { ...onServers, TEST_COPIES: '2' },
    globalSetup: [built, postgres, clickhouse],
  }),
];

// Files that take long begin first, so that none of them is left alone at the end.
const longFiles =
  /\/(start-and-stop|rolling-upgrade|equal-sums|every-page|demo|demo-figures|crash|two-copies|shared-costs|one-truth|every-operation|build-demo)\.test\.ts$/;

/** A process that files share ends when the next file is of another project, so they run project by project. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = projects.map(({ test }) => test!.name);
    const order = (file: TestSpecification) => names.indexOf(file.project.name);
    const isLong = ({ moduleId }: TestSpecification) => Number(longFiles.test(moduleId));
    return (await super.sort(files)).toSorted(
      (a, b) => order(a) - order(b) || isLong(b) - isLong(a),
    );
  }
}

export default defineConfig({
  test: {
    // Each opens engines of its own, so more than one per core takes longer.
    maxWorkers: Math.min(availableParallelism(), 8),
    sequence: { sequencer: ProjectByProject },
    reporters: ['default', new RunSummary()],
    projects,
  },
});
