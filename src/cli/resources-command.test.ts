import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../test/cost-fixtures.js';
import { type Account, newAccount, testOrigin } from '../../test/harness.js';
import { type Ask, askServer } from './ask.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { printResources, resourcesCommand } from './resources-command.js';

let account: Account;
let ask: Ask;

beforeAll(async () => {
  account = await newAccount();
  ask = askServer({ url: await testOrigin(), token: account.as.secret });
});

async function run(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const input = parseArguments(resourcesCommand, ['resources', ...args]);
  await printResources(ask, { ...input, print });
  return printed;
}

test('resources are a table with the days of their costs, the largest cost first', async () => {
  expect(await run()).toEqual(['There are no resources.']);
  const integration = await importCharges(account, [
    { day: '2026-03-09', cost: '2.5', resource: 'i-0a1', resourceName: 'web' },
    { day: '2026-03-09', cost: '1', resource: 'vol-01' },
  ]);
  await account.app.jobs.run('sync-resources', { integration_token: integration });
  const [header, first, second, days] = await run();
  expect(header).toMatch(/^RESOURCE +USD +TYPE +ACCOUNT +REGION +STATE +RECOMMENDATIONS$/);
  expect(first).toMatch(/^web +2\.50 +aws_instance /);
  expect(second).toMatch(/^vol-01 +1\.00 +aws_ebs_volume .* 0$/);
  expect(days).toBe('Costs of 2026-02-08 to 2026-03-09.');
  expect((await run('--search', 'VOL'))[1]).toMatch(/^vol-01 /);
  expect((await run('--filter', "resources.type = 'aws_instance'"))[1]).toMatch(/^web /);
  expect((await run('--limit', '1')).at(-1)).toBe('There are more; see --limit and --filter.');
  const [json] = await run('--json');
  expect(JSON.parse(json!).resources).toHaveLength(2);
  await expect(run('extra')).rejects.toThrow(UsageError);
});
