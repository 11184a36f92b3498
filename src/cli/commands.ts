import { parseArgs } from 'node:util';
import type { App } from '../app.js';
import { ApiError, DomainFailure } from '../kernel/errors.js';
import { type Command, type Print, UsageError } from './command.js';
import { demoCommands } from './demo-command.js';
import { jobCommands } from './job-commands.js';
import { tokenCommands } from './token-commands.js';
import { userCommands } from './user-commands.js';

export const commands: readonly Command[] = [
  ...demoCommands,
  ...tokenCommands,
  ...userCommands,
  ...jobCommands,
];

export const findCommand = (args: readonly string[]) =>
  commands.find(({ name }) => args.slice(0, wordsOf(name)).join(' ') === name);

const wordsOf = (name: string) => name.split(' ').length;

/** Runs a command on an open installation; the number is the exit status. */
export async function runCommand(app: App, args: readonly string[], print: Print): Promise<number> {
  const command = findCommand(args);
  if (!command) throw new Error(`Not a command: ${args.join(' ')}`);
  try {
    const { values, positionals } = parse(command, args.slice(wordsOf(command.name)));
    await command.run({ app, words: positionals, flags: values, print });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      print(error.message);
      print(`Usage: farthing ${command.usage}`);
      return 2;
    }
    if (error instanceof ApiError || error instanceof DomainFailure) {
      print(`${error.message}.`);
      return 1;
    }
    throw error;
  }
}

function parse(command: Command, args: string[]) {
  try {
    const parsed = parseArgs({ args, options: command.options ?? {}, allowPositionals: true });
    return {
      values: parsed.values as Record<string, string | boolean | undefined>,
      positionals: parsed.positionals,
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}
