import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { chooseWorkspace } from './cost-question.js';
import { formatMoney } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export const recommendationsCommand: Command = {
  name: 'recommendations',
  usage:
    'recommendations [--type TEXT] [--min-savings AMOUNT] [--workspace TOKEN_OR_NAME] [--json]',
  summary: 'Show what can be saved per month, the largest saving first',
  printsData: true,
  options: {
    type: { type: 'string' },
    'min-savings': { type: 'string' },
    workspace: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async ({ app, signal, ...input }) => printRecommendations(askApp(app, signal), input),
};

type RecommendationsInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

interface Answer {
  recommendations: {
    description: string;
    type: string;
    provider_account_id: string | null;
    potential_savings: string;
    resources_affected_count: number;
    currency_code: string;
    uses_example_prices: boolean;
  }[];
}
interface Savings {
  available: string;
  currency_code: string;
  cost: string;
  resources: number;
  left_out: { findings: number; savings: string };
}
type Row = Answer['recommendations'][number];

/** Asks for the recommendations of a workspace, and prints them. */
export async function printRecommendations(
  ask: Ask,
  {
    flags,
    positionals,
    print,
    screen = { columns: null, hasColours: false },
  }: RecommendationsInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const workspace_token = await chooseWorkspace(ask, flags['workspace']);
  const query = new URLSearchParams({ workspace_token, limit: '1000' });
  if (typeof flags['type'] === 'string') query.set('type', flags['type']);
  if (typeof flags['min-savings'] === 'string') query.set('min_savings', flags['min-savings']);
  const answer = (await ask('/v2/recommendations', query)) as Answer;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  const { recommendations: rows } = answer;
  if (rows.length === 0) return print('There are no recommendations.');
  for (const line of tableOf(rows, screen)) print(line);
  if (rows.some((row) => row.uses_example_prices)) {
    print('');
    print(
      '* Computed from prices that ship with this release: examples, not a current price list. Load a real one with "farthing prices import FILE".',
    );
  }
  if (query.has('type') || query.has('min_savings')) return;
  const savings = (await ask(
    '/v2/recommendations/savings',
    new URLSearchParams({ workspace_token }),
  )) as Savings;
  print('');
  print(
    `Together ${formatMoney(savings.available)} ${savings.currency_code} a month, of the ${formatMoney(savings.cost)} that these ${savings.resources} resources cost at their current rate. Alternatives for a resource are not added up, and usage that a commitment covers saves nothing.`,
  );
  const { findings, savings: unbilled } = savings.left_out;
  if (findings === 0) return;
  print(
    `Left out: ${formatMoney(unbilled)} by list prices in ${findings} ${findings === 1 ? 'finding' : 'findings'}, because what they would save is on no bill.`,
  );
}

function tableOf(rows: readonly Row[], screen: Parameters<typeof screenTable>[1]): string[] {
  const saving: ScreenColumn<Row> = {
    header: `${rows[0]!.currency_code} A MONTH`,
    isNumeric: true,
    cell: (row) => ({
      text: `${row.uses_example_prices ? '* ' : ''}${formatMoney(row.potential_savings)}`,
    }),
  };
  const resources: ScreenColumn<Row> = {
    header: 'RESOURCES',
    isNumeric: true,
    cell: (row) => ({ text: String(row.resources_affected_count) }),
  };
  const account: ScreenColumn<Row> = {
    header: 'ACCOUNT',
    cell: (row) => ({ text: printable(row.provider_account_id ?? '–') }),
  };
  const type: ScreenColumn<Row> = { header: 'TYPE', cell: (row) => ({ text: row.type }) };
  return screenTable(
    {
      label: { header: 'WHAT TO DO', cell: (row) => ({ text: printable(row.description) }) },
      choices: [[saving, resources, account, type], [saving, resources, account], [saving]],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
}
