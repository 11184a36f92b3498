import { parseArgs } from 'node:util';
import type { App } from '../app.js';
import { ImportError } from '../domain/ingest/import-error.js';
import { ApiError, DomainFailure } from '../platform/lib/errors.js';
import { type Command, type Surroundings, UsageError } from './command.js';
import { demoCommand } from './demo-command.js';
import { importCommand } from './import-command.js';
import { jobCommands } from './job-commands.js';
import { tokenCommands } from './token-commands.js';
import { userCommands } from './user-commands.js';

export const commands: readonly Command[] = [
  demoCommand,
  importCommand,
  ...tokenCommands,
  ...userCommands,
  ...jobCommands,
];

export const findCommand = (args: readonly string[]) =>
  commands.find((command) => command.name === args.slice(0, wordsOf(command)).join(' '));

const wordsOf = ({ name }: Command) => name.split(' ').length;

/** Runs a command on an open installation; the number is the exit status. */
export async function runCommand(
  app: App,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { print } = surroundings;
  const command = findCommand(args);
  if (!command) throw new Error(`Not a command: ${args.join(' ')}`);
  try {
    const { values, positionals } = parseArguments(command, args);
    await command.run({ app, words: positionals, flags: values, ...surroundings });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      print(error.message);
      print(`Usage: farthing ${command.usage}`);
      return 2;
    }
    if (error instanceof ImportError) {
      for (const line of [error.message, ...error.details]) print(line);
      return 1;
    }
    if (error instanceof ApiError || error instanceof DomainFailure) {
      print(`${error.message}.`);
      return 1;
    }
    throw error;
  }
}

/** The flags and other words behind the name of a command. */
export function parseArguments(command: Command, args: readonly string[]) {
  try {
    const parsed = parseArgs({
      args: args.slice(wordsOf(command)),
      options: command.options ?? {},
      allowPositionals: true,
    });
    return {
      values: parsed.values as Record<string, string | boolean | undefined>,
      positionals: parsed.positionals,
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}
