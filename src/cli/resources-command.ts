import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { chooseWorkspace } from './cost-question.js';
import { formatMoney } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export const resourcesCommand: Command = {
  name: 'resources',
  usage:
    'resources [--filter VQL] [--search TEXT] [--limit ROWS] [--workspace TOKEN_OR_NAME] [--json]',
  summary: 'Show resources with their cost of 30 days, the largest first',
  printsData: true,
  options: {
    filter: { type: 'string' },
    search: { type: 'string' },
    limit: { type: 'string' },
    workspace: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async ({ app, signal, ...input }) => printResources(askApp(app, signal), input),
};

type ResourcesInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

interface Answer {
  links: { next: string | null };
  resources: {
    uuid: string;
    type: string;
    label: string | null;
    account_id: string | null;
    region: string | null;
    summary: {
      cost: string;
      currency: string;
      unconverted_costs: { currency: string; amount: string }[];
      start_date: string | null;
      end_date: string | null;
      state: string | null;
      recommendations: number;
    };
  }[];
}
type Row = Answer['resources'][number];

/** Asks for the resources of a workspace, and prints them. */
export async function printResources(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: ResourcesInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const workspace_token = await chooseWorkspace(ask, flags['workspace']);
  const query = new URLSearchParams({ workspace_token, include_summary: 'true', limit: '100' });
  for (const [flag, parameter] of [
    ['filter', 'filter'],
    ['search', 'q'],
    ['limit', 'limit'],
  ] as const) {
    const value = flags[flag];
    if (typeof value === 'string') query.set(parameter, value);
  }
  const answer = (await ask('/v2/resources', query)) as Answer;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  const { resources: rows } = answer;
  if (rows.length === 0) return print('There are no resources.');
  for (const line of tableOf(rows, screen)) print(line);
  for (const line of notesOn(answer)) print(line);
}

/** Which days the costs are of, and what the table leaves out. */
function notesOn({ links, resources: rows }: Answer): string[] {
  const days = new Set(
    rows.flatMap(({ summary: { start_date: start, end_date: end } }) =>
      start && end ? [`${start} to ${end}`] : [],
    ),
  );
  const unconverted = rows.filter(({ summary }) => summary.unconverted_costs.length > 0).length;
  return [
    ...(days.size > 0 ? [`Costs of ${[...days].toSorted().join(', ')}.`] : []),
    ...(unconverted > 0
      ? [`${unconverted} resources have further costs in currencies without an exchange rate.`]
      : []),
    ...(links.next === null ? [] : ['There are more; see --limit and --filter.']),
  ];
}

function tableOf(rows: readonly Row[], screen: Parameters<typeof screenTable>[1]): string[] {
  const cost: ScreenColumn<Row> = {
    header: rows[0]!.summary.currency,
    isNumeric: true,
    cell: ({ summary }) => ({ text: summary.end_date === null ? '–' : formatMoney(summary.cost) }),
  };
  const text = (header: string, of: (row: Row) => string | null): ScreenColumn<Row> => ({
    header,
    cell: (row) => ({ text: printable(of(row) || '–') }),
  });
  const type = text('TYPE', (row) => row.type);
  const account = text('ACCOUNT', (row) => row.account_id);
  const region = text('REGION', (row) => row.region);
  const state = text('STATE', ({ summary }) => summary.state);
  const recommendations: ScreenColumn<Row> = {
    header: 'RECOMMENDATIONS',
    isNumeric: true,
    cell: ({ summary }) => ({ text: String(summary.recommendations) }),
  };
  return screenTable(
    {
      label: {
        header: 'RESOURCE',
        cell: ({ label, uuid }) => ({ text: printable(label ?? uuid) }),
      },
      choices: [
        [cost, type, account, region, state, recommendations],
        [cost, type, account],
        [cost],
      ],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
}
