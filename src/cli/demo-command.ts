import type { App } from '../app.js';
import { companyName } from '../demo/company.js';
import { type Demo, buildDemo } from '../demo/build-demo.js';
import { type Command, type Print, UsageError } from './command.js';
import { operatorContext } from '../platform/kernel/operator-context.js';

/** Builds the demo company on an open installation. */
export async function runDemo(app: App, print: Print, seed?: number): Promise<void> {
  const started = performance.now();
  print(`Building ${companyName}, a company with four providers and 13 months of bills …`);
  const demo = await buildDemo({
    ctx: await operatorContext(app),
    operations: app.operations,
    seed,
    report: print,
  });
  print(await app.jobs.run('forecast-reports'));
  const took = ((performance.now() - started) / 1000).toFixed(1);
  for (const line of summary(app, demo, took)) print(line);
}

function summary(
  { services: { config }, firstOwner }: App,
  { beginning, to, lines }: Demo,
  took: string,
): string[] {
  const origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const done =
    lines === 0
      ? `Nothing to do: the demo is complete up to ${to}.`
      : `${lines.toLocaleString('en')} lines of the time from ${beginning} to ${to} in ${took} s.`;
  const call = (path: string) => `  curl -H "Authorization: Bearer $TOKEN" "${origin}${path}"`;
  return [
    done,
    '',
    'Next, with the server running:',
    firstOwner
      ? `  TOKEN=${firstOwner.secret}`
      : '  TOKEN=…   "farthing token create --user EMAIL" makes one',
    call('/v2/cost_reports'),
    call('/v2/cost_reports/TOKEN_OF_ONE/forecasted_costs?provider=all'),
    call("/v2/costs?filter=costs.provider='aws'&groupings=service&date_bin=month"),
    call("/v2/costs?filter=costs.provider='gcp'&groupings=tag:team&date_bin=week"),
  ];
}

export const demoCommand: Command = {
  name: 'demo',
  usage: 'demo [--seed NUMBER]',
  summary: 'Fill an empty installation with a made-up company',
  options: { seed: { type: 'string' } },
  run: async ({ app, flags: { seed }, print }) => {
    if (seed !== undefined && !/^\d{1,9}$/.test(String(seed))) {
      throw new UsageError('--seed takes a whole number.');
    }
    await runDemo(app, print, seed === undefined ? undefined : Number(seed));
  },
};
