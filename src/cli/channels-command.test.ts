import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../../test/harness.js';
import { type Receiver, startReceiver } from '../../test/receiver.js';
import { type Ask, askServer } from './ask.js';
import { printChannelTest, testChannelCommand } from './channels-command.js';
import { CommandFailure, type Screen, UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { deliveriesCommand, printDeliveries } from './deliveries-command.js';
import { isRemote } from './remote-command.js';

// Now is 2026-03-10T09:00:00Z.
let account: Account;
let ask: Ask;
let receiver: Receiver;
let channel: string;

beforeAll(async () => {
  account = await newAccount();
  receiver = await startReceiver();
  ask = askServer({ url: await testOrigin(), token: account.as.secret });
  const { body } = await account.as.post('/v2/channels', {
    name: 'Costs',
    kind: 'webhook',
    settings: { url: `${receiver.url}/hook` },
    secret: 'a secret of some length',
    workspace_token: account.workspace.token,
  });
  channel = body.token;
});
beforeEach(() => receiver.reset());
afterAll(() => receiver.close());

async function runTest(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const input = parseArguments(testChannelCommand, ['channels', 'test', ...args]);
  await printChannelTest(ask, { ...input, print });
  return printed;
}

async function runLog(args: string[] = [], screen?: Screen): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const input = { ...parseArguments(deliveriesCommand, ['deliveries', ...args]), print };
  await printDeliveries(ask, screen ? { ...input, screen } : input);
  return printed;
}

test('the log is empty, then a table that fits the screen', async () => {
  expect(await runLog()).toEqual(['No messages.']);
  expect(await runTest(channel)).toEqual(['The test message was sent, and Costs has accepted it.']);
  expect(receiver.received).toMatchObject([{ path: '/hook', body: { type: 'test' } }]);
  expect(await runLog()).toEqual([
    'MESSAGE                     TIME (UTC)    RECIPIENT  BY       STATE  ATTEMPTS  LAST ERROR',
    'Test message from Farthing  10 Mar 09:00  Costs      webhook  sent          1',
  ]);
  expect((await runLog([], { columns: 60, hasColours: false }))[0]).toMatch(
    /^MESSAGE\s+TIME \(UTC\)\s+RECIPIENT\s+STATE$/,
  );
  const [json] = await runLog(['--json', '--limit', '1']);
  expect(JSON.parse(json!).deliveries).toMatchObject([{ state: 'sent', recipient: channel }]);
});

test('a test that is not accepted fails with the reason, and is in the log', async () => {
  receiver.respond((response) => response.writeHead(410).end());
  await expect(runTest('Costs')).rejects.toThrow(
    new CommandFailure(
      `The test message could not be sent to Costs. ${receiver.host} answered with status 410.`,
    ),
  );
  const failed = await runLog(['--state', 'failed']);
  expect(failed).toHaveLength(2);
  expect(failed[1]).toContain(`failed         1  ${receiver.host} answered with status 410.`);
});

test('what does not exist is refused', async () => {
  await expect(runTest()).rejects.toThrow(UsageError);
  await expect(runTest('Nowhere')).rejects.toThrow(
    new CommandFailure('There is no channel Nowhere; there are Costs.'),
  );
  await expect(runLog(['today'])).rejects.toThrow(UsageError);
  await expect(runLog(['--limit', 'all'])).rejects.toThrow(UsageError);
  await expect(runLog(['--state', 'lost'])).rejects.toThrow(CommandFailure);
});

test('both commands can ask a remote server', () => {
  expect([
    isRemote(['channels', 'test', channel]),
    isRemote(['deliveries', '--json']),
    isRemote(['channels']),
    isRemote(['jobs', 'list']),
  ]).toEqual([true, true, false, false]);
});
