import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createImportRun, type Run, trackImportRun } from '../domain/intake/import-runs/index.js';
import { serializeImportRun } from '../domain/intake/integrations/index.js';
import type { Context } from '../platform/kernel/context.js';
import type { Demo, DemoOptions } from './build-demo.js';
import { companyName } from './company.js';

const runName = `The demo company ${companyName}`;
const pollIntervalMs = 500;

/** Creates the import run that shows how far the demo is. */
export const createDemoRun = (ctx: Context): Promise<Run> =>
  createImportRun(
    { ...ctx.services, db: ctx.db },
    { account_token: ctx.actor.accountToken, integration_token: null, file_names: [runName] },
    ctx.now,
  );

/** Builds in the background and writes the progress to an import run. */
export function trackDemoRun(
  ctx: Context,
  run: Run,
  build: (onProgress: NonNullable<DemoOptions['onProgress']>) => Promise<Demo>,
): void {
  trackImportRun(ctx, run, async (onProgress) => {
    const started = performance.now();
    await build(({ rows }) => {
      const seconds = (performance.now() - started) / 1000;
      onProgress({ rows, bytes: 0, totalBytes: 0, seconds });
    });
    return { status: 'committed', loadIds: [] };
  });
}

/** Waits until the account has no demo run that is still running. */
export async function waitForDemoRun(ctx: Context): Promise<void> {
  while (await isRunning(ctx)) await pause(pollIntervalMs);
}

async function isRunning({ db, actor, services, clock }: Context): Promise<boolean> {
  const run = await db
    .selectFrom('import_runs')
    .selectAll()
    .where('account_token', '=', actor.accountToken)
    .where(sql<boolean>`file_names = ${[runName]}`)
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // The run of a killed process still has the status running, but counts as failed.
  return (
    run !== undefined && (await serializeImportRun(services, run, clock())).status === 'running'
  );
}
