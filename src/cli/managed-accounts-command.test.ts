import { expect, test } from 'vitest';
import { newAccount, testOrigin } from '../../test/harness.js';
import { askServer } from './ask.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { managedAccountsCommand, printManagedAccounts } from './managed-accounts-command.js';

test('managed accounts are a table, or JSON', async () => {
  const { as, account } = await newAccount();
  const ask = askServer({ url: await testOrigin(), token: as.secret });
  const run = async (...args: string[]) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const input = parseArguments(managedAccountsCommand, ['managed-accounts', ...args]);
    await printManagedAccounts(ask, { ...input, print });
    return printed;
  };
  expect(await run()).toEqual(['There are no managed accounts yet.']);
  const contact_email = `${account.token}@example.com`;
  const { body } = await as.post('/v2/managed_accounts', { name: 'Acme', contact_email });
  expect(await run()).toEqual([
    `NAME  TOKEN                  CONTACT${' '.repeat(contact_email.length - 5)}INTEGRATIONS  RULES`,
    `Acme  ${body.token}  ${contact_email}  0             0`,
  ]);
  expect(JSON.parse((await run('--json'))[0]!).managed_accounts).toEqual([body]);
  await expect(run('Acme')).rejects.toThrow(UsageError);
});
