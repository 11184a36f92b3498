import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { type Receiver, startReceiver } from '../../../test/receiver.js';
import { deliverMessages } from '../../domain/watch/delivery/deliver-messages.js';
import { writeMessages } from '../../domain/watch/delivery/message.js';
import { recipientsOfRule } from '../../domain/watch/delivery/recipients.js';

const start = new Date('2026-03-10T09:00:00Z');
let account: Account;
let receiver: Receiver;
let channel: string;
beforeAll(async () => {
  account = await newAccount();
  receiver = await startReceiver();
  const { body } = await account.as.post('/v2/channels', {
    name: '#Costs',
    kind: 'slack',
    secret: `${receiver.url}/slack`,
    workspace_token: account.workspace.token,
  });
  channel = body.token;
});
beforeEach(() => receiver.reset());
afterAll(() => {
  setTime('2026-03-10T09:00:00Z');
  receiver.close();
});

const ruleOf = (more: object) => ({
  account_token: account.account.token,
  workspace_token: account.workspace.token,
  ...more,
});

const write = async (rule: string, title: string, now = start) =>
  writeMessages(account.app.services.db, account.app.services, {
    account: account.account.token,
    rule,
    event: `${rule} ${title}`,
    recipients: await recipientsOfRule(
      account.app.services.db,
      ruleOf({ slack_channels: ['costs'], channel_tokens: [channel] }),
    ),
    content: { type: 'test', title, summary: 'S.', facts: [], about: 'rprt_1', data: {} },
    now,
  });

/** A run of the delivery, a number of seconds after the start. */
const deliver = (seconds = 0) =>
  deliverMessages({
    services: account.app.services,
    clock: () => new Date(start.getTime() + seconds * 1000),
    random: () => 0,
    timeoutSeconds: 60,
  });

const logOf = async (rule: string) =>
  (await account.as.get(`/v2/deliveries?rule_token=${rule}`)).body.deliveries;
const titles = () => receiver.received.map(({ body }) => body.blocks[0].text.text);
const failAlways = (status: number, headers = {}) =>
  receiver.respondAlways((response) => response.writeHead(status, headers).end());

test('recipients are resolved by name, by id and by token, each of them once', async () => {
  const { db } = account.app.services;
  const { as, owner, everyone, workspace } = account;
  const { body: bot } = await as.post('/v2/channels', {
    name: 'Alerts',
    kind: 'slack',
    settings: { channel: 'C0AB' },
    secret: 'xoxb-1',
    workspace_token: workspace.token,
  });
  const recipients = await recipientsOfRule(
    db,
    ruleOf({
      user_tokens: [owner.token],
      team_tokens: [everyone.token],
      recipient_emails: [owner.email.toUpperCase(), 'Team@example.com'],
      email_recipients: ['team@example.com'],
      recipient_channels: ['costs', '#COSTS', 'c0ab'],
      teams_channels: ['costs'],
      channel_tokens: [channel, 'chnl_0000000000000000'],
    }),
  );
  expect(recipients).toHaveLength(5);
  expect(recipients).toEqual(
    expect.arrayContaining([
      { channel: 'email', recipient: owner.token },
      { channel: 'email', recipient: everyone.token },
      { channel: 'email', recipient: 'team@example.com' },
      { channel: 'slack', recipient: channel },
      { channel: 'slack', recipient: bot.token },
    ]),
  );
  const elsewhere = { ...ruleOf({ channel_tokens: [channel] }), workspace_token: 'wrkspc_0' };
  expect(await recipientsOfRule(db, elsewhere)).toEqual([]);
});

test('a receiver that is down for an hour gets everything afterwards, in order', async () => {
  failAlways(503);
  await write('outage', 'one');
  await write('outage', 'two');
  for (const minutes of [0, 2, 10, 35]) await deliver(minutes * 60);
  expect(titles()).toEqual(['one', 'one', 'one', 'one']);
  const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect((await logOf('outage')).map(({ state }: { state: string }) => state)).toEqual([
    'pending',
    'pending',
  ]);
  receiver.reset();
  await deliver(200 * 60);
  expect(titles()).toEqual(['one', 'two']);
});

