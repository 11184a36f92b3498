import type { App } from '../app.js';
import { companyName } from '../demo/company.js';
import { type Demo, buildDemo } from '../demo/build-demo.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { type Command, type Print, UsageError } from './command.js';

/** Builds the demo company, or brings it up to date, and prints how to explore it. */
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
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const line of summaryLines(app, demo, seconds)) print(line);
}

function summaryLines(
  { services: { config }, firstOwner }: App,
  { beginning, to, lines }: Demo,
  seconds: string,
): string[] {
  const origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const done =
    lines === 0
      ? `Nothing to do: the demo data is complete through ${to}.`
      : `Imported ${lines.toLocaleString('en')} cost lines from ${beginning} to ${to} in ${seconds} s.`;
  const curl = (path: string) => `  curl -H "Authorization: Bearer $TOKEN" "${origin}${path}"`;
  return [
    done,
    '',
    'Next steps, with the server running:',
    firstOwner
      ? `  TOKEN=${firstOwner.secret}`
      : '  TOKEN=…  # create one with "farthing token create --user EMAIL"',
    curl('/v2/cost_reports'),
    curl('/v2/cost_reports/REPORT_TOKEN/forecasted_costs?provider=all'),
    curl("/v2/costs?filter=costs.provider='aws'&groupings=service&date_bin=month"),
    curl("/v2/costs?filter=costs.provider='gcp'&groupings=tag:team&date_bin=week"),
  ];
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
