import { formatDate } from '../platform/lib/time.js';
import { askServer } from './ask.js';
import type { CommandEnvironment } from './command.js';
import { parseArguments, printFailures } from './commands.js';
import { costsCommand, printCosts } from './costs-command.js';
import { waitUntilReady } from './wait-for-server.js';

/** Shows costs of a remote server; returns the exit status. */
export function remoteCosts(
  server: { url: string; token: string },
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  return printFailures(costsCommand, environment, async () => {
    const input = { ...environment, ...parseArguments(costsCommand, args) };
    await waitUntilReady(server.url, environment.printError ?? environment.print);
    await printCosts(askServer(server), input, formatDate(new Date()));
  });
}
