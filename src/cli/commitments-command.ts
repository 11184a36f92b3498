import type { CommitmentStatusList } from '../api/financial-commitments/commitment-status.js';
import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { chooseWorkspace } from './cost-question.js';
import { formatDay } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export const commitmentsCommand: Command = {
  name: 'commitments',
  usage: 'commitments [--workspace TOKEN_OR_NAME] [--json]',
  summary: 'Show reservations and savings plans, how far they are used and when they expire',
  printsData: true,
  options: { workspace: { type: 'string' }, json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printCommitments(askApp(app, signal), input),
};

type CommitmentsInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

type Row = CommitmentStatusList['commitment_status'][number];

/** Commitments that expire within this many days are marked. */
const soonDays = 60;

/** Asks for the commitments of a workspace, and prints them. */
export async function printCommitments(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: CommitmentsInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const workspace = await chooseWorkspace(ask, flags['workspace']);
  const query = new URLSearchParams({ workspace_token: workspace, limit: '1000' });
  const answer = (await ask('/v2/financial_commitments/status', query)) as CommitmentStatusList;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  const { commitment_status: rows, start_date, end_date } = answer;
  if (rows.length === 0) return print('The bills have no reservations or savings plans.');
  const column = (header: string, text: (row: Row) => string): ScreenColumn<Row> => ({
    header,
    isNumeric: true,
    cell: (row) => ({ text: text(row) }),
  });
  const hourly = column('PER HOUR', (row) => row.commitment || '–');
  const used = column('USED', ({ utilization_percent: percent }) =>
    percent === null ? '–' : `${percent}%`,
  );
  const expires: ScreenColumn<Row> = {
    header: 'EXPIRES',
    cell: ({ expiration_date, days_left: days, status }) => ({
      text: formatDay(expiration_date),
      ...(status === 'active' && days < soonDays ? { colour: 'yellow' as const } : {}),
    }),
  };
  const state: ScreenColumn<Row> = {
    header: 'STATUS',
    cell: (row) => ({ text: row.status ?? '' }),
  };
  const table = screenTable(
    {
      label: {
        header: 'COMMITMENT',
        cell: ({ service, type }) => ({ text: printable(`${service} ${type}`) }),
      },
      choices: [
        [hourly, used, expires, state],
        [used, expires],
      ],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
  for (const line of table) print(line);
  print('');
  print(`Used from ${formatDay(start_date)} to ${formatDay(end_date)}.`);
}
