import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../../test/harness.js';
import { newRecommendation } from '../../test/recommendations.js';
import { type Ask, askServer } from './ask.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { printRecommendations, recommendationsCommand } from './recommendations-command.js';

let account: Account;
let ask: Ask;

beforeAll(async () => {
  account = await newAccount();
  ask = askServer({ url: await testOrigin(), token: account.as.secret });
});

async function run(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const input = parseArguments(recommendationsCommand, ['recommendations', ...args]);
  await printRecommendations(ask, { ...input, print });
  return printed;
}

test('recommendations are a table, the largest saving first', async () => {
  expect(await run()).toEqual(['There are no recommendations.']);
  await newRecommendation(account);
  const [header, row] = await run('--type', 'gp2');
  expect(header).toMatch(/^WHAT TO DO +USD A MONTH +RESOURCES +ACCOUNT +TYPE$/);
  expect(row).toMatch(/^Change EBS volumes .* 2\.00 +1 +111122223333 +aws:ebs:gp2-to-gp3$/);
  expect(await run('--min-savings', '2.01')).toEqual(['There are no recommendations.']);
  expect((await run()).slice(-2)).toEqual([
    expect.stringMatching(/^Together 0\.00 USD a month, of the 0\.00 that these 0 resources cost/),
    'Left out: 2.00 by list prices in 1 finding, because what they would save is on no bill.',
  ]);
  const [json] = await run('--json');
  expect(JSON.parse(json!).recommendations).toMatchObject([{ potential_savings: '2.0' }]);
  await expect(run('gp2')).rejects.toThrow(UsageError);
});
