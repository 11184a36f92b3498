import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../platform/auth/passwords.js';
import { setTime } from '../../../test/clock.js';
import { type Account, clientFor, newAccount } from '../../../test/harness.js';
import { newPasskeyDevice } from '../../../test/passkey-device.js';

const start = '2026-03-10T09:00:00Z';
const password = 'correct horse battery';
const passwordHash = await hashPassword(password);

let account: Account;

beforeEach(async () => {
  account = await newAccount();
  await givePassword(account.owner.token);
});
afterEach(() => setTime(start));

const givePassword = (token: string) =>
  account.app.services.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('token', '=', token)
    .execute();

const seconds = (after: number) => new Date(Date.parse(start) + after * 1000);
const moveTo = (after: number) => setTime(seconds(after).toISOString());
const codeAt = (secret: string, after: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds(after).getTime() });

const anonymous = () => clientFor(account.app, undefined);
const logIn = (email: string = account.owner.email) =>
  anonymous().post('/console/session', { email, password });
const complete = (ticket: string, proof: object) =>
  anonymous().post('/console/session/second_factor', { ticket, ...proof });

type Response = Awaited<ReturnType<typeof logIn>>;

/** Requests of a browser that is logged in. */
function browser({ body, headers }: Response) {
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  return (method: string, path: string, payload?: object) =>
    anonymous().send(method, path, payload, { cookie, 'x-csrf-token': body.csrf_token });
}

/** A user with an authenticator app, whose code of the start is used up. */
async function withTotp(email?: string) {
  const send = browser(await logIn(email));
  const { ticket, secret } = (await send('POST', '/console/second_factors/totp')).body;
  const sent = { ticket, code: codeAt(secret, 0), name: 'Phone' };
  const added = await send('POST', '/console/second_factors/totp/confirm', sent);
  expect(added.status).toBe(201);
  return { send, secret, codes: added.body.recovery_codes as string[], token: added.body.token };
}

/** Where the browser is; the port of the shared app depends on whether it listens. */
function origin() {
  const bound = account.app.server.server.address();
  return `http://localhost:${typeof bound === 'object' && bound ? bound.port : 8080}`;
}

async function withPasskey() {
  const send = browser(await logIn());
  const device = newPasskeyDevice(origin());
  const { ticket, options } = (await send('POST', '/console/second_factors/passkey')).body;
  const sent = { ticket, passkey: device.create(options), name: 'Key' };
  const added = await send('POST', '/console/second_factors/passkey/confirm', sent);
  expect(added.body).toMatchObject({ kind: 'passkey', name: 'Key' });
  return { send, device };
}

const passkeyOptions = async (ticket: string) =>
  (await anonymous().post('/console/session/passkey_options', { ticket })).body;

