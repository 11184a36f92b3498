import { formatDate } from '../platform/lib/time.js';
import { type Ask, askServer } from './ask.js';
import { budgetsCommand, printBudgets } from './budgets-command.js';
import type { Command, CommandEnvironment, CommandInput } from './command.js';
import { parseArguments, printFailures } from './commands.js';
import { costsCommand, printCosts } from './costs-command.js';
import { waitUntilReady } from './wait-for-server.js';

type Print = (ask: Ask, input: Omit<CommandInput, 'app'>, today: string) => Promise<void>;

/** Commands that only read the API, so that they can ask a remote server. */
const readers: readonly { command: Command; print: Print }[] = [
  { command: costsCommand, print: printCosts },
  { command: budgetsCommand, print: printBudgets },
];

/** Whether a command can ask a remote server. */
export const isRemote = (name: string | undefined): boolean =>
  readers.some(({ command }) => command.name === name);

/** Runs a command that reads against a remote server; returns the exit status. */
export function runRemote(
  server: { url: string; token: string },
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const { command, print } = readers.find((each) => each.command.name === args[0])!;
  return printFailures(command, environment, async () => {
    const input = { ...environment, ...parseArguments(command, args) };
    await waitUntilReady(server.url, environment.printError ?? environment.print);
    await print(askServer(server), input, formatDate(new Date()));
  });
}
