import type { CostPlan } from '../api/costs/cost-plan.js';
import type { CostSeries } from '../api/costs/cost-series.js';
import { formatDate } from '../platform/lib/time.js';
import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { csvLines } from './cost-csv.js';
import { planLines } from './cost-plan-lines.js';
import { buildQuery } from './cost-question.js';
import { groupingsOf } from './cost-rows.js';
import { costTable } from './cost-table.js';
import { readNames } from './read-names.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const costsCommand: Command = {
  name: 'costs',
  usage:
    'costs [--by service] [--last 30d] [--filter VQL] [--report TOKEN] [--workspace TOKEN_OR_NAME] [--compare] [--bin day|week|month|quarter|hour] [--limit N] [--explain] [--json|--csv]',
  summary: 'Show costs by service, account, region, tag:KEY and more, with changes and trends',
  printsData: true,
  options: {
    by: text,
    last: text,
    filter: text,
    report: text,
    workspace: text,
    bin: text,
    limit: text,
    compare: flag,
    explain: flag,
    json: flag,
    csv: flag,
  },
  run: async ({ app, signal, ...input }) =>
    printCosts(askApp(app, signal), input, formatDate(app.clock())),
};

type CostsInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

/** Asks for the costs that the flags describe, and prints the answer. */
export async function printCosts(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: CostsInput,
  today: string,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}; what to show is given by flags.`);
  }
  if (flags['json'] && flags['csv']) throw new UsageError('Specify either --json or --csv.');
  if (flags['explain'] && flags['csv']) {
    throw new UsageError('Specify either --explain or --csv; a plan is not a table.');
  }
  const query = await buildQuery(ask, flags, today);
  if (flags['explain']) {
    const plan = (await ask('/v2/costs/plan', query)) as CostPlan;
    return flags['json']
      ? print(JSON.stringify(plan, null, 2))
      : planLines(plan).forEach((line) => print(line));
  }
  const answer = (await ask('/v2/costs/series', query)) as CostSeries;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  if (flags['csv']) return csvLines(answer).forEach((line) => print(line));
  const names = await readNames(ask, query.get('workspace_token'), groupingsOf(answer));
  costTable(answer, screen, names).forEach((line) => print(line));
}
