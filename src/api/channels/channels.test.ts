import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';
import { type Receiver, startReceiver } from '../../../test/receiver.js';

let account: Account;
let receiver: Receiver;
beforeAll(async () => {
  account = await newAccount();
  receiver = await startReceiver();
});
beforeEach(() => receiver.reset());
afterAll(() => receiver.close());

const create = (body: object) =>
  account.as.post('/v2/channels', {
    name: 'Costs',
    workspace_token: account.workspace.token,
    ...body,
  });
const webhook = (body: object = {}) =>
  create({
    kind: 'webhook',
    settings: { url: `${receiver.url}/hook` },
    secret: 'a secret of some length',
    ...body,
  });
const jira = {
  kind: 'jira',
  settings: { url: 'https://example.atlassian.net', email: 'a@example.com', project_key: 'FIN' },
  secret: 'hidden-token',
};
const teams = (name: string) =>
  create({ name, kind: 'teams', settings: {}, secret: `${receiver.url}/${name}` });

test('a channel keeps its secret to itself', async () => {
  const { status, body } = await create(jira);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      kind: 'jira',
      settings: { ...jira.settings, issue_type: 'Task' },
      secret_changed_at: '2026-03-10T09:00:00Z',
    }),
  ]);
  expect(JSON.stringify(body)).not.toContain(jira.secret);
  const { services } = account.app;
  const stored = await services.db
    .selectFrom('channels')
    .select('secret')
    .where('token', '=', body.token)
    .executeTakeFirstOrThrow();
  expect(stored.secret!.includes(jira.secret)).toBe(false);
  expect(services.vault.open(stored.secret!)).toBe(jira.secret);
});

test.each([
  [{ kind: 'webhook', secret: 'a secret of some length' }, 'settings.url is missing'],
  [{ kind: 'webhook', settings: { url: 'file:///etc/passwd' } }, 'settings.url must be a URL'],
  [{ kind: 'slack', secret: 'xoxb-1' }, 'secret must be the URL of an incoming webhook'],
  [{ kind: 'slack', settings: { channel: 'C1' }, secret: 'https://hooks.slack.com/x' }, 'secret'],
  [{ kind: 'teams', secret: 'no url' }, 'secret must be a URL'],
  [{ ...jira, settings: { ...jira.settings, project_key: 'a" OR 1' } }, 'settings.project_key'],
  [{ ...jira, secret: 'two\nlines' }, 'secret'],
  [{ kind: 'pagerduty' }, 'secret is missing'],
  [{ kind: 'alertmanager', settings: { url: 'http://x', severity: 'loud' } }, 'settings.severity'],
  [{ kind: 'fax' }, 'kind'],
  [
    { kind: 'webhook', settings: { url: 'https://u:p@a.example.com' }, secret: 'x'.repeat(16) },
    'settings.url must not contain a user name or password',
  ],
  [
    { ...jira, settings: { ...jira.settings, url: 'https://u@a.example.com' } },
    'settings.url must not contain a user name or password',
  ],
  [
    { kind: 'alertmanager', settings: { url: 'http://:p@a.example.com' } },
    'settings.url must not contain a user name or password',
  ],
  [
    { kind: 'slack', secret: 'https://u:p@hooks.slack.com/x' },
    'secret must not contain a user name or password',
  ],
  [
    { kind: 'teams', secret: 'https://u:p@a.example.com' },
    'secret must not contain a user name or password',
  ],
])('%j is refused', async (body, message) => {
  const { status, body: refusal } = await create(body);
  expect(status).toBe(400);
  expect(refusal.errors.join()).toContain(message);
});

test('an address with a user name or password does not replace another one', async () => {
  const { body: channel } = await webhook();
  const url = receiver.url.replace('http://', 'http://user:hidden@');
  const { status, body } = await account.as.put(`/v2/channels/${channel.token}`, {
    settings: { url },
  });
  expect([status, body.errors]).toEqual([
    400,
    ['settings.url must not contain a user name or password'],
  ]);
});

test('a changed secret is in the audit log, without its value', async () => {
  const { body: channel } = await create(jira);
  const path = `/v2/channels/${channel.token}`;
  await account.as.put(path, { secret: jira.secret });
  const auditOf = async () =>
    (await account.as.get(`/v2/audit_logs?object_token=${channel.token}`)).body.audit_logs;
  expect(await auditOf()).toHaveLength(1);
  await account.app.services.db
    .updateTable('channels')
    .set({ secret_changed_at: new Date('2026-01-01T00:00:00Z') })
    .where('token', '=', channel.token)
    .execute();
  await account.as.put(path, { secret: 'another-token' });
  const [entry] = await auditOf();
  expect(entry.changed_values).toEqual({
    secret_changed_at: ['2026-01-01T00:00:00Z', '2026-03-10T09:00:00Z'],
  });
  expect(JSON.stringify(await auditOf())).not.toMatch(/hidden-token|another-token/);
});

test('a stored secret is not sent to another server', async () => {
  const { body: channel } = await create(jira);
  const path = `/v2/channels/${channel.token}`;
  const settings = { ...jira.settings, url: 'https://elsewhere.example.com' };
  expect((await account.as.put(path, { settings })).status).toBe(400);
  expect((await account.as.put(path, { settings, secret: 'new' })).status).toBe(200);
  const other = { ...settings, project_key: 'OPS' };
  expect((await account.as.put(path, { settings: other })).body.settings.project_key).toBe('OPS');
});

