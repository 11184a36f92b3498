import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { type Invoice, invoiceTable } from './invoice-table.js';

export const invoicesCommand: Command = {
  name: 'invoices',
  usage: 'invoices [--status STATUS] [--account TOKEN] [--json]',
  summary: 'List the invoices of managed accounts, newest first',
  printsData: true,
  options: {
    status: { type: 'string' },
    account: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async ({ app, signal, ...input }) => printInvoices(askApp(app, signal), input),
};

type InvoicesInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

/** Asks for the invoices, and prints them. */
export async function printInvoices(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: InvoicesInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const { status, account } = flags;
  const query = new URLSearchParams({ limit: '1000' });
  if (typeof status === 'string') query.set('status', status);
  if (typeof account === 'string') query.set('managed_account_token', account);
  const answer = (await ask('/v2/invoices', query)) as { invoices: Invoice[] };
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  invoiceTable(answer.invoices, screen).forEach((line) => print(line));
}
