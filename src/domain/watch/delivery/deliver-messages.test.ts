import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../../test/harness.js';
import { partsOf, startMailServer } from '../../../../test/mail-server.js';
import { signWebhook } from './channels/webhook.js';
import { deliverMessages } from './deliver-messages.js';
import { type MessageRecipient, writeMessages } from './message.js';
import { retryDelaySeconds } from './retry-delay.js';

const secret = 'a secret of some length';
const start = Date.parse('2026-03-10T09:00:00Z');
let account: Account;
let receiver: Server;
let webhook: string;
let now = new Date(start);
let received: { key: string; title: string; valid: boolean }[] = [];
/** How the receiver behaves, request by request; afterwards it accepts. */
let behaviour: ((response: ServerResponse) => void)[] = [];

beforeAll(async () => {
  account = await newAccount();
  receiver = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const { body } = await account.as.post('/v2/channels', {
    name: 'Receiver',
    kind: 'webhook',
    settings: { url: `http://127.0.0.1:${port}/hook` },
    secret,
    workspace_token: account.workspace.token,
  });
  webhook = body.token;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString();
  const { 'farthing-signature': signature, 'farthing-timestamp': timestamp } = request.headers;
  received.push({
    key: String(request.headers['idempotency-key']),
    title: JSON.parse(body).title,
    valid: signature === `v1=${signWebhook(secret, String(timestamp), body)}`,
  });
  (behaviour.shift() ?? ((each) => each.end('ok')))(response);
}

const write = (title: string, recipients: MessageRecipient[], rule = 'rule') =>
  writeMessages(account.app.services.db, account.app.services, {
    account: account.account.token,
    rule,
    event: `${rule} ${title}`,
    recipients,
    content: {
      type: 'test',
      title,
      summary: `${title} <happened> & more.`,
      facts: [{ label: 'Spent', value: '12.5 USD' }],
      about: 'rprt_1',
      data: { spend: '12.5' },
    },
    now,
  });

const toMail = (...recipients: string[]): MessageRecipient[] =>
  recipients.map((recipient) => ({ channel: 'email', recipient }));

const toWebhook = (): MessageRecipient[] => [{ channel: 'webhook', recipient: webhook }];

const deliver = (more: object = {}) =>
  deliverMessages({
    services: account.app.services,
    clock: () => now,
    random: () => 0.5,
    timeoutSeconds: 60,
    ...more,
  });

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

const states = async (prefix: string) => {
  const rows = await account.app.services.db
    .selectFrom('delivery_messages')
    .select(['event_key', 'state', 'attempts', 'last_error'])
    .where('account_token', '=', account.account.token)
    .where('event_key', 'like', `${prefix}%`)
    .orderBy('id')
    .execute();
  return rows.map(({ state, attempts }) => `${state} ${attempts}`);
};

const reset = () => {
  received = [];
  behaviour = [];
};

test('delays grow by five and vary by half', () => {
  expect([1, 2, 3, 4].map((attempts) => retryDelaySeconds(attempts, 0))).toEqual([
    60, 300, 1500, 7500,
  ]);
  expect(retryDelaySeconds(2, 1)).toBe(150);
});

test('a webhook is signed, and a failing receiver gets the message again with the same key', async () => {
  reset();
  behaviour = [
    (response) => response.writeHead(500).end('no'),
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.socket?.end();
    },
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ];
  await write('first', toWebhook(), 'failing');
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await deliver();
    pass(8000);
  }
  expect(received).toHaveLength(4);
  expect(received.every(({ title, valid }) => title === 'first' && valid)).toBe(true);
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
  expect(await states('failing')).toEqual(['sent 4']);
});

test('a slow receiver ends with the timeout', async () => {
  reset();
  behaviour = [() => undefined];
  await write('slow', toWebhook(), 'slow');
  await deliver({ timeoutSeconds: 0.5 });
  expect(await states('slow')).toEqual(['pending 1']);
  pass(60);
  await deliver();
  expect(await states('slow')).toEqual(['sent 2']);
});

test('messages wait for a receiver that is down for an hour, and arrive in order', async () => {
  reset();
  const { port } = receiver.address() as AddressInfo;
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await write('early', toWebhook(), 'outage');
  await write('late', toWebhook(), 'outage');
  for (let minute = 0; minute < 60; minute += 1) {
    await deliver();
    pass(60);
  }
  expect(received).toEqual([]);
  expect(await states('outage')).toEqual(['pending 4', 'pending 0']);
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  pass(8000);
  await deliver();
  await deliver();
  expect(received.map(({ title }) => title)).toEqual(['early', 'late']);
  expect(await states('outage')).toEqual(['sent 5', 'sent 1']);
});

test('messages of a rule arrive in order, and a failing one holds up only its own rule', async () => {
  reset();
  behaviour = [(response) => response.writeHead(503).end()];
  await write('one', toWebhook(), 'ordered');
  await write('two', toWebhook(), 'ordered');
  await write('three', toWebhook(), 'ordered');
  await deliver();
  await write('other', toWebhook(), 'apart');
  await deliver();
  expect(received.map(({ title }) => title)).toEqual(['one', 'other']);
  pass(60);
  await Promise.all([deliver(), deliver()]);
  expect(received.map(({ title }) => title)).toEqual(['one', 'other', 'one', 'two', 'three']);
});

