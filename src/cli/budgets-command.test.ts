import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../test/cost-fixtures.js';
import { newReport } from '../../test/forecasting.js';
import { type Account, newAccount, testOrigin } from '../../test/harness.js';
import { type Ask, askServer } from './ask.js';
import { budgetsCommand, printBudgets } from './budgets-command.js';
import { type Screen, UsageError } from './command.js';
import { parseArguments } from './commands.js';

// Today is 2026-03-10.
let account: Account;
let ask: Ask;

beforeAll(async () => {
  account = await newAccount();
  ask = askServer({ url: await testOrigin(), token: account.as.secret });
});

async function run(args: string[], screen?: Screen): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const input = { ...parseArguments(budgetsCommand, ['budgets', ...args]), print };
  await printBudgets(ask, screen ? { ...input, screen } : input);
  return printed;
}

test('budgets are a table that fits the screen', async () => {
  expect(await run([])).toEqual(['There are no budgets yet.']);
  await importCharges(account, [{ day: '2026-03-05', cost: '1200.5' }]);
  const report = await newReport(account);
  const make = (name: string, amount: number) =>
    account.as.post('/v2/budgets', {
      name,
      cost_report_token: report,
      periods: [{ start_at: '2026-03-01', amount }],
    });
  await make('Small', 1000);
  await make('Large', 10_000);
  const narrow = await run([], { columns: 40, hasColours: false });
  expect(await run([])).toEqual([
    'Budgets of Mar 2026',
    '',
    'NAME   BUDGET USD     SPENT  FORECAST    USED  STATE',
    'Small    1,000.00  1,200.50         –  120.0%  over budget',
    'Large   10,000.00  1,200.50         –   12.0%  on track',
    '',
    expect.stringMatching(
      /^Costs are complete through \d+ Mar 2026; later days still grow\. Forecasts count these /,
    ),
  ]);
  expect(narrow[2]).toBe('NAME     USED  STATE');
  const [json] = await run(['--json', '--workspace', account.workspace.token]);
  expect(JSON.parse(json!).budget_status[0]).toMatchObject({ name: 'Small', spend: '1200.5' });
});

test('arguments that do not exist are refused', async () => {
  await expect(run(['Small'])).rejects.toThrow(UsageError);
});
