import { beforeAll, expect, test } from 'vitest';
import { addInterface, importFlows } from '../../test/flow-logs.js';
import { flowRecord } from '../../test/flow-records.js';
import { type Account, newAccount, testOrigin } from '../../test/harness.js';
import { type Ask, askServer } from './ask.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { flowsCommand, printFlows } from './flows-command.js';

let account: Account;
let ask: Ask;

beforeAll(async () => {
  account = await newAccount();
  ask = askServer({ url: await testOrigin(), token: account.as.secret });
  const { integration } = await importFlows(account, []);
  await addInterface(account, integration, 'eni-db', '10.0.2.20', { az_id: 'use1-az2' });
  await importFlows(
    account,
    [
      flowRecord({ bytes: String(3 * 2 ** 30) }),
      flowRecord({ dstaddr: '10.0.2.20', bytes: '50000' }),
    ],
    { integration, name: 'a.log' },
  );
});

async function run(args: string[], columns: number | null = null): Promise<string[]> {
  const printed: string[] = [];
  const input = parseArguments(flowsCommand, ['flows', ...args]);
  await printFlows(ask, {
    ...input,
    print: (text) => void printed.push(text),
    screen: { columns, hasColours: false },
  });
  return printed;
}

test('flows are a table with what they cost', async () => {
  expect(await run(['--by', 'traffic_category,peer_interface_id'])).toEqual([
    'TRAFFIC CATEGORY  PEER INTERFACE ID     BYTES    COST USD',
    'public            –                   3.0 GiB        0.27',
    'cross_az          Interface eni-db   48.8 KiB  0.00000047',
    '',
    'Costs are estimates, at the transfer rates of the bills or list prices.',
  ]);
  const filter = "network_flow_logs.traffic_category = 'unknown'";
  expect(await run(['--filter', filter])).toEqual(['There are no network flows in this period.']);
  const [json] = await run(['--json', '--limit', '1', '--bytes']);
  expect(JSON.parse(json!)).toMatchObject({ flow_weight: 'bytes', network_flow_logs: [{}] });
});

test('arguments that do not exist are refused', async () => {
  await expect(run(['x'])).rejects.toThrow(UsageError);
  await expect(run(['--last', '1y'])).rejects.toThrow(UsageError);
});
