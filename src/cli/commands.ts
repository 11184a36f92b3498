import { parseArgs } from 'node:util';
import type { App } from '../app.js';
import { ImportError } from '../domain/intake/ingest/index.js';
import { ApiError, DomainFailure } from '../platform/lib/errors.js';
import {
  type Command,
  type CommandEnvironment,
  CommandFailure,
  type CommandHelp,
  UsageError,
} from './command.js';
import { backupCommand } from './backup-command.js';
import { billingRulesCommand } from './billing-rules-command.js';
import { budgetsCommand } from './budgets-command.js';
import { recommendationsCommand } from './recommendations-command.js';
import { resourcesCommand } from './resources-command.js';
import { testChannelCommand } from './channels-command.js';
import { commitmentsCommand } from './commitments-command.js';
import { costsCommand } from './costs-command.js';
import { deliveriesCommand } from './deliveries-command.js';
import { doctorCommand } from './doctor-command.js';
import { demoCommand } from './demo-command.js';
import { flowsCommand } from './flows-command.js';
import { importCommand } from './import-command.js';
import { importsCommand } from './imports-command.js';
import { invoicesCommand } from './invoices-command.js';
import { pricesCommands } from './prices-commands.js';
import { jobCommands } from './job-commands.js';
import { kubernetesCommand } from './kubernetes-command.js';
import { managedAccountsCommand } from './managed-accounts-command.js';
import { tokenCommands } from './token-commands.js';
import { userCommands } from './user-commands.js';

export const commands: readonly Command[] = [
  demoCommand,
  importCommand,
  importsCommand,
  backupCommand,
  costsCommand,
  budgetsCommand,
  billingRulesCommand,
  recommendationsCommand,
  resourcesCommand,
  commitmentsCommand,
  kubernetesCommand,
  flowsCommand,
  managedAccountsCommand,
  invoicesCommand,
  testChannelCommand,
  deliveriesCommand,
  ...pricesCommands,
  ...tokenCommands,
  ...userCommands,
  ...jobCommands,
  doctorCommand,
];

/** Finds the command whose name the arguments start with. */
export function findCommand<Found extends CommandHelp>(
  candidates: readonly Found[],
  args: readonly string[],
): Found | undefined {
  return candidates.find(
    (command) => command.name === args.slice(0, nameLength(command)).join(' '),
  );
}

const nameLength = ({ name }: CommandHelp) => name.split(' ').length;

/** Runs a command on an open installation and returns the exit status. */
export async function runCommand(
  app: App,
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const command = findCommand(commands, args);
  if (!command) throw new Error(`Unknown command: ${args.join(' ')}`);
  return printFailures(command, environment, () =>
    command.run({ app, ...parseArguments(command, args), ...environment }),
  );
}

/** Runs the work of a command, prints errors that the caller can fix, and returns the exit status. */
export async function printFailures(
  command: Pick<Command, 'usage' | 'printsData'>,
  { print, printError = print }: CommandEnvironment,
  work: () => Promise<void>,
): Promise<number> {
  const printLine = command.printsData ? printError : print;
  try {
    await work();
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      printLine(error.message);
      printLine(`Usage: farthing ${command.usage}`);
      return 2;
    }
    if (error instanceof ImportError) {
      for (const line of [error.message, ...error.details]) printLine(line);
      return 1;
    }
    if (error instanceof CommandFailure) {
      printLine(error.message);
      return 1;
    }
    if (error instanceof ApiError || error instanceof DomainFailure) {
      printLine(`${error.message}.`);
      return 1;
    }
    throw error;
  }
}

/** Parses the arguments after the name of a command. */
export function parseArguments(
  command: CommandHelp & Pick<Command, 'options'>,
  args: readonly string[],
): { flags: Record<string, string | boolean | undefined>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(nameLength(command)),
      options: command.options ?? {},
      allowPositionals: true,
    });
    return { flags: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}