test('a webhook with another host needs its secret again, since that host could forge messages', async () => {
  const { body: channel } = await webhook();
  const path = `/v2/channels/${channel.token}`;
  const elsewhere = { settings: { url: 'https://elsewhere.example.com/hook' } };
  const { status, body } = await account.as.put(path, elsewhere);
  expect([status, body.errors]).toEqual([
    400,
    ['secret is missing: a channel with another address needs it again'],
  ]);
  expect((await account.as.get(path)).body.settings).toEqual(channel.settings);
  const otherPath = { settings: { url: `${receiver.url}/other` } };
  expect((await account.as.put(path, otherPath)).status).toBe(200);
  const secret = 'another secret of some length';
  expect((await account.as.put(path, { ...elsewhere, secret })).status).toBe(200);
});

describe('settings of a PUT', () => {
  const settingsOf = async (token: string, settings: object | null) =>
    (await account.as.put(`/v2/channels/${token}`, { settings })).body.settings;

  test('are merged key by key', async () => {
    const { body: channel } = await create(jira);
    const stored = { ...jira.settings, issue_type: 'Task' };
    expect(await settingsOf(channel.token, { project_key: 'OPS' })).toEqual({
      ...stored,
      project_key: 'OPS',
    });
    expect(await settingsOf(channel.token, {})).toEqual({ ...stored, project_key: 'OPS' });
    expect(await settingsOf(channel.token, null)).toEqual({ ...stored, project_key: 'OPS' });
    expect(await settingsOf(channel.token, { issue_type: 'Bug' })).toMatchObject({
      project_key: 'OPS',
      issue_type: 'Bug',
    });
  });

  test('are set back to their defaults by null or an empty text', async () => {
    const { body: channel } = await create({ ...jira, settings: { ...jira.settings } });
    for (const cleared of [null, '']) {
      await settingsOf(channel.token, { issue_type: 'Bug' });
      const settings = await settingsOf(channel.token, { issue_type: cleared });
      expect(settings.issue_type).toBe('Task');
    }
    const { status, body } = await account.as.put(`/v2/channels/${channel.token}`, {
      settings: { url: '' },
    });
    expect([status, body.errors]).toEqual([400, ['settings.url is missing']]);
  });

  test('lose the Slack channel when an incoming webhook replaces a bot token', async () => {
    const { body: channel } = await create({
      name: 'costs-bot',
      kind: 'slack',
      settings: { channel: 'C1' },
      secret: 'xoxb-1',
    });
    const { status, body } = await account.as.put(`/v2/channels/${channel.token}`, {
      settings: { channel: '' },
      secret: 'https://hooks.slack.com/services/x',
    });
    expect([status, body.settings]).toEqual([200, { url: 'https://slack.com/api' }]);
  });
});

test('names of chat channels are unique in a workspace', async () => {
  expect((await teams('#General')).status).toBe(201);
  expect((await teams('general')).body.errors).toEqual(['Name has already been taken']);
  expect((await webhook({ name: 'general' })).status).toBe(201);
});

describe('a test', () => {
  test('is really sent, and is in the delivery log', async () => {
    const { body: channel } = await webhook();
    const { status, body } = await account.as.post(`/v2/channels/${channel.token}/test`);
    expect([status, body.state, body.error, body.attempts]).toEqual([200, 'sent', null, 1]);
    expect(receiver.received).toMatchObject([
      { path: '/hook', headers: { 'idempotency-key': body.token }, body: { type: 'test' } },
    ]);
    const { body: log } = await account.as.get(`/v2/deliveries?channel_token=${channel.token}`);
    expect(log.deliveries).toEqual([body]);
  });

  test('that fails says why in one sentence, and is not repeated', async () => {
    const { body: channel } = await webhook();
    receiver.respond((response) => response.writeHead(410).end());
    const { status, body } = await account.as.post(`/v2/channels/${channel.token}/test`);
    expect([status, body.state, body.error]).toEqual([
      200,
      'failed',
      `${receiver.host} answered with status 410.`,
    ]);
    await account.app.jobs.run('deliver-messages');
    expect(receiver.received).toHaveLength(1);
  });

  test('needs the right to change the channel', async () => {
    const { body: channel } = await webhook();
    const { as: viewer } = await account.newUser('viewer');
    expect((await viewer.post(`/v2/channels/${channel.token}/test`)).status).toBe(403);
    expect((await viewer.get('/v2/deliveries')).status).toBe(403);
    expect(receiver.received).toEqual([]);
  });
});

test('budget alerts name channels of the chat, and lose their provider with them', async () => {
  const { body: budget } = await account.as.post('/v2/budgets', {
    name: 'B',
    workspace_token: account.workspace.token,
  });
  const alertOn = (names: string[]) =>
    account.as.post('/v2/budget_alerts', {
      budget_tokens: [budget.token],
      threshold: 80,
      duration_in_days: '',
      recipient_channels: names,
    });
  const { body: channel } = await teams('FinOps');
  expect((await alertOn(['#nowhere'])).body.errors).toEqual([
    'recipient_channels: the workspace has no Slack or Teams channel named #nowhere',
  ]);
  const { status, body: alert } = await alertOn(['#finops']);
  expect([status, alert.integration_provider, alert.recipient_channels]).toEqual([
    201,
    'microsoft_graph',
    ['#finops'],
  ]);
  await account.as.delete(`/v2/channels/${channel.token}`);
  const { body: left } = await account.as.get(`/v2/budget_alerts/${alert.token}`);
  expect([left.integration_provider, left.recipient_channels]).toEqual([null, ['#finops']]);
});