test.each([
  ['600', '2026-03-10T09:10:00Z'],
  ['86400', '2026-03-10T10:00:00Z'],
  ['1', '2026-03-10T09:01:00Z'],
])('Retry-After: %s leads to an attempt at %s', async (seconds, next) => {
  failAlways(429, { 'retry-after': seconds });
  await write(`limited ${seconds}`, 'one');
  await deliver();
  expect(await logOf(`limited ${seconds}`)).toMatchObject([
    {
      state: 'pending',
      next_attempt_at: next,
      error: `${receiver.host} answered with status 429.`,
    },
  ]);
  receiver.reset();
  await deliver(7200);
  expect(titles()).toEqual(['one']);
});

test('a dead letter is sent again on request, with the same key, and the request is audited', async () => {
  failAlways(500);
  await write('dead', 'letter');
  for (const hours of [0, 3, 6, 9, 12]) await deliver(hours * 3600);
  const [letter] = await logOf('dead');
  expect([letter.state, letter.attempts]).toEqual(['failed', 5]);
  const { body: failed } = await account.as.get('/v2/deliveries?state=failed&kind=slack');
  expect(failed.deliveries).toEqual([letter]);
  receiver.reset();
  const { status, body } = await account.as.post(`/v2/deliveries/${letter.token}/resend`);
  expect([status, body.state]).toEqual([200, 'pending']);
  await deliver(13 * 3600);
  expect(receiver.received[0]!.headers['idempotency-key']).toBe(letter.token);
  const { body: sent } = await account.as.get(`/v2/deliveries/${letter.token}`);
  expect([sent.state, sent.error]).toEqual(['sent', null]);
  const again = await account.as.post(`/v2/deliveries/${letter.token}/resend`);
  expect([again.status, again.body.errors]).toEqual([
    422,
    ['A message that is sent cannot be sent again'],
  ]);
  const { body: audit } = await account.as.get(`/v2/audit_logs?object_token=${letter.token}`);
  expect(audit.audit_logs[0].changed_values.state).toEqual(['failed', 'pending']);
});

test('messages of a muted channel or rule are not sent, unless someone asks for it', async () => {
  const { body: budget } = await account.as.post('/v2/budgets', {
    name: 'B',
    workspace_token: account.workspace.token,
  });
  const { body: alert } = await account.as.post('/v2/budget_alerts', {
    budget_tokens: [budget.token],
    threshold: 80,
    duration_in_days: '',
  });
  for (const object_token of [channel, alert.token]) {
    const { status, body: mute } = await account.as.post('/v2/mutes', {
      object_token,
      starts_at: '2026-03-10T08:00:00Z',
      ends_at: '2026-03-10T10:00:00Z',
    });
    expect(status).toBe(201);
    await write(alert.token, object_token);
    await deliver();
    expect(receiver.received).toEqual([]);
    const [message] = await logOf(alert.token);
    expect(message.state).toBe('muted');
    await account.as.post(`/v2/deliveries/${message.token}/resend`);
    await deliver(3600);
    expect(titles()).toEqual([object_token]);
    await account.as.delete(`/v2/mutes/${mute.token}`);
    receiver.reset();
  }
});

test.each([
  { object_token: 'chnl_0000000000000000' },
  { ends_at: '2026-03-10T08:00:00Z' },
  { starts_at: 'tonight' },
])('a mute with %j is refused', async (body) => {
  const { status } = await account.as.post('/v2/mutes', {
    object_token: channel,
    starts_at: '2026-03-10T08:00:00Z',
    ends_at: '2026-03-10T10:00:00Z',
    ...body,
  });
  expect(status).toBe(400);
});

test('messages are removed after 90 days, whatever has become of them', async () => {
  await write('old', 'old', new Date('2025-11-01T09:00:00Z'));
  await write('kept', 'kept', new Date('2026-03-09T09:00:00Z'));
  await account.app.jobs.run('deliver-messages');
  expect([await logOf('old'), await logOf('kept')]).toMatchObject([[], [{ state: 'sent' }]]);
});
