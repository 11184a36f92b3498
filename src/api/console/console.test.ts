import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../platform/auth/passwords.js';
import { setTime } from '../../../test/clock.js';
import { type Account, clientFor, newAccount } from '../../../test/harness.js';

type Client = Account['as'];

let account: Account;
const password = 'correct horse battery';

beforeEach(async () => {
  account = await newAccount();
  const password_hash = await hashPassword(password);
  const { db } = account.app.services;
  await db
    .updateTable('users')
    .set({ password_hash })
    .where('token', '=', account.owner.token)
    .execute();
});

const anonymous = () => clientFor(account.app, undefined);
const logIn = (attempted = password, email: string = account.owner.email) =>
  anonymous().post('/console/session', { email, password: attempted });

async function session() {
  const { body, headers } = await logIn();
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const send = (method: string, path: string, payload?: object, csrf = body.csrf_token) =>
    anonymous().send(method, path, payload, { cookie, ...(csrf ? { 'x-csrf-token': csrf } : {}) });
  return { send, setCookie: String(headers['set-cookie']) };
}

describe('the profile', () => {
  test('has a name and a default workspace', async () => {
    const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
    const { send } = await session();
    const sent = { name: 'Ada', default_workspace_token: second };
    expect((await send('PUT', '/console/profile', sent)).body).toMatchObject({ name: 'Ada' });
    expect((await send('GET', '/v2/me')).body.default_workspace_token).toBe(second);
    const foreign = (await newAccount()).workspace.token;
    const rejected = await send('PUT', '/console/profile', { default_workspace_token: foreign });
    expect(rejected.status).toBe(400);
  });

  test('changes the password given the current one, and ends other sessions', async () => {
    const [here, elsewhere] = [await session(), await session()];
    const next = 'staple correct horse';
    const change = (current_password: string, newPassword = next) =>
      here.send('PUT', '/console/profile/password', { current_password, password: newPassword });
    const wrong = await change('wrong password!');
    expect([wrong.status, wrong.body.errors]).toEqual([422, ['current_password is incorrect']]);
    expect((await change(password, 'short')).status).toBe(422);
    expect((await change(password)).status).toBe(204);
    expect((await here.send('GET', '/v2/me')).status).toBe(200);
    expect((await elsewhere.send('GET', '/v2/me')).status).toBe(401);
    expect((await logIn()).status).toBe(401);
    expect((await logIn(next)).status).toBe(201);
  });

  test('limits attempts to guess the password', async () => {
    const { send } = await session();
    const guess = { current_password: 'wrong password!', password: 'staple correct horse' };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await send('PUT', '/console/profile/password', guess);
    }
    expect((await send('PUT', '/console/profile/password', guess)).status).toBe(429);
  });
});

describe('a session', () => {
  test('starts with the correct password, in a cookie that scripts cannot read', async () => {
    expect((await logIn('wrong password!')).status).toBe(401);
    const { send, setCookie } = await session();
    expect(setCookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await send('GET', '/v2/me')).status).toBe(200);
  });

  test('needs its CSRF token for changes, which are audited as console', async () => {
    const { send } = await session();
    expect((await send('POST', '/v2/teams', { name: 'T' }, '')).status).toBe(403);
    expect((await send('POST', '/v2/teams', { name: 'T' }, 'forged')).status).toBe(403);
    expect((await send('POST', '/v2/teams', { name: 'T' })).status).toBe(201);
    const [entry] = (await account.as.get('/v2/audit_logs')).body.audit_logs;
    expect(entry).toMatchObject({ source: 'console', user: account.owner.email });
  });

  test('can be logged out alone or with all others', async () => {
    const [one, two, three] = [await session(), await session(), await session()];
    expect((await one.send('DELETE', '/console/session')).status).toBe(204);
    expect((await one.send('GET', '/v2/me')).status).toBe(401);
    expect((await two.send('GET', '/v2/me')).status).toBe(200);
    expect((await two.send('DELETE', '/console/sessions')).status).toBe(204);
    expect((await three.send('GET', '/v2/me')).status).toBe(401);
  });

  test('expires', async () => {
    const { send } = await session();
    setTime('2026-03-25T09:00:01Z');
    const { status } = await send('GET', '/v2/me');
    setTime('2026-03-10T09:00:00Z');
    expect(status).toBe(401);
  });

  test('is not refused to an office behind one address, nor for successful logins', async () => {
    const office = (user: string, attempted: string) =>
      account.app.server.inject({
        method: 'POST',
        url: '/console/session',
        remoteAddress: '192.0.2.7',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: user, password: attempted }),
      });
    for (let user = 0; user < 12; user += 1) await office(`user-${user}@example.com`, 'mistyped');
    for (let login = 0; login < 12; login += 1) {
      expect((await office(account.owner.email, password)).statusCode).toBe(201);
    }
    for (let guess = 0; guess < 10; guess += 1) await office(account.owner.email, 'wrong');
    expect((await office(account.owner.email, password)).statusCode).toBe(429);
    expect((await logIn()).status).toBe(201);
  });

  test('cannot be guessed: attempts of one address are limited per account', async () => {
    const { email } = account.owner;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      // Another spelling of the address is the same account.
      await logIn('wrong password!', attempt % 2 === 0 ? email : email.toUpperCase());
    }
    const limited = await logIn();
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBe('900');
    setTime('2026-03-10T09:16:00Z');
    const later = await logIn();
    setTime('2026-03-10T09:00:00Z');
    expect(later.status).toBe(201);
  });
});

