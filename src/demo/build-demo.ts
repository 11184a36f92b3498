import { refreshCanvas } from '../domain/canvases/refresh-canvas.js';
import type { Context } from '../platform/kernel/context.js';
import { DomainFailure } from '../platform/lib/errors.js';
import type { Operation } from '../platform/kernel/operation.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import { formatDate } from '../platform/lib/time.js';
import { writeMetricValues } from './business-metrics.js';
import {
  type DemoIntegration,
  createDemoIntegrations,
  readDemoIntegrations,
  recordImportedThrough,
} from './demo-integrations.js';
import { exchangeRatesCsv } from './exchange-rates.js';
import { createForecasts } from './forecasts.js';
import { type History, firstDayOfHistory, missingHistory } from './history.js';
import { importBills } from './import-bills.js';
import { operationRunner } from './operation-runner.js';
import { createViews } from './views.js';
import { createVirtualTags } from './virtual-tags.js';

export interface DemoOptions {
  /** Operator of the account to fill. */
  ctx: Context;
  operations: readonly Operation[];
  seed?: number;
  /** Factor on the amount of generated data. */
  scale?: number;
  /** Called after each integration with a message and the number of imported lines. */
  report: (message: string, lines: number) => void;
}

/** Result of a run. */
export interface Demo {
  /** Lines imported by this run; 0 when the demo was up to date. */
  lines: number;
  beginning: string;
  to: string;
}

const defaultSeed = 1;

/**
 * Builds a company with 13 months of bills up to yesterday, or brings an existing one up to date. The
 * bills are regular bill files: ClickHouse writes them, and the importer reads them.
 */
export async function buildDemo(options: DemoOptions): Promise<Demo> {
  const ctx = await asOwner(options.ctx);
  const integrations = await ensureIntegrations(ctx, options);
  let lines = 0;
  let to = '';
  let lastImported: History | undefined;
  for (const integration of integrations) {
    const { state } = integration;
    const history = missingHistory(ctx.now, state, state.through);
    to = history.to;
    if (state.through === to) continue;
    lines += await withTemporaryFolder(ctx.services.workFolder, 'demo-', (folder) =>
      importIntegration(ctx, options, integration, history, folder),
    );
    await recordImportedThrough(ctx.db, integration, to);
    lastImported = history;
  }
  if (lines > 0) await refreshCanvases(ctx);
  if (lastImported) await writeMetricValues(ctx, options.operations, lastImported);
  return { lines, beginning: integrations[0]!.state.beginning, to };
}

/** Canvases were created before there were any costs. */
async function refreshCanvases(ctx: Context): Promise<void> {
  const canvases = await ctx.db
    .selectFrom('canvases')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .execute();
  for (const { token } of canvases) await refreshCanvas(token, ctx);
}

/** The objects of the demo belong to a user, not to the command line. */
async function asOwner(ctx: Context): Promise<Context> {
  const owner = await ctx.db
    .selectFrom('users')
    .select(['token', 'name'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where('role', '=', 'owner')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return { ...ctx, actor: { ...ctx.actor, ...owner } };
}

/** The integrations of the demo; on an empty account, they and all other objects are created in one transaction. */
async function ensureIntegrations(ctx: Context, options: DemoOptions): Promise<DemoIntegration[]> {
  const existing = await readDemoIntegrations(ctx);
  const [first] = existing;
  if (!first) {
    return ctx.services.db.transaction().execute((db) => createObjects({ ...ctx, db }, options));
  }
  const { seed } = first.state;
  if (options.seed === undefined || options.seed === seed) return existing;
  throw new DomainFailure([
    `This demo was built from seed ${seed}; use a separate data folder (--data) for another seed`,
  ]);
}

async function createObjects(ctx: Context, options: DemoOptions): Promise<DemoIntegration[]> {
  const { seed = defaultSeed, scale = 1, operations } = options;
  const workspace = ctx.actor.accountWorkspaces[0]!;
  const beginning = firstDayOfHistory(ctx.now);
  await createDemoIntegrations(ctx, workspace, { seed, scale, beginning });
  const run = operationRunner(operations, ctx);
  await createViews(run, workspace, beginning);
  await createVirtualTags(run, beginning);
  await createForecasts(run, workspace, formatDate(ctx.now));
  return readDemoIntegrations(ctx);
}

async function importIntegration(
  ctx: Context,
  { operations, report }: DemoOptions,
  integration: DemoIntegration,
  history: History,
  folder: string,
): Promise<number> {
  const started = performance.now();
  const run = operationRunner(operations, ctx);
  await run('createExchangeRatesViaCsv', {
    csv: { content: Buffer.from(exchangeRatesCsv(history)) },
  });
  const { lines, files } = await importBills(ctx, run, integration, history, folder);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  report(
    `${integration.name}: ${lines.toLocaleString('en')} lines from ${files} files in ${seconds} s`,
    lines,
  );
  return lines;
}
