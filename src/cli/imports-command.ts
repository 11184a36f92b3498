import type { z } from 'zod';
import type { ImportRun } from '../domain/intake/integrations/index.js';
import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { durationText } from './progress-line.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export const importsCommand: Command = {
  name: 'imports',
  usage: 'imports [--json]',
  summary: 'List the imports that are running or wait for their turn, with the time left',
  printsData: true,
  options: { json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printImports(askApp(app, signal), input),
};

type ImportsInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

type Run = Pick<
  z.output<typeof ImportRun>,
  'file_names' | 'imports_ahead' | 'seconds_left' | 'bytes_done' | 'bytes_total'
>;

/** Asks for the import queue, and prints it. */
export async function printImports(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: ImportsInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const answer = (await ask('/console/imports/queue')) as { import_runs: Run[] };
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  if (answer.import_runs.length === 0) return print('No imports are running or waiting.');
  const column = (header: string, textOf: (run: Run) => string): ScreenColumn<Run> => ({
    header,
    cell: (run) => ({ text: printable(textOf(run)) }),
  });
  const state = column('STATE', stateOf);
  const left = column('TIME LEFT', ({ seconds_left: seconds }) =>
    seconds === null ? 'unknown' : durationText(seconds),
  );
  const label = column('FILES', ({ file_names: [first = '', ...others] }) =>
    others.length === 0 ? first : `${first} and ${others.length} more`,
  );
  const rows = answer.import_runs;
  const choices = [[state, left], [state]];
  screenTable({ label, choices, rows, colourOf: () => undefined }, screen).forEach((line) =>
    print(line),
  );
}

function stateOf({ imports_ahead: ahead, bytes_done: done, bytes_total: total }: Run): string {
  if (ahead !== null) return `after ${ahead} other${ahead === 1 ? '' : 's'}`;
  return total > 0 ? `${Math.floor((100 * done) / total)}%` : 'reading files';
}
