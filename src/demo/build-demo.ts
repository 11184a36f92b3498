import { refreshCanvas } from '../domain/canvases/refresh-canvas.js';
import type { Context } from '../platform/kernel/context.js';
import { DomainFailure } from '../platform/lib/errors.js';
import type { Operation } from '../platform/kernel/operation.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import { formatDate } from '../platform/lib/time.js';
import {
  type DemoIntegration,
  createDemoIntegrations,
  demoIntegrations,
  markThrough,
} from './demo-book.js';
import { writeFigures } from './figures.js';
import { type History, beginningOf, historyUpTo } from './history.js';
import { importBills } from './import-bills.js';
import { operationRunner } from './operation-runner.js';
import { makePlans } from './plans.js';
import { ratesCsv } from './rates.js';
import { makeViews } from './views.js';
import { makeVirtualTags } from './virtual-tags.js';

export interface DemoOptions {
  /** The operator of the account that is to be filled. */
  ctx: Context;
  operations: readonly Operation[];
  seed?: number;
  /** Tests build a small company. */
  scale?: number;
  /** Told after each integration: a line to print, and how many lines it brought. */
  report: (line: string, lines: number) => void;
}

/** What a run came to. */
export interface Demo {
  /** Lines imported by this run; 0 when everything was there. */
  lines: number;
  beginning: string;
  to: string;
}

const usualSeed = 1;

/**
 * Builds a company with 13 months of bills up to yesterday, or brings one built earlier up to date.
 * Its bills are files like any other: the engine writes them, the importer reads them.
 */
export async function buildDemo(options: DemoOptions): Promise<Demo> {
  const ctx = await asOwner(options.ctx);
  const integrations = await furnished(ctx, options);
  let lines = 0;
  let to = '';
  let written: History | undefined;
  for (const integration of integrations) {
    const history = historyUpTo(ctx.now, integration.mark, integration.mark.through);
    to = history.to;
    if (integration.mark.through === to) continue;
    lines += await withTemporaryFolder(ctx.services.workFolder, 'demo-', (folder) =>
      importOne(ctx, options, integration, history, folder),
    );
    await markThrough(ctx.db, integration, to);
    written = history;
  }
  if (lines > 0) await refreshTables(ctx);
  if (written) await writeFigures(ctx, options.operations, written);
  return { lines, beginning: integrations[0]!.mark.beginning, to };
}

/** Tables are made of costs, which came after the views. */
async function refreshTables(ctx: Context): Promise<void> {
  const canvases = await ctx.db
    .selectFrom('canvases')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .execute();
  for (const { token } of canvases) await refreshCanvas(token, ctx);
}

/** What people see belongs to a person, not to the command line. */
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

/** The integrations of the demo; on an empty account they are made with everything around them, or nothing is. */
async function furnished(ctx: Context, options: DemoOptions): Promise<DemoIntegration[]> {
  const existing = await demoIntegrations(ctx);
  const [first] = existing;
  if (!first)
    return ctx.services.db.transaction().execute((db) => furnish({ ...ctx, db }, options));
  const { seed } = first.mark;
  if (options.seed === undefined || options.seed === seed) return existing;
  throw new DomainFailure([
    `The demo here was built from seed ${seed}; another seed needs a data folder of its own (--data)`,
  ]);
}

async function furnish(ctx: Context, options: DemoOptions): Promise<DemoIntegration[]> {
  const { seed = usualSeed, scale = 1, operations } = options;
  const workspace = ctx.actor.accountWorkspaces[0]!;
  const beginning = beginningOf(ctx.now);
  await createDemoIntegrations(ctx, workspace, { seed, scale, beginning });
  const run = operationRunner(operations, ctx);
  await makeViews(run, workspace, beginning);
  await makeVirtualTags(run, beginning);
  await makePlans(run, workspace, formatDate(ctx.now));
  return demoIntegrations(ctx);
}

async function importOne(
  ctx: Context,
  { operations, report }: DemoOptions,
  integration: DemoIntegration,
  history: History,
  folder: string,
): Promise<number> {
  const started = performance.now();
  const run = operationRunner(operations, ctx);
  await run('createExchangeRatesViaCsv', { csv: { content: Buffer.from(ratesCsv(history)) } });
  const { lines, files } = await importBills(ctx, run, integration, history, folder);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  report(
    `${integration.name}: ${lines.toLocaleString('en')} lines from ${files} files in ${seconds} s`,
    lines,
  );
  return lines;
}
