import { expect, test } from 'vitest';
import { newAccount, testOrigin } from '../../test/harness.js';
import { askServer } from './ask.js';
import { billingRulesCommand, printBillingRules } from './billing-rules-command.js';
import { type Screen, UsageError } from './command.js';
import { parseArguments } from './commands.js';

test('billing rules are a table that fits the screen', async () => {
  const { as } = await newAccount();
  const ask = askServer({ url: await testOrigin(), token: as.secret });
  const run = async (args: string[], screen?: Screen) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const input = { ...parseArguments(billingRulesCommand, ['billing-rules', ...args]), print };
    await printBillingRules(ask, screen ? { ...input, screen } : input);
    return printed;
  };
  expect(await run([])).toEqual(['There are no billing rules yet.']);
  const monthly = { service: 'MSP', category: 'Fee', sub_category: 'Monthly' };
  for (const rule of [
    { type: 'exclusion', title: 'No fees', charge_type: 'RIFee' },
    { type: 'Adjustment', title: 'Discount', percentage: 75.5, service: 'CloudFront' },
    { type: 'charge', title: 'Fee', start_date: '2026-01-01', amount: 500, ...monthly },
    {
      type: 'custom',
      title: 'Free',
      sql_query: '-- tax\nDELETE FROM costs\n  WHERE costs.amount = 0',
      end_date: '2026-01-31',
    },
  ]) {
    expect((await as.post('/v2/billing_rules', rule)).status).toBe(201);
  }
  expect((await run([])).map((line) => line.replace(/ +(TOKEN|bllng_rule_\w+)$/, ''))).toEqual([
    'TITLE     TYPE        EFFECT                                    DATES',
    'No fees   exclusion   Removes RIFee                             always',
    'Discount  adjustment  75.5% of CloudFront                       always',
    'Fee       charge      +500 per month, MSP, Fee                  2026-01-01 –',
    'Free      custom      DELETE FROM costs WHERE costs.amount = 0  – 2026-01-31',
  ]);
  const narrow = await run([], { columns: 30, hasColours: false });
  expect(narrow[0]).toBe('TITLE     TYPE');
  const [json] = await run(['--json']);
  expect(JSON.parse(json!).billing_rules).toHaveLength(4);
  await expect(run(['Fee'])).rejects.toThrow(UsageError);
});