describe('an authenticator app', () => {
  test('is asked for after the password, and there is no session before', async () => {
    const { secret } = await withTotp();
    const pending = await logIn();
    expect(pending.status).toBe(202);
    expect(pending.headers['set-cookie']).toBeUndefined();
    expect(pending.body).toMatchObject({
      methods: ['totp', 'recovery_code'],
      requires_enrolment: false,
    });
    const { ticket } = pending.body;
    expect((await clientFor(account.app, ticket).get('/v2/me')).status).toBe(401);
    expect((await complete(ticket, { code: '000000' })).status).toBe(401);
    moveTo(30);
    const done = await complete(ticket, { code: codeAt(secret, 30) });
    expect(done.status).toBe(201);
    expect((await browser(done)('GET', '/v2/me')).status).toBe(200);
    expect((await complete(ticket, { code: codeAt(secret, 60) })).status).toBe(401);
  });

  test('may be half a minute off, and each code works once', async () => {
    const { secret } = await withTotp();
    const { ticket } = (await logIn()).body;
    const attempt = async (code: string) => (await complete(ticket, { code })).status;
    expect(await attempt(codeAt(secret, 0))).toBe(401);
    moveTo(120);
    expect(await attempt(codeAt(secret, 60))).toBe(401);
    expect(await attempt(codeAt(secret, 180))).toBe(401);
    const spaced = codeAt(secret, 150).replace(/^.../, '$& ');
    expect(await attempt(spaced)).toBe(201);
    const next = (await logIn()).body.ticket;
    for (const used of [150, 120, 90]) {
      expect((await complete(next, { code: codeAt(secret, used) })).status).toBe(401);
    }
  });

  test('has to be confirmed by a code within five minutes', async () => {
    const send = browser(await logIn());
    const { ticket, secret, url } = (await send('POST', '/console/second_factors/totp')).body;
    expect(url).toContain(`secret=${secret}`);
    const confirm = (code: string) =>
      send('POST', '/console/second_factors/totp/confirm', { ticket, code, name: 'Phone' });
    expect((await confirm('12345')).status).toBe(422);
    expect((await logIn()).status).toBe(201);
    moveTo(301);
    expect((await confirm(codeAt(secret, 300))).status).toBe(422);
  });

  test('cannot be guessed, from whatever address and with a new ticket', async () => {
    const { secret } = await withTotp();
    for (let guess = 0; guess < 10; guess += 1) {
      await account.app.server.inject({
        method: 'POST',
        url: '/console/session/second_factor',
        remoteAddress: `192.0.2.${guess}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ ticket: (await logIn()).body.ticket, code: '123' }),
      });
    }
    moveTo(60);
    const { ticket } = (await logIn()).body;
    expect((await complete(ticket, { code: codeAt(secret, 60) })).status).toBe(429);
    moveTo(901);
    const later = (await logIn()).body.ticket;
    expect((await complete(later, { code: codeAt(secret, 900) })).status).toBe(201);
  });

  test('does not help with a ticket that has expired', async () => {
    const { secret } = await withTotp();
    const { ticket } = (await logIn()).body;
    moveTo(301);
    expect((await complete(ticket, { code: codeAt(secret, 300) })).status).toBe(401);
  });

  test('is asked for after a password reset too, and not of tokens', async () => {
    await withTotp();
    const path = `/console/users/${account.owner.token}/password`;
    const { link } = (await account.as.post(path)).body;
    const ticket = new URL(link).searchParams.get('ticket');
    const sent = { ticket, password: 'staple correct horse' };
    const reset = await anonymous().post('/console/password', sent);
    expect([reset.status, reset.headers['set-cookie']]).toEqual([202, undefined]);
    expect((await account.as.get('/v2/me')).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('replaces the factor once, and its use is audited', async () => {
    const { codes } = await withTotp();
    expect(new Set(codes).size).toBe(10);
    const recovery_code = codes[3]!.toUpperCase().replaceAll('-', ' ');
    const [first, second] = [(await logIn()).body.ticket, (await logIn()).body.ticket];
    expect((await complete(first, { recovery_code: 'aaaa-aaaa-aaaa-aaaa' })).status).toBe(401);
    const done = await complete(first, { recovery_code });
    expect(done.status).toBe(201);
    expect((await complete(second, { recovery_code })).status).toBe(401);
    const state = (await browser(done)('GET', '/console/second_factors')).body;
    expect(state.recovery_codes_left).toBe(9);
    const [entry] = (await account.as.get('/v2/audit_logs')).body.audit_logs;
    expect(entry).toMatchObject({ object_type: 'Recovery Code', user: account.owner.email });
  });

  test('of an older set does not work', async () => {
    const { codes, send } = await withTotp();
    expect((await send('POST', '/console/recovery_codes', {})).status).toBe(422);
    const replaced = await send('POST', '/console/recovery_codes', { password });
    const { ticket } = (await logIn()).body;
    expect((await complete(ticket, { recovery_code: codes[0] })).status).toBe(401);
    const [fresh] = replaced.body.recovery_codes;
    expect((await complete(ticket, { recovery_code: fresh })).status).toBe(201);
  });
});

describe('a passkey', () => {
  test('completes a log-in, and its challenge is signed once', async () => {
    const { device } = await withPasskey();
    const { ticket, methods } = (await logIn()).body;
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const options = await passkeyOptions(ticket);
    expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
    const passkey = device.sign(options);
    expect((await complete(ticket, { passkey })).status).toBe(201);
    const next = (await logIn()).body.ticket;
    expect((await complete(next, { passkey })).status).toBe(401);
    await passkeyOptions(next);
    expect((await complete(next, { passkey })).status).toBe(401);
  });

  test.each([
    ['another origin', { origin: 'http://localhost.example.com' }],
    ['another host', { rpId: 'example.com' }],
    ['another challenge', { challenge: Buffer.from('guessed').toString('base64url') }],
    ['a counter that goes back', { counter: 3 }],
  ])('is refused for %s', async (_name, deviation) => {
    const { device } = await withPasskey();
    const first = (await logIn()).body.ticket;
    const signed = device.sign(await passkeyOptions(first), { counter: 7 });
    expect((await complete(first, { passkey: signed })).status).toBe(201);
    const { ticket } = (await logIn()).body;
    const options = await passkeyOptions(ticket);
    const passkey = device.sign(options, { counter: 8, ...deviation });
    expect((await complete(ticket, { passkey })).status).toBe(401);
    // A failed attempt uses the challenge up.
    const honest = device.sign(options, { counter: 9 });
    expect((await complete(ticket, { passkey: honest })).status).toBe(401);
  });

  test('of someone else, or a forged signature, is refused', async () => {
    await withPasskey();
    const { ticket } = (await logIn()).body;
    const stranger = newPasskeyDevice(origin());
    const passkey = stranger.sign(await passkeyOptions(ticket));
    expect((await complete(ticket, { passkey })).status).toBe(401);
    const { device } = await storedPasskey();
    const options = await passkeyOptions(ticket);
    const forged = { ...stranger.sign(options), id: device.id, rawId: device.id };
    expect((await complete(ticket, { passkey: forged })).status).toBe(401);
  });

  test('is not added from another origin, nor with the ticket of another user', async () => {
    const send = browser(await logIn());
    const device = newPasskeyDevice(origin());
    const { ticket, options } = (await send('POST', '/console/second_factors/passkey')).body;
    const add = (sender: typeof send, deviation: object) =>
      sender('POST', '/console/second_factors/passkey/confirm', {
        ticket,
        passkey: device.create(options, deviation),
        name: 'Key',
      });
    expect((await add(send, { origin: 'https://evil.example' })).status).toBe(422);
    expect((await add(send, { challenge: 'AAAA' })).status).toBe(422);
    const other = await account.newUser('viewer');
    await givePassword(other.token);
    expect((await add(browser(await logIn(other.email)), {})).status).toBe(422);
    expect((await add(send, {})).status).toBe(201);
    expect((await add(send, {})).status).toBe(422);
  });
});

/** The passkey that the owner has already. */
async function storedPasskey() {
  const { db } = account.app.services;
  const row = await db
    .selectFrom('second_factors')
    .select('credential_id')
    .where('user_token', '=', account.owner.token)
    .executeTakeFirstOrThrow();
  return { device: { id: row.credential_id! } };
}

describe('a factor', () => {
  test('is removed with the password or a fresh code, both limited', async () => {
    const { send, token, secret } = await withTotp();
    const remove = (proof: object) =>
      send('POST', `/console/second_factors/${token}/removal`, proof);
    expect((await remove({})).status).toBe(422);
    expect((await remove({ password: 'wrong password!' })).status).toBe(422);
    expect((await remove({ code: codeAt(secret, 0) })).status).toBe(422);
    for (let guess = 0; guess < 10; guess += 1) await remove({ code: '1' });
    moveTo(60);
    expect((await remove({ code: codeAt(secret, 60) })).status).toBe(429);
    expect((await remove({ password })).status).toBe(204);
    expect((await logIn()).status).toBe(201);
    const state = (await send('GET', '/console/second_factors')).body;
    expect(state).toMatchObject({ second_factors: [], recovery_codes_left: 0 });
    const entries = (await account.as.get('/v2/audit_logs')).body.audit_logs;
    expect(entries[0]).toMatchObject({
      object_type: 'Second Factor',
      event: 'record_destroyed',
      object_title: 'Phone',
    });
  });

  test('is not changed by tokens, nor by other users', async () => {
    const { token } = await withTotp();
    expect((await account.as.post('/console/second_factors/totp')).status).toBe(403);
    const other = await account.newUser('owner');
    await givePassword(other.token);
    const send = browser(await logIn(other.email));
    const removal = `/console/second_factors/${token}/removal`;
    expect((await send('POST', removal, { password })).status).toBe(404);
  });

  test('is reset by an owner of the same account, which ends sessions and is audited', async () => {
    const user = await account.newUser('viewer');
    await givePassword(user.token);
    const { send } = await withTotp(user.email);
    const path = `/console/users/${user.token}/second_factors`;
    expect((await user.as.delete(path)).status).toBe(403);
    expect((await (await newAccount()).as.delete(path)).status).toBe(404);
    expect((await account.as.delete(path)).status).toBe(204);
    expect((await account.as.delete(path)).status).toBe(422);
    expect((await send('GET', '/v2/me')).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(201);
    const [entry] = (await account.as.get('/v2/audit_logs')).body.audit_logs;
    expect(entry).toMatchObject({ object_type: 'Second Factor', user: account.owner.email });
  });
});

describe('an account that requires a second factor', () => {
  const rule = (send: ReturnType<typeof browser>, is_required: boolean) =>
    send('PUT', '/console/second_factor_rule', { is_required });

  test('leads password users to add one, and logs those without one out', async () => {
    const user = await account.newUser('viewer');
    await givePassword(user.token);
    const earlier = browser(await logIn(user.email));
    expect((await rule(user.as.send, true)).status).toBe(403);
    expect((await rule(browser(await logIn()), true)).status).toBe(422);
    const { send, token } = await withTotp();
    expect((await rule(send, true)).status).toBe(200);
    expect((await send('GET', '/v2/me')).status).toBe(200);
    expect((await earlier('GET', '/v2/me')).status).toBe(401);
    expect((await user.as.get('/v2/me')).status).toBe(200);
    const removal = `/console/second_factors/${token}/removal`;
    expect((await send('POST', removal, { password })).status).toBe(422);

    const { ticket, requires_enrolment } = (await logIn(user.email)).body;
    expect(requires_enrolment).toBe(true);
    const begin = () => anonymous().post('/console/session/enrolment', { ticket });
    const confirm = (code: string) =>
      anonymous().post('/console/session/enrolment/confirm', { ticket, code });
    expect((await confirm('123456')).status).toBe(400);
    const { secret } = (await begin()).body;
    expect((await confirm('12345')).status).toBe(401);
    const done = await confirm(codeAt(secret, 0));
    expect(done.status).toBe(201);
    expect(done.body.recovery_codes).toHaveLength(10);
    expect((await browser(done)('GET', '/v2/me')).status).toBe(200);
    expect((await confirm(codeAt(secret, 0))).status).toBe(401);
  });

  test('does not let a password add a second one without the first', async () => {
    await withTotp();
    await account.as.put('/console/second_factor_rule', { is_required: true });
    const { ticket } = (await logIn()).body;
    const begun = await anonymous().post('/console/session/enrolment', { ticket });
    expect(begun.status).toBe(400);
  });
});

test('owners read how each user logs in', async () => {
  const user = await account.newUser('viewer');
  const path = '/console/users/log_in_methods';
  expect((await user.as.get(path)).status).toBe(403);
  await withTotp();
  const none = {
    is_active: true,
    has_password: false,
    has_identity: false,
    has_second_factor: false,
  };
  expect((await account.as.get(path)).body.log_in_methods).toEqual([
    { ...none, user_token: account.owner.token, has_password: true, has_second_factor: true },
    { ...none, user_token: user.token },
  ]);
});
