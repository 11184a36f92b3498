import { refreshCanvas } from '../domain/reports/canvases/index.js';
import type { Context } from '../platform/kernel/context.js';
import { DomainFailure } from '../platform/lib/errors.js';
import type { Operation } from '../platform/kernel/operation.js';
import { formatDate } from '../platform/lib/time.js';
import { ensureBudgets } from './budgets.js';
import { writeMetricValues } from './business-metrics.js';
import {
  type DemoIntegration,
  createDemoIntegrations,
  readDemoIntegrations,
} from './demo-integrations.js';
import { ensureCluster } from './cluster.js';
import { exchangeRatesCsv } from './exchange-rates.js';
import { createForecasts } from './forecasts.js';
import {
  type DemoState,
  type History,
  earlierHistory,
  firstDayOfHistory,
  monthsBetween,
  recentHistory,
} from './history.js';
import { importBills } from './import-bills.js';
import { ensureNetworkFlows } from './network-flows.js';
import { storeInventories } from './inventory.js';
import { ensureInvoices } from './invoices.js';
import { ensureManagedAccounts } from './managed-accounts.js';
import { ensureNotifications } from './notifications.js';
import { operationRunner } from './operation-runner.js';
import { ensurePeople } from './people.js';
import { ensureRecommendationViews } from './recommendation-views.js';
import { createViews } from './views.js';
import { createVirtualTags } from './virtual-tags.js';

export interface DemoOptions {
  /** Operator of the account to fill. */
  ctx: Context;
  operations: readonly Operation[];
  seed?: number;
  /** Factor on the amount of generated data. */
  scale?: number;
  onProgress?: (progress: DemoProgress) => void;
}

interface DemoProgress {
  /** Rows imported by this run. */
  rows: number;
  /** Months that are imported for all integrations. */
  months: number;
  totalMonths: number;
}

/** Result of a run. */
export interface Demo {
  /** Lines imported by this run; 0 when there was nothing to do. */
  lines: number;
  /** First and last day with costs of all integrations. */
  from: string;
  to: string;
  /** Costs of earlier months are still missing. */
  isUnfinished: boolean;
}

const defaultSeed = 1;

/**
 * Builds a company with 13 months of bills up to yesterday, or brings an existing one up to date. The
 * bills are regular bill files: ClickHouse writes them, and the importer reads them.
 */
export async function buildDemo(options: DemoOptions): Promise<Demo> {
  const recent = await buildRecentMonths(options);
  const whole = await buildEarlierMonths(options);
  return { ...whole, lines: recent.lines + whole.lines };
}

/** The first step: everything except the costs of earlier months, which take most of the time. */
export async function buildRecentMonths(options: DemoOptions): Promise<Demo> {
  const ctx = await asOwner(options.ctx);
  const integrations = await ensureIntegrations(ctx, options);
  await writeRatesAndMetrics(ctx, options.operations, integrations);
  const imported = await importMissing(ctx, options, (state) => recentHistory(ctx.now, state));
  await ensureCluster(ctx, integrations[0]!.state.scale);
  if (imported.lines > 0) await storeInventories(ctx);
  await ctx.services.db.transaction().execute(async (db) => {
    const inTransaction = { ...ctx, db };
    const run = operationRunner(options.operations, inTransaction);
    await ensureBudgets(inTransaction, run);
    await ensureNotifications(inTransaction, run);
    await ensurePeople(inTransaction, run);
    await ensureRecommendationViews(inTransaction, run);
  });
  await ensureNetworkFlows(ctx, integrations[0]?.state.seed ?? defaultSeed);
  return imported;
}

/** The second step: the costs of earlier months, a few months at a time, latest first. */
export async function buildEarlierMonths(options: DemoOptions): Promise<Demo> {
  return importMissing(await asOwner(options.ctx), options, earlierHistory);
}

/** The last step, after all costs: invoices need them complete. */
export async function buildBilling(options: DemoOptions): Promise<void> {
  const ctx = await asOwner(options.ctx);
  if (!ctx.services.config.msp) return;
  await ensureManagedAccounts(ctx, options.operations, await readDemoIntegrations(ctx));
  await ensureInvoices(ctx, options.operations);
}

/** Imports until no integration misses anything. Each import is recorded, so that a stopped run can be continued. */
async function importMissing(
  ctx: Context,
  { operations, onProgress }: DemoOptions,
  missingHistory: (state: DemoState) => History | undefined,
): Promise<Demo> {
  const run = operationRunner(operations, ctx);
  let lines = 0;
  for (;;) {
    const integrations = await readDemoIntegrations(ctx);
    const [next] = integrations
      .flatMap((integration) => {
        const history = missingHistory(integration.state);
        return history ? [{ integration, history }] : [];
      })
      .toSorted((one, other) => other.history.to.localeCompare(one.history.to));
    if (!next) {
      if (lines > 0) await refreshCanvases(ctx);
      return { lines, ...importedRange(integrations) };
    }
    const months = countMonths(integrations, next.history);
    const report = (rows: number) => onProgress?.({ rows: lines + rows, ...months });
    report(0);
    lines += await importBills(ctx, run, next.integration, next.history, ({ rows }) =>
      report(rows),
    );
  }
}

/** What all integrations have costs of. */
function importedRange(integrations: readonly DemoIntegration[]) {
  const states = integrations.map(({ state }) => state);
  const from = states
    .map(({ since, beginning }) => since ?? beginning)
    .toSorted()
    .at(-1)!;
  const to = states.map(({ through }) => through ?? '').toSorted()[0]!;
  return { from, to, isUnfinished: states.some((state) => earlierHistory(state) !== undefined) };
}

function countMonths(
  integrations: readonly DemoIntegration[],
  { beginning, through }: History,
): Pick<DemoProgress, 'months' | 'totalMonths'> {
  const { from, to } = importedRange(integrations);
  return {
    months: to === '' ? 0 : monthsBetween(from, to),
    totalMonths: monthsBetween(beginning, through),
  };
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

/**
 * Writes the exchange rates and business metric values of the recent costs that are missing; on the first
 * run, those of the whole history. They come before the costs, so that a stopped run writes them again.
 */
async function writeRatesAndMetrics(
  ctx: Context,
  operations: readonly Operation[],
  integrations: readonly DemoIntegration[],
): Promise<void> {
  const [history] = integrations
    .flatMap(({ state }) => {
      const recent = recentHistory(ctx.now, state);
      if (!recent) return [];
      return [state.through === undefined ? { ...recent, from: state.beginning } : recent];
    })
    .toSorted((one, other) => one.from.localeCompare(other.from));
  if (!history) return;
  const csv = { content: Buffer.from(exchangeRatesCsv(history)) };
  await operationRunner(operations, ctx)('createExchangeRatesViaCsv', { csv });
  await writeMetricValues(ctx, operations, history);
}
