import { formatDate } from '../platform/lib/time.js';
import { type Ask, askServer } from './ask.js';
import { billingRulesCommand, printBillingRules } from './billing-rules-command.js';
import { budgetsCommand, printBudgets } from './budgets-command.js';
import { kubernetesCommand, printKubernetes } from './kubernetes-command.js';
import { printChannelTest, testChannelCommand } from './channels-command.js';
import type { Command, CommandEnvironment, CommandInput } from './command.js';
import { findCommand, parseArguments, printFailures } from './commands.js';
import { costsCommand, printCosts } from './costs-command.js';
import { deliveriesCommand, printDeliveries } from './deliveries-command.js';
import { importsCommand, printImports } from './imports-command.js';
import { flowsCommand, printFlows } from './flows-command.js';
import { invoicesCommand, printInvoices } from './invoices-command.js';
import { waitUntilReady } from './wait-for-server.js';

type Print = (ask: Ask, input: Omit<CommandInput, 'app'>, today: string) => Promise<void>;

/** Commands that only use the API, so that they can ask a remote server. */
const askers: readonly { command: Command; print: Print }[] = [
  { command: costsCommand, print: printCosts },
  { command: budgetsCommand, print: printBudgets },
  { command: billingRulesCommand, print: printBillingRules },
  { command: kubernetesCommand, print: printKubernetes },
  { command: flowsCommand, print: printFlows },
  { command: invoicesCommand, print: printInvoices },
  { command: testChannelCommand, print: printChannelTest },
  { command: deliveriesCommand, print: printDeliveries },
  { command: importsCommand, print: printImports },
];

/** Whether a command can ask a remote server. */
export const isRemote = (args: readonly string[]): boolean => commandOf(args) !== undefined;

const commandOf = (args: readonly string[]): Command | undefined =>
  findCommand(
    askers.map(({ command }) => command),
    args,
  );

/** Runs a command against a remote server; returns the exit status. */
export function runRemote(
  server: { url: string; token: string },
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const { command, print } = askers.find((each) => each.command === commandOf(args))!;
  return printFailures(command, environment, async () => {
    const input = { ...environment, ...parseArguments(command, args) };
    await waitUntilReady(server.url, environment.printError ?? environment.print);
    await print(askServer(server), input, formatDate(new Date()));
  });
}
