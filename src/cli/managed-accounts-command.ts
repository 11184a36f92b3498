import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { tableLines } from './table.js';

export const managedAccountsCommand: Command = {
  name: 'managed-accounts',
  usage: 'managed-accounts [--json]',
  summary: 'List the accounts that you bill, with their integrations and rules',
  printsData: true,
  options: { json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printManagedAccounts(askApp(app, signal), input),
};

type Input = Pick<CommandInput, 'flags' | 'positionals'> & Pick<CommandEnvironment, 'print'>;

interface ManagedAccount {
  token: string;
  name: string;
  contact_email: string;
  access_credential_tokens: string[];
  billing_rule_tokens: string[];
}

/** Asks for the managed accounts, and prints them. */
export async function printManagedAccounts(
  ask: Ask,
  { flags, positionals, print }: Input,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const answer = (await ask('/v2/managed_accounts', new URLSearchParams({ limit: '1000' }))) as {
    managed_accounts: ManagedAccount[];
  };
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  if (answer.managed_accounts.length === 0) return print('There are no managed accounts yet.');
  const rows = answer.managed_accounts.map((account) => [
    account.name,
    account.token,
    account.contact_email,
    String(account.access_credential_tokens.length),
    String(account.billing_rule_tokens.length),
  ]);
  const header = ['NAME', 'TOKEN', 'CONTACT', 'INTEGRATIONS', 'RULES'];
  tableLines(header, rows).forEach((line) => print(line));
}
