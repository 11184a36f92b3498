import type { App } from '../app.js';
import {
  type Demo,
  type DemoOptions,
  buildBilling,
  buildDemo,
  buildEarlierMonths,
  buildRecentMonths,
} from '../demo/build-demo.js';
import { companyName } from '../demo/company.js';
import { createDemoRun, trackDemoRun, waitForDemoRun } from '../demo/demo-run.js';
import { type DemoSize, demoScales } from '../demo/history.js';
import { failureReason } from '../domain/intake/ingest/index.js';
import { DomainFailure } from '../platform/lib/errors.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { type Command, type Print, UsageError } from './command.js';

/** Held while the demo company is built: two copies of the server would each create it. */
const demoLock = 'farthing demo';
const builtElsewhere = 'Another copy of the server is building the demo company';

/** Builds the whole demo company, or brings it up to date, and prints how to explore it. */
async function runDemo(app: App, print: Print, seed?: number): Promise<void> {
  const started = performance.now();
  const options = await demoOptions(app, print);
  await waitForDemoRun(options.ctx);
  const release = await app.services.tryLock(demoLock);
  if (!release) throw new DomainFailure([`${builtElsewhere}; try again when it is complete`]);
  try {
    const demo = await buildDemo({ ...options, seed });
    await buildBilling(options);
    if (demo.lines > 0) print(await app.jobs.run('forecast-reports'));
    print(resultLine(demo, started));
  } finally {
    await release();
  }
  printNextSteps(app, print);
}

/**
 * Prints how to explore the demo company at the address of the server, if it has one, and imports the rest of its
 * history in the background, as an import run.
 */
export type ContinueDemo = (address: string | undefined) => Promise<void>;

/** Builds what the console needs to show the demo company, or brings it up to date. */
export async function startDemo(app: App, size: DemoSize, print: Print): Promise<ContinueDemo> {
  const release = await app.services.tryLock(demoLock);
  if (!release) {
    print(`${builtElsewhere}.`);
    return async () => {};
  }
  try {
    const started = performance.now();
    const options = { ...(await demoOptions(app, print)), scale: demoScales[size] };
    const recent = await buildRecentMonths(options);
    print(resultLine(recent, started));
    return async (address) => {
      printNextSteps(app, print, address);
      if (recent.isUnfinished) return importInBackground(app, print, options, release);
      if (recent.lines > 0) await app.services.enqueue('forecast-reports', {});
      try {
        await buildBilling(options);
      } finally {
        await release();
      }
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function importInBackground(
  app: App,
  print: Print,
  options: DemoOptions,
  release: () => Promise<void>,
): Promise<void> {
  const { ctx } = options;
  const started = performance.now();
  trackDemoRun(ctx, await createDemoRun(ctx), async (onProgress) => {
    try {
      const demo = await buildEarlierMonths({
        ...options,
        onProgress: (progress) => {
          onProgress(progress);
          options.onProgress?.(progress);
        },
      });
      await app.services.enqueue('forecast-reports', {});
      print(resultLine(demo, started));
      await buildBilling(options);
      return demo;
    } catch (error) {
      print(`${failureReason(error)} Start with --demo again to import the rest of the history.`);
      throw error;
    } finally {
      await release();
    }
  });
}

async function demoOptions(app: App, print: Print): Promise<DemoOptions> {
  print(`Building ${companyName}, a company with four providers and 13 months of bills …`);
  let printedMonths = 0;
  return {
    ctx: await operatorContext(app),
    operations: app.operations,
    onProgress: ({ months, totalMonths }) => {
      if (months === printedMonths) return;
      printedMonths = months;
      print(`Importing history, ${months} of ${totalMonths} months`);
    },
  };
}

function resultLine({ from, to, lines, isUnfinished }: Demo, started: number): string {
  if (lines === 0 && !isUnfinished) {
    return `Nothing to do: the demo data is complete through ${to}.`;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const missing = isUnfinished ? '; earlier months follow' : '';
  return `Imported ${lines.toLocaleString('en')} cost lines in ${seconds} s. There are costs from ${from} to ${to}${missing}.`;
}

function printNextSteps(app: App, print: Print, address?: string): void {
  const { config } = app.services;
  const origin = address ?? config.publicUrl ?? `http://${config.host}:${config.port}`;
  const curl = (path: string) => `  curl -H "Authorization: Bearer $TOKEN" "${origin}${path}"`;
  const lines = [
    '',
    'Next steps, with the server running:',
    app.firstOwner
      ? `  TOKEN=${app.firstOwner.secret}`
      : '  TOKEN=…  # create one with "farthing token create --user EMAIL"',
    curl('/v2/cost_reports'),
    curl('/v2/cost_reports/REPORT_TOKEN/forecasted_costs?provider=all'),
    curl("/v2/costs?filter=costs.provider='aws'&groupings=service&date_bin=month"),
    curl("/v2/costs?filter=costs.provider='gcp'&groupings=tag:team&date_bin=week"),
  ];
  for (const line of lines) print(line);
}

export const demoCommand: Command = {
  name: 'demo',
  usage: 'demo [--seed NUMBER]',
  summary: 'Fill an empty installation with a demo company, or bring its costs up to date',
  options: { seed: { type: 'string' } },
  run: async ({ app, flags: { seed }, print }) => {
    if (seed !== undefined && !/^\d{1,9}$/.test(String(seed))) {
      throw new UsageError('--seed must be a whole number.');
    }
    await runDemo(app, print, seed === undefined ? undefined : Number(seed));
  },
};
