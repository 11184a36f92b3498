import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../../../test/receiver.js';
import { openSender } from '../../../../platform/outbound/send-request.js';
import { ChannelConfig } from '../channel-config.js';
import type { Notice } from './notice.js';
import { DeliveryFailed, retryAfterSeconds } from './post-request.js';
import { sendToChannel } from './send-to-channel.js';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => receiver.reset());
afterAll(() => receiver.close());

const link = 'https://costs.example.com/go/rprt_1';
const notice: Notice = {
  token: 'msg_0123456789abcdef',
  rule: 'bdgt_alrt_1',
  event: 'bdgt_alrt_1 bdgt_1 2026-03-01 1',
  createdAt: new Date('2026-03-10T09:00:00Z'),
  now: new Date('2026-03-10T09:05:00Z'),
  content: {
    type: 'budget_alert',
    title: 'Budget alert: R&D',
    summary: '82% of <b>R&D</b> is spent.',
    facts: [{ label: 'Spent', value: '820.00 USD' }],
    about: 'rprt_1',
    data: { spend: '820.0' },
  },
  link,
};

const send = (config: object, { timeoutSeconds = 60, ...more }: Record<string, unknown> = {}) =>
  sendToChannel(
    openSender(['127.0.0.1']),
    ChannelConfig.parse(config),
    { ...notice, ...more },
    timeoutSeconds as number,
  );

/** What a failed attempt says. */
const failure = async (config: object, more: Record<string, unknown> = {}) => {
  const error = await send(config, more).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DeliveryFailed);
  return error as DeliveryFailed;
};

const incoming = () => ({ kind: 'slack', settings: {}, secret: `${receiver.url}/services/T/B/X` });
const bot = () => ({
  kind: 'slack',
  settings: { channel: 'C01', url: `${receiver.url}/api/` },
  secret: 'xoxb-hidden',
});
const jira = () => ({
  kind: 'jira',
  settings: { url: receiver.url, email: 'bot@example.com', project_key: 'FIN' },
  secret: 'api-token',
});
const pagerDuty = () => ({
  kind: 'pagerduty',
  settings: { url: `${receiver.url}/v2/enqueue`, severity: 'critical' },
  secret: 'routing-key',
});

test('Slack gets blocks with a button, and names are no markup', async () => {
  await send(incoming());
  const { path, headers, body } = receiver.received[0]!;
  expect([path, headers['idempotency-key']]).toEqual(['/services/T/B/X', notice.token]);
  expect(body.blocks).toEqual([
    { type: 'header', text: { type: 'plain_text', text: 'Budget alert: R&D' } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: '82% of &lt;b&gt;R&amp;D&lt;/b&gt; is spent.' },
    },
    { type: 'section', fields: [{ type: 'mrkdwn', text: '*Spent*\n820.00 USD' }] },
    { type: 'actions', elements: [expect.objectContaining({ type: 'button', url: link })] },
  ]);
});

test('a Slack bot posts to its channel, and a refusal with status 200 is a failure', async () => {
  receiver.respond((response) => response.end('{"ok":true}'));
  await send(bot());
  expect(receiver.received[0]).toMatchObject({
    path: '/api/chat.postMessage',
    headers: { authorization: 'Bearer xoxb-hidden' },
    body: { channel: 'C01', metadata: { event_payload: { id: notice.token } } },
  });
  receiver.respond((response) => response.end('{"ok":false,"error":"not_in_channel"}'));
  expect((await failure(bot())).message).toBe('Slack refused the message: not_in_channel.');
  receiver.respond((response) => response.end('<html>Log in</html>'));
  expect((await failure(bot())).message).toBe('The receiver did not answer with JSON.');
});

test('Teams gets an Adaptive Card', async () => {
  await send({ kind: 'teams', settings: {}, secret: `${receiver.url}/workflows/1?sig=x` });
  const { path, body } = receiver.received[0]!;
  expect(path).toBe('/workflows/1?sig=x');
  expect(body.attachments).toMatchObject([
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        actions: [{ type: 'Action.OpenUrl', url: link }],
      },
    },
  ]);
  expect(JSON.stringify(body)).toContain('82% of <b>R&D</b> is spent.');
});

