import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../kernel/context.js';
import { DomainFailure } from '../kernel/errors.js';
import type { Operation } from '../kernel/operation.js';
import type { Clock } from '../lib/time.js';
import { customCsv } from '../ingest/formats/index.js';
import type { OfferedFile } from '../ingest/open-files.js';
import type { Services } from '../services.js';
import { writeCloudFiles } from './cloud-files.js';
import { clouds } from './clouds.js';
import { writeColocationFiles } from './colocation.js';
import {
  type DemoIntegration,
  createDemoIntegrations,
  demoIntegrations,
  markThrough,
} from './demo-book.js';
import { type History, historyUpTo } from './history.js';
import { storeRates } from './rates.js';
import { makeViews } from './views.js';

export interface DemoOptions {
  services: Pick<Services, 'db' | 'costs' | 'importer'>;
  operations: readonly Operation[];
  clock: Clock;
  accountToken: string;
  /** Runs a change as the account's operator, in one transaction. */
  change: <Result>(act: (ctx: Context) => Promise<Result>) => Promise<Result>;
  seed?: number;
  /** Tests build a small company. */
  scale?: number;
  report: (line: string) => void;
}

/** What a finished demo holds. */
export interface Demo {
  history: History;
  integrations: DemoIntegration[];
  /** Lines imported by this run; 0 when everything was there. */
  lines: number;
}

const usualSeed = 1;

/**
 * Builds a company with 13 months of bills up to yesterday, or brings one built earlier up to date.
 * Its bills are files like any other: the engine writes them, the importer reads them.
 */
export async function buildDemo(options: DemoOptions): Promise<Demo> {
  const { services, clock, accountToken } = options;
  const existing = await demoIntegrations(services.db, accountToken);
  const mark = existing[0]?.mark;
  if (mark && options.seed !== undefined && options.seed !== mark.seed) {
    throw new DomainFailure([
      `The demo here was built from seed ${mark.seed}; another seed needs a data folder of its own (--data)`,
    ]);
  }
  const { seed = usualSeed, scale = 1 } = { ...options, ...mark };
  const history = historyUpTo(clock(), { seed, scale, beginning: mark?.beginning });
  const integrations = await options.change((ctx) => furnish(ctx, options, existing, history));
  let lines = 0;
  for (const integration of integrations) {
    if (integration.mark.through === history.to) continue;
    lines += await importBills(options, integration, history);
    await markThrough(services.db, integration, history.to);
  }
  return { history, integrations, lines };
}

/** Everything that lies in PostgreSQL, all of it or nothing. */
async function furnish(
  ctx: Context,
  { operations }: DemoOptions,
  existing: DemoIntegration[],
  history: History,
): Promise<DemoIntegration[]> {
  const { accountToken, accountWorkspaces } = ctx.actor;
  await storeRates(ctx.db, accountToken, history, ctx.now);
  if (existing.length > 0) return existing;
  const workspace = accountWorkspaces[0]!;
  const { seed, scale, beginning } = history;
  const made = await createDemoIntegrations(ctx, workspace, { seed, scale, beginning });
  await makeViews(await asOwner(ctx), operations, workspace);
  return made;
}

/** Views belong to a person, not to the command line. */
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

async function importBills(
  { services, report }: DemoOptions,
  { token, provider, name }: DemoIntegration,
  history: History,
): Promise<number> {
  const { workFolder } = services.importer.options;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'demo-'));
  try {
    const started = performance.now();
    const files = await writeBills(services, provider, history, folder);
    const written = performance.now();
    const isUpload = provider === 'custom_provider';
    const result = await services.importer.import({
      integrationToken: token,
      provider,
      files,
      ...(isUpload ? { formats: [customCsv] } : {}),
    });
    const loads = result.status === 'committed' ? result.loads : [];
    const lines = loads.reduce((sum, load) => sum + load.lines, 0);
    report(
      `${name}: ${lines.toLocaleString('en')} lines in ${loads.length} loads from ${files.length} files` +
        ` (written in ${seconds(written - started)} s, imported in ${seconds(performance.now() - written)} s)`,
    );
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function writeBills(
  { costs }: DemoOptions['services'],
  provider: string,
  history: History,
  folder: string,
): Promise<OfferedFile[]> {
  const cloud = clouds.find((each) => each.provider === provider);
  return cloud
    ? writeCloudFiles(costs, cloud, history, folder)
    : writeColocationFiles(costs, history, folder);
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