describe('users', () => {
  test('are invited, set a password once, and log in', async () => {
    const email = `new-${Math.random()}@example.com`;
    const invited = await account.as.post('/console/users', { email, role: 'editor' });
    expect(invited.status).toBe(201);
    const ticket = new URL(invited.body.link).searchParams.get('ticket')!;
    const weak = await anonymous().post('/console/password', { ticket, password: 'short' });
    expect(weak.status).toBe(400);
    const set = await anonymous().post('/console/password', { ticket, password, name: 'New' });
    expect(set.status).toBe(201);
    expect((await anonymous().post('/console/password', { ticket, password })).status).toBe(400);
    expect((await logIn(password, email)).status).toBe(201);
    expect((await account.as.post('/console/users', { email: email.toUpperCase() })).status).toBe(
      422,
    );
  });

  test('lose sessions and credentials when deleted; the last owner cannot be deleted', async () => {
    const user = await account.newUser('editor');
    const created = await user.as.post('/v2/saved_filters', { title: 'S' });
    expect((await account.as.delete(`/console/users/${user.token}`)).status).toBe(204);
    expect((await user.as.get('/v2/me')).status).toBe(401);
    const filter = await account.as.get(`/v2/saved_filters/${created.body.token}`);
    expect(filter.body.created_by).toBe(user.token);
    expect((await account.as.delete(`/console/users/${account.owner.token}`)).status).toBe(422);
  });

  test('get links that no header of the request can redirect', async () => {
    const forged = { host: 'attacker.example', 'x-forwarded-host': 'attacker.example' };
    const body = { email: `forged-${Math.random()}@example.com` };
    const invited = await account.as.send('POST', '/console/users', body, forged);
    const reset = await account.as.send(
      'POST',
      `/console/users/${invited.body.token}/password`,
      {},
      forged,
    );
    for (const { link } of [invited.body, reset.body]) {
      expect(new URL(link)).toMatchObject({ hostname: '127.0.0.1', pathname: '/welcome' });
    }
  });

  test('are managed by owners only', async () => {
    const user = await account.newUser('integration_owner');
    expect((await user.as.post('/console/users', { email: 'a@example.com' })).status).toBe(403);
    expect((await user.as.put(`/console/users/${user.token}`, { role: 'owner' })).status).toBe(403);
  });
});