test('Jira gets one issue, however often the message is sent', async () => {
  const issues: { fields: { labels: string[] } }[] = [];
  receiver.respondAlways((response, { path, body }) => {
    if (path.endsWith('/issue')) issues.push(body);
    const found = issues.filter(({ fields }) => body.jql?.includes(`"${fields.labels[1]}"`));
    // The first issue is created, but its response gets lost.
    if (path.endsWith('/issue') && issues.length === 1) response.destroy();
    else response.end(JSON.stringify({ issues: found }));
  });
  await failure(jira());
  await send(jira());
  await send(jira());
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatchObject({
    fields: {
      project: { key: 'FIN' },
      issuetype: { name: 'Task' },
      summary: 'Budget alert: R&D',
      labels: ['farthing', notice.token],
    },
  });
  const basic = `Basic ${Buffer.from('bot@example.com:api-token').toString('base64')}`;
  expect(receiver.received.every(({ headers }) => headers.authorization === basic)).toBe(true);
  await send(jira(), { token: 'msg_fedcba9876543210' });
  expect(issues).toHaveLength(2);
});

test('PagerDuty gets the same key for the same event, and another one for another event', async () => {
  await send(pagerDuty());
  await send(pagerDuty(), { token: 'msg_fedcba9876543210' });
  await send(pagerDuty(), { event: 'bdgt_alrt_1 bdgt_1 2026-04-01 1' });
  const [first, second, third] = receiver.received.map(({ body }) => body);
  expect(first).toMatchObject({
    routing_key: 'routing-key',
    event_action: 'trigger',
    dedup_key: expect.stringMatching(/^farthing-[0-9a-f]{32}$/),
    payload: { severity: 'critical', timestamp: '2026-03-10T09:00:00Z', source: 'farthing' },
  });
  expect(second.dedup_key).toBe(first.dedup_key);
  expect(third.dedup_key).not.toBe(first.dedup_key);
});

test('Alertmanager gets an alert with labels that every attempt repeats', async () => {
  const config = { kind: 'alertmanager', settings: { url: receiver.url }, secret: 'bearer' };
  await send(config);
  await send(config, { now: new Date('2026-03-10T11:00:00Z') });
  expect(receiver.received[0]).toMatchObject({
    path: '/api/v2/alerts',
    headers: { authorization: 'Bearer bearer' },
    body: [
      {
        labels: { alertname: 'FarthingBudgetAlert', severity: 'warning', rule: 'bdgt_alrt_1' },
        annotations: { summary: 'Budget alert: R&D', spent: '820.00 USD' },
        startsAt: '2026-03-10T09:00:00Z',
        endsAt: '2026-03-11T09:05:00Z',
        generatorURL: link,
      },
    ],
  });
  const [first, second] = receiver.received.map(({ body }) => body[0].labels);
  expect(second).toEqual(first);
});

test('what receivers say is part of the sentence, without the secret', async () => {
  const { host } = receiver;
  receiver.respond((response) => response.writeHead(403).end('invalid_token'));
  expect((await failure(incoming())).message).toBe(
    `${host} answered with status 403: invalid_token.`,
  );
  receiver.respond((response) =>
    response.writeHead(400).end('{"errors":["routing-key is unknown."],"message":"Invalid"}'),
  );
  expect((await failure(pagerDuty())).message).toBe(
    `${host} answered with status 400: Invalid; … is unknown.`,
  );
  receiver.respond((response) => response.writeHead(500).end('<html>Internal data</html>'));
  expect((await failure(pagerDuty())).message).toBe(`${host} answered with status 500.`);
});

test('receivers that are down, slow, endless or break off are failures', async () => {
  const { host } = receiver;
  const down = { kind: 'teams', settings: {}, secret: 'http://127.0.0.1:1/x' };
  expect((await failure(down)).message).toMatch(/^The request to 127\.0\.0\.1:1 failed: .+\.$/);
  receiver.respond(() => undefined);
  expect((await failure(incoming(), { timeoutSeconds: 0.5 })).message).toBe(
    `${host} did not respond within 0.5 seconds.`,
  );
  receiver.respond((response) => response.end('x'.repeat(100_000)));
  expect((await failure(incoming())).message).toContain('larger than');
  receiver.respond((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    response.socket?.end();
  });
  expect((await failure(incoming())).message).toContain(`The request to ${host} failed`);
  const inside = { kind: 'teams', settings: {}, secret: 'http://169.254.169.254/latest' };
  expect((await failure(inside)).message).toContain('is not a public address');
});

test('the delay that a receiver asks for is read as seconds or as a date', async () => {
  receiver.respond((response) => response.writeHead(429, { 'retry-after': '90' }).end());
  expect((await failure(incoming())).retryAfterSeconds).toBe(90);
  const at = 'Tue, 10 Mar 2026 09:06:00 GMT';
  expect(retryAfterSeconds(at, notice.now)).toBe(60);
  expect(['soon', '-5', null].map((value) => retryAfterSeconds(value, notice.now))).toEqual([
    0, 0, 0,
  ]);
});
