import { expect, test } from 'vitest';
import { newAccount, testOrigin } from '../../test/harness.js';
import { newInvoice } from '../../test/invoices.js';
import { askServer } from './ask.js';
import { parseArguments } from './commands.js';
import { UsageError } from './command.js';
import { invoicesCommand, printInvoices } from './invoices-command.js';

test('invoices are a table, or JSON', async () => {
  const account = await newAccount();
  const ask = askServer({ url: await testOrigin(), token: account.as.secret });
  const run = async (...args: string[]) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    await printInvoices(ask, { ...parseArguments(invoicesCommand, ['invoices', ...args]), print });
    return printed;
  };
  expect(await run()).toEqual(['There are no invoices.']);
  const token = await newInvoice(account);
  const [header, row] = await run();
  expect(header).toMatch(/^NUMBER +ACCOUNT +PERIOD +TOTAL +DUE +STATUS/);
  expect(row).toMatch(/^INV-2026-001 +Test +Feb.* 2026 +0\.00 USD +.*2026 +draft/);
  expect(JSON.parse((await run('--json')).join('\n')).invoices[0].token).toBe(token);
  expect(await run('--status', 'approved')).toEqual(['There are no invoices.']);
  await expect(run('extra')).rejects.toThrow(UsageError);
});