describe('credentials', () => {
  test('are shown once, stored as hashes, and revoked from the next request on', async () => {
    const created = await account.as.post('/console/credentials', {
      description: 'CI',
      scopes: ['write', 'read'],
    });
    expect(created.body.secret).toMatch(/^vntg_tkn_[0-9a-f]{40}$/);
    expect(created.body.scopes).toEqual(['read', 'write']);
    const caller = clientFor(account.app, created.body.secret);
    expect((await caller.get('/v2/me')).body.bearer_token.description).toBe('CI');
    const listed = (await account.as.get('/console/credentials')).body.credentials;
    expect(JSON.stringify(listed)).not.toContain(created.body.secret);
    expect((await account.as.delete(`/console/credentials/${created.body.id}`)).status).toBe(204);
    expect((await caller.get('/v2/me')).status).toBe(401);
  });

  test('expire if an expiry was set', async () => {
    const created = await account.as.post('/console/credentials', {
      description: 'short',
      scopes: ['read'],
      expires_at: '2026-03-10T10:00:00Z',
    });
    const caller = clientFor(account.app, created.body.secret);
    expect((await caller.get('/v2/me')).status).toBe(200);
    setTime('2026-03-10T10:00:00Z');
    const { status } = await caller.get('/v2/me');
    setTime('2026-03-10T09:00:00Z');
    expect(status).toBe(401);
  });

  test('of a team are created by its editors; those of Everyone by integration owners', async () => {
    const editor = await account.newUser('editor');
    const team = await account.newTeam('T', { [editor.token]: 'editor' });
    const body = { description: 'x', scopes: ['read'] };
    expect(
      (await editor.as.post('/console/credentials', { ...body, team_token: team })).status,
    ).toBe(201);
    const everyone = { ...body, team_token: account.everyone.token };
    expect((await editor.as.post('/console/credentials', everyone)).status).toBe(403);
    const created = await account.as.post('/console/credentials', everyone);
    expect((await clientFor(account.app, created.body.secret).get('/v2/users')).status).toBe(200);
  });

  test('of a team that reaches more than an integration owner are not theirs to create', async () => {
    const hidden = (await account.as.post('/v2/workspaces', { name: 'Payroll' })).body.token;
    await account.setEveryoneAccess(hidden, null);
    const { as, token } = await account.newUser('integration_owner');
    const mint = async (team_token: string) =>
      (await as.post('/console/credentials', { description: 'x', scopes: ['read'], team_token }))
        .status;
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'R',
      workspace_token: account.workspace.token,
    });
    const grant = async (team_token: string, access: string) =>
      account.as.post('/v2/access_grants', { resource_token: report.token, team_token, access });
    const [open, closed] = [account.workspace.token, hidden];
    expect(await mint(await account.newTeam('Same', {}, [open]))).toBe(201);
    expect(await mint(await account.newTeam('More', {}, [open, closed]))).toBe(403);
    expect(await mint(await account.newTeam('Watched', { [token]: 'viewer' }, [closed]))).toBe(403);
    expect(await mint(await account.newTeam('Own', { [token]: 'editor' }, [closed]))).toBe(201);
    const granted = await account.newTeam('Granted', {}, [open]);
    await grant(granted, 'allowed');
    expect(await mint(granted)).toBe(403);
    const plain = await account.newTeam('Plain', {}, [open]);
    await grant(account.everyone.token, 'denied');
    expect(await mint(plain)).toBe(403);
    expect(await mint(account.everyone.token)).toBe(201);
  });

  test('pass on at most their scopes and their lifetime', async () => {
    const mint = (from: Client, body: object) =>
      from.post('/console/credentials', { description: 'x', scopes: ['read', 'write'], ...body });
    const writeOnly = await account.withScopes('write');
    expect(await mint(writeOnly, {})).toMatchObject({
      status: 403,
      body: { errors: ['The credential cannot pass on the scope read'] },
    });
    expect((await mint(writeOnly, { scopes: ['write'] })).status).toBe(201);
    const expires_at = '2026-03-10T10:00:00Z';
    const expiring = clientFor(account.app, (await mint(account.as, { expires_at })).body.secret);
    expect((await mint(expiring, {})).body.expires_at).toBe(expires_at);
    const later = await mint(expiring, { expires_at: '2026-03-10T10:00:01Z' });
    expect(later).toMatchObject({
      status: 400,
      body: {
        errors: ['expires_at must not be later than the expiry of the credential in use'],
      },
    });
    const sooner = { expires_at: '2026-03-10T09:30:00Z' };
    expect((await mint(expiring, sooner)).body).toMatchObject(sooner);
  });

  test('end with the one that they were created with, at any depth', async () => {
    const mint = async (from: Client, body: object = {}) =>
      (
        await from.post('/console/credentials', {
          description: 'x',
          scopes: ['read', 'write'],
          ...body,
        })
      ).body;
    const service = await mint(account.as, { team_token: account.everyone.token });
    const form = {
      grant_type: 'client_credentials',
      client_id: service.client_id,
      client_secret: service.secret,
    };
    const { body: issued } = await anonymous().send(
      'POST',
      '/oauth/token',
      new URLSearchParams(form).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    const oneHour = clientFor(account.app, issued.access_token);
    const child = await mint(oneHour, { team_token: account.everyone.token });
    expect(child.expires_at).toBe('2026-03-10T10:00:00Z');
    const asChild = clientFor(account.app, child.secret);
    const grandchild = await mint(asChild, { team_token: account.everyone.token });
    const asGrandchild = clientFor(account.app, grandchild.secret);
    expect((await asGrandchild.get('/v2/me')).status).toBe(200);
    expect((await account.as.delete(`/console/credentials/${service.id}`)).status).toBe(204);
    for (const ended of [oneHour, asChild, asGrandchild]) {
      expect((await ended.get('/v2/me')).status).toBe(401);
    }
    expect((await account.as.get('/v2/me')).status).toBe(200);
  });

  test('with limits create no link for a password, which would have none', async () => {
    const expires_at = '2026-03-10T10:00:00Z';
    const { body } = await account.as.post('/console/credentials', {
      description: 'x',
      scopes: ['read', 'write'],
      expires_at,
    });
    for (const limited of [
      clientFor(account.app, body.secret),
      await account.withScopes('write'),
    ]) {
      const email = `limited-${Math.random()}@example.com`;
      expect((await limited.post('/console/users', { email, role: 'owner' })).status).toBe(403);
      const path = `/console/users/${account.owner.token}/password`;
      expect((await limited.post(path)).status).toBe(403);
    }
  });

  test('and passwords are audited without their secrets', async () => {
    const { body: created } = await account.as.post('/console/credentials', {
      description: 'Audited',
      scopes: ['read'],
    });
    await account.as.delete(`/console/credentials/${created.id}`);
    const user = await account.newUser('viewer');
    const { body } = await account.as.post(`/console/users/${user.token}/password`);
    const ticket = new URL(body.link).searchParams.get('ticket')!;
    await anonymous().post('/console/password', { ticket, password });
    const { send } = await session();
    await send('PUT', '/console/profile/password', {
      current_password: password,
      password: `${password}!`,
    });
    const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
    const entries = audit_logs
      .toReversed()
      .map((entry: Record<string, unknown>) => [
        entry['object_type'],
        entry['event'],
        entry['object_token'],
        entry['user'],
      ]);
    const [owner, id] = [account.owner.email, String(created.id)];
    expect(entries).toEqual([
      ['Credential', 'record_created', id, owner],
      ['Credential', 'record_destroyed', id, owner],
      ['User', 'record_updated', user.token, owner],
      ['User', 'record_updated', user.token, user.email],
      ['User', 'record_updated', account.owner.token, owner],
    ]);
    expect(audit_logs[2].changed_values).toEqual({ password_link: [null, '[FILTERED]'] });
    expect(audit_logs[1].changed_values).toEqual({ password: [null, '[FILTERED]'] });
    expect(audit_logs[0].changed_values).toEqual({ password: ['[FILTERED]', '[FILTERED]'] });
    const stored = JSON.stringify(audit_logs);
    for (const secret of [created.secret, ticket, 'scrypt$']) expect(stored).not.toContain(secret);
  });

  test('of a service are exchanged for a one-hour bearer token', async () => {
    const { body } = await account.as.post('/console/credentials', {
      description: 'Automation',
      scopes: ['read', 'write'],
      team_token: account.everyone.token,
    });
    const exchange = async (form: Record<string, string>, headers: Record<string, string> = {}) =>
      anonymous().send('POST', '/oauth/token', new URLSearchParams(form).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      });
    const grant_type = 'client_credentials';
    const client = { client_id: body.client_id, client_secret: body.secret };
    const issued = await exchange({ grant_type, ...client, scope: 'read' });
    expect(issued.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });
    const exchanged = clientFor(account.app, issued.body.access_token);
    expect((await exchanged.get('/v2/me')).body.bearer_token).toMatchObject({
      id: body.id,
      scope: ['read'],
    });
    const basic = Buffer.from(`${body.client_id}:${body.secret}`).toString('base64');
    expect((await exchange({ grant_type }, { authorization: `Basic ${basic}` })).body.scope).toBe(
      'read write',
    );
    expect((await exchange({ grant_type, ...client, client_secret: 'x' })).body.error).toBe(
      'invalid_client',
    );
    expect((await exchange({ grant_type, ...client, scope: 'admin' })).body.error).toBe(
      'invalid_scope',
    );
    expect((await exchange({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
    await account.as.delete(`/console/credentials/${body.id}`);
    expect((await exchanged.get('/v2/me')).status).toBe(401);
  });
});