test('two workers at once send each message once', async () => {
  reset();
  for (let count = 0; count < 25; count += 1) await write(`m${count}`, toWebhook(), `w${count}`);
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(new Set(received.map(({ key }) => key)).size).toBe(25);
  expect(received).toHaveLength(25);
});

test('after five attempts a message is a dead letter, and the next one follows', async () => {
  reset();
  behaviour = Array(5).fill((response: ServerResponse) => response.writeHead(500).end());
  await write('dead', toWebhook(), 'letters');
  await write('alive', toWebhook(), 'letters');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await deliver();
    pass(8000);
  }
  expect(await states('letters')).toEqual(['failed 5', 'sent 1']);
});

test('a crash between sending and recording sends again, with the same key', async () => {
  reset();
  const { db } = account.app.services;
  await sql`create function fail_record() returns trigger language plpgsql as $$
    begin raise exception 'crash'; end $$`.execute(db);
  await sql`create trigger fail_record before update of state on delivery_messages for each row
    when (new.event_key = 'crash only') execute function fail_record()`.execute(db);
  await write('only', toWebhook(), 'crash');
  try {
    await expect(deliver()).rejects.toThrow('crash');
  } finally {
    await sql`drop trigger fail_record on delivery_messages`.execute(db);
    await sql`drop function fail_record`.execute(db);
  }
  await deliver();
  expect(received).toHaveLength(1);
  pass(200);
  await deliver();
  expect(received).toHaveLength(2);
  expect(received[0]!.key).toBe(received[1]!.key);
  expect(await states('crash')).toEqual(['sent 2']);
});

test('an event is written once for each recipient', async () => {
  await write('repeated', toWebhook(), 'once');
  await write('repeated', toWebhook(), 'once');
  expect(await states('once')).toHaveLength(1);
  await deliver();
});

test('a webhook in the network of the server is refused', async () => {
  const { body } = await account.as.post('/v2/channels', {
    name: 'Metadata',
    kind: 'webhook',
    settings: { url: 'http://169.254.169.254/latest' },
    secret,
    workspace_token: account.workspace.token,
  });
  await write('inside', [{ channel: 'webhook', recipient: body.token }], 'metadata');
  await deliver();
  expect(await states('metadata')).toEqual(['pending 1']);
  await account.as.delete(`/v2/channels/${body.token}`);
  pass(60);
  await deliver();
  expect(await states('metadata')).toEqual(['dropped 2']);
});

test('e-mails wait for a mail server, reach users at their address, and skip deleted ones', async () => {
  const [user, deleted] = [await account.newUser('viewer'), await account.newUser('viewer')];
  const recipients = toMail(user.token, deleted.token, 'team@example.com');
  await write('Budget alert: Ünïcode', recipients, 'mail');
  await deliver();
  expect(await states('mail')).toEqual(Array(3).fill('not_configured 0'));
  const { db } = account.app.services;
  await db.deleteFrom('users').where('token', '=', deleted.token).execute();
  const { smtp, mails, services, setDown } = await openMailServer();
  setDown(true);
  await deliver({ services });
  expect(await states('mail')).toEqual(['pending 1', 'dropped 1', 'pending 1']);
  setDown(false);
  pass(60);
  await deliver({ services });
  smtp.close();
  expect(await states('mail')).toEqual(['sent 2', 'dropped 1', 'sent 2']);
  const own = mails.filter(({ to }) => [user.email, 'team@example.com'].includes(to));
  expect(own).toHaveLength(2);
  for (const { raw } of own) {
    expect(raw).toMatch(/^Message-ID: <msg_[0-9a-f]{16}@example\.com>\r$/m);
    const [text, html, ...others] = partsOf(raw);
    expect([text!.type, html!.type, others]).toEqual(['text/plain', 'text/html', []]);
    expect(text!.content.toString()).toContain('<happened> & more.');
    expect(html!.content.toString()).toContain('&lt;happened&gt; &amp; more.');
    for (const { content } of [text!, html!]) expect(content.toString()).toContain('/go/rprt_1');
  }
});

test('a team is resolved to its members when its message is sent, each of whom is told once', async () => {
  const [first, second, third] = [
    await account.newUser('viewer'),
    await account.newUser('viewer'),
    await account.newUser('viewer'),
  ];
  const team = await account.newTeam('Web', { [first.token]: 'viewer', [second.token]: 'viewer' });
  await write('To a team', toMail(team, first.token), 'team');
  const { db } = account.app.services;
  await db.deleteFrom('team_members').where('user_token', '=', second.token).execute();
  await db
    .insertInto('team_members')
    .values({ team_token: team, user_token: third.token, role: 'viewer' })
    .execute();
  const { smtp, mails, services } = await openMailServer();
  await deliver({ services });
  await deliver({ services });
  smtp.close();
  const known = new Set([first, second, third].map(({ email }) => email));
  const told = mails.map(({ to }) => to).filter((to) => known.has(to));
  expect(told.toSorted()).toEqual([first.email, third.email].toSorted());
});

/** A mail server, and the services that send through it. */
async function openMailServer() {
  const { sendMail, ...server } = await startMailServer();
  return { ...server, services: { ...account.app.services, sendMail } };
}
