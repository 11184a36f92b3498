import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/platform/auth/passwords.js';
import { type Account, newAccount } from '../harness.js';
import { type OidcUser, startOidcProvider } from './oidc-identity-provider.js';
import { openBrowser } from './sso-browser.js';

type Provider = Awaited<ReturnType<typeof startOidcProvider>>;

const domain = `${randomUUID()}.test`;
const path = '/v2/sso_connection';
const failed = 'Single sign-on failed; try again, or ask an owner of your account for help';
const notAllowed = 'You cannot log in with this identity; ask an owner of your account for help';

let account: Account;
let provider: Provider;
let settings: Record<string, unknown>;

beforeAll(async () => {
  account = await newAccount();
  // Its owner has an address at example.com.
  await newAccount();
  const { body: own } = await account.as.get(`${path}/service_provider`);
  provider = await startOidcProvider(() => [own.redirect_uri]);
  provider.restart();
  settings = { type: 'oidc', issuer: provider.issuer, ...provider.client, domains: [domain] };
  const { status, body } = await account.as.put(path, settings);
  expect([status, body.domains], JSON.stringify(body)).toEqual([200, [domain]]);
});
afterEach(() => provider.reset());
afterAll(() => provider.close());

const newUser = (more: Partial<OidcUser> = {}): OidcUser => {
  const sub = randomUUID();
  return { sub, email: `${sub}@${domain}`, name: 'Ada', ...more };
};

/** A whole log-in in a browser. */
async function logIn(user: OidcUser, browser = openBrowser(account)) {
  const location = await browser.locationFor(`someone@${domain}`);
  return { browser, response: await browser.finish(await provider.logIn(location, user)) };
}

const userOf = async (email: string) =>
  (await account.as.get('/v2/users?limit=1000')).body.users.find(
    (user: { email: string }) => user.email === email,
  );

describe('the connection', () => {
  test('keeps its secret to itself and is audited', async () => {
    const { body } = await account.as.get(path);
    expect(JSON.stringify(body)).not.toContain(provider.client.client_secret);
    const stored = await account.app.services.db
      .selectFrom('sso_connections')
      .select('client_secret')
      .where('token', '=', body.token)
      .executeTakeFirstOrThrow();
    expect(stored.client_secret!.includes(provider.client.client_secret)).toBe(false);
    const { body: log } = await account.as.get(`/v2/audit_logs?object_token=${body.token}`);
    expect(log.audit_logs[0].object_type).toBe('SSO Connection');
    expect(JSON.stringify(log)).not.toContain(provider.client.client_secret);
  });

  test.each([
    [{ issuer: 'http://10.0.0.1' }, 'issuer must be a URL that starts with https://'],
    [{ issuer: 'https://127.0.0.1:1' }, 'client_secret is missing'],
    [{ issuer: 'https://u:p@a.test' }, 'issuer must not contain a user name or password'],
    [{ domains: ['no domain'] }, 'domains: no domain is not a domain'],
    [{ domains: [] }, 'domains is missing'],
    [{ domains: ['example.com'] }, 'domains: example.com belongs to another account'],
    [{ enforced: true }, 'break_glass_user_token is missing'],
    [{ group_mappings: [{ group: 'a', team_token: 'team_0000000000000000' }] }, 'Team not found'],
  ])('is not changed by %j', async (change, message) => {
    const { status, body } = await account.as.put(path, change);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(423);
    expect(body.errors.join()).toContain(message);
    expect((await account.as.get(path)).body.domains).toEqual([domain]);
  });

  test('belongs to owners, and its domains to one account', async () => {
    const { as: editor } = await account.newUser('integration_owner');
    expect((await editor.get(path)).status).toBe(403);
    const other = await newAccount();
    expect((await other.as.get(path)).status).toBe(404);
    const { status, body } = await other.as.put(path, settings);
    expect([status, body.errors]).toEqual([422, [`domains: ${domain} belongs to another account`]]);
  });

  test('of another issuer than the one that discovery names is refused', async () => {
    provider.alterConfiguration({ issuer: 'https://elsewhere.test' });
    const { status, body } = await account.as.put(path, settings);
    expect(status).toBe(422);
    expect(body.errors[0]).toMatch(/^issuer: /);
  });
});

describe('a log-in', () => {
  test('creates the user with the first role, and opens a session like a password', async () => {
    const user = newUser();
    const { browser, response } = await logIn(user);
    expect([response.status, response.body.return_to]).toEqual([201, '/']);
    expect(response.headers['set-cookie']).toMatch(
      /^farthing_session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1209600$/,
    );
    expect(await userOf(user.email)).toMatchObject({ name: 'Ada', role: 'Viewer' });
    const { status } = await browser.get('/v2/me');
    expect(status).toBe(200);
    const { user_token } = response.body;
    const { body: known } = await account.as.get('/console/users/log_in_methods');
    expect(known.log_in_methods).toContainEqual({
      user_token,
      is_active: true,
      has_password: false,
      has_identity: true,
      has_second_factor: false,
    });
    const { body: log } = await account.as.get(`/v2/audit_logs?object_token=${user_token}`);
    expect(log.audit_logs.map((entry: { object_type: string }) => entry.object_type)).toEqual([
      'User Identity',
      'User',
    ]);
    const again = await logIn({ ...user, email: `renamed-${user.email}` });
    expect(again.response.body.user_token).toBe(user_token);
  });

  test('finds an invited user of the account by email address', async () => {
    const email = `Invited-${randomUUID()}@${domain}`;
    const { body: invited } = await account.as.post('/console/users', { email, role: 'editor' });
    const { response } = await logIn(newUser({ email: email.toLowerCase() }));
    expect(response.body.user_token).toBe(invited.token);
    expect((await userOf(email)).role).toBe('Editor');
    // The address now belongs to that identity.
    const { response: other } = await logIn(newUser({ email }));
    expect([other.status, other.body.errors]).toEqual([403, [notAllowed]]);
  });

  test('works with a key that the provider has just replaced', async () => {
    provider.rotateKey();
    expect((await logIn(newUser())).response.status).toBe(201);
  });

  test.each([
    ['nonce', { nonce: 'another' }],
    ['issuer', { iss: 'https://elsewhere.test' }],
    ['audience', { aud: 'another client' }],
    ['expiry', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['subject', { sub: 'somebody else' }],
  ])('with another %s is refused', async (_name, claims) => {
    provider.alterIdToken(claims);
    await expectRefused(newUser(), 401, failed);
  });

  test('of a provider whose clock differs a little works', async () => {
    provider.alterIdToken({ exp: Math.floor(Date.now() / 1000) - 30 });
    expect((await logIn(newUser())).response.status).toBe(201);
  });

  test('with an unknown key is refused', async () => {
    provider.alterIdToken({}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    await expectRefused(newUser(), 401, failed);
  });

  test.each([
    ['an address of another domain', { email: `a@other-${domain}` }],
    ['an address that is not verified', { email_verified: false }],
    ['an address that is not verified, said in words', { email_verified: 'false' }],
    ['an address whose verification is no truth value', { email_verified: 1 }],
    ['an address whose verification is null', { email_verified: null }],
  ])('with %s is refused', async (_name, more) => {
    await expectRefused(newUser(more), 403, notAllowed);
  });

  test('with an address that is not verified does not reach an invited owner', async () => {
    const email = `owner-${randomUUID()}@${domain}`;
    await account.as.post('/console/users', { email, role: 'owner' });
    const { browser, response } = await logIn(newUser({ email, email_verified: 'false' }));
    expect([response.status, response.body.errors]).toEqual([403, [notAllowed]]);
    expect(browser.hasSession()).toBe(false);
  });

  test.each([
    ['in words', { email_verified: 'true' }],
    // Microsoft Entra ID never says it.
    ['by silence', { email_verified: undefined }],
  ])('with an address that is verified %s works', async (_name, more) => {
    expect((await logIn(newUser(more))).response.status).toBe(201);
  });

  test('asks the user info whether the address is verified if the ID token does not say', async () => {
    const user = newUser({ email_verified: false });
    provider.alterIdToken({ email: user.email, groups: [] });
    await expectRefused(user, 403, notAllowed);
  });

  test('does not reach a user of another account', async () => {
    const other = await newAccount();
    const email = `other-${randomUUID()}@${domain}`;
    await other.as.post('/console/users', { email, role: 'owner' });
    await expectRefused(newUser({ email }), 403, notAllowed);
  });

  test('for an unknown domain says so', async () => {
    const { status, body } = await openBrowser(account).start('a@nowhere.test');
    expect([status, body.errors]).toEqual([
      404,
      ['Single sign-on is not set up for this email address'],
    ]);
  });
});

async function expectRefused(user: OidcUser, status: number, message: string) {
  const { browser, response } = await logIn(user);
  expect([response.status, response.body.errors]).toEqual([status, [message]]);
  expect(browser.hasSession()).toBe(false);
  expect(await userOf(user.email)).toBeUndefined();
}

describe('the state', () => {
  const expired = ['The log-in has expired or was already used; start again'];

  test('works once, and only in the browser that started', async () => {
    const browser = openBrowser(account);
    const location = await browser.locationFor(`a@${domain}`);
    const address = await provider.logIn(location, newUser());
    const stranger = openBrowser(account);
    const stolen = await stranger.finish(address);
    expect([stolen.status, stolen.body.errors]).toEqual([400, expired]);
    await stranger.start(`a@${domain}`);
    expect((await stranger.finish(address)).status).toBe(400);
    expect(stranger.hasSession()).toBe(false);
    // Whoever tried has used it up.
    expect((await browser.finish(address)).body.errors).toEqual(expired);
    const { response } = await logIn(newUser(), browser);
    expect(response.status).toBe(201);
  });

  test('that is unknown is refused', async () => {
    const browser = openBrowser(account);
    const location = await browser.locationFor(`a@${domain}`);
    const address = await provider.logIn(location, newUser());
    address.searchParams.set('state', 'another');
    expect((await browser.finish(address)).body.errors).toEqual(expired);
  });

  test('with a response of another issuer is refused', async () => {
    const browser = openBrowser(account);
    const location = await browser.locationFor(`a@${domain}`);
    const address = await provider.logIn(location, newUser());
    address.searchParams.set('iss', 'https://elsewhere.test');
    const { status, body } = await browser.finish(address);
    expect([status, body.errors]).toEqual([401, [failed]]);
  });

  test('of one account is worth nothing at the address of another', async () => {
    const browser = openBrowser(account);
    const location = await browser.locationFor(`a@${domain}`);
    const address = await provider.logIn(location, newUser());
    const { account: other } = await newAccount();
    address.pathname = `/sso/${other.token}`;
    expect((await browser.finish(address)).status).toBe(404);
    expect(browser.hasSession()).toBe(false);
  });
});

test('groups set teams and role at each log-in, and this is audited', async () => {
  const [platform, data, own] = await Promise.all(
    ['Platform', 'Data', 'Own'].map((name) => account.newTeam(name)),
  );
  const mapped = [
    { group: 'eng-data', team_token: data },
    { group: 'admins', role: 'integration_owner' },
    { group: 'writers', role: 'editor' },
  ];
  await account.as.put(path, { assigns_teams: true, group_mappings: mapped });
  const user = newUser({ groups: ['Platform', 'eng-data', 'writers', 'admins'] });
  const { response } = await logIn(user);
  const { user_token } = response.body;
  const teamsOf = async () => {
    const { body } = await account.as.get('/v2/teams?limit=1000');
    return body.teams
      .filter((team: { user_tokens: string[]; name: string }) => team.name !== 'Everyone')
      .filter((team: { user_tokens: string[] }) => team.user_tokens.includes(user_token))
      .map((team: { token: string }) => team.token);
  };
  expect(new Set(await teamsOf())).toEqual(new Set([platform, data]));
  expect((await userOf(user.email)).role).toBe('Integration Owner');
  await account.as.post(`/v2/teams/${own}/members`, { user_email: user.email });
  await logIn({ ...user, groups: ['platform', 'eng-data'] });
  expect(await teamsOf()).toEqual([data]);
  expect((await userOf(user.email)).role).toBe('Viewer');
  const { body: log } = await account.as.get(`/v2/audit_logs?object_token=${user_token}&limit=100`);
  const memberships = log.audit_logs.filter(
    (entry: { object_type: string; source: string }) => entry.object_type === 'Team Member',
  );
  expect(memberships.map((entry: { source: string }) => entry.source)).toContain('console');
  await account.as.put(path, { assigns_teams: false, group_mappings: [] });
});

test('the last active owner stays one, whatever the groups say', async () => {
  const group_mappings = [{ group: 'admins', role: 'owner' }];
  await account.as.put(path, { group_mappings });
  const user = newUser({ groups: ['admins'] });
  await logIn(user);
  const { db } = account.app.services;
  const owners = () =>
    db
      .updateTable('users')
      .where('account_token', '=', account.account.token)
      .where('email', '<>', user.email);
  await owners().set({ deactivated_at: new Date() }).execute();
  const { response } = await logIn({ ...user, groups: [] });
  await owners().set({ deactivated_at: null }).execute();
  expect(response.status).toBe(201);
  expect((await userOf(user.email)).role).toBe('Owner');
  await logIn({ ...user, groups: [] });
  expect((await userOf(user.email)).role).toBe('Viewer');
  await account.as.put(path, { group_mappings: [] });
});

const password = 'a long enough password';

async function withPassword(role: 'owner' | 'viewer') {
  const { token } = await account.newUser(role);
  const email = `${role}-${randomUUID()}@${domain}`;
  const password_hash = await hashPassword(password);
  await account.app.services.db
    .updateTable('users')
    .set({ email, password_hash })
    .where('token', '=', token)
    .execute();
  return { token, email };
}

/** What an attacker can see of a password: the response, and how soon the next one is refused. */
async function attemptsOf(email: string, guess: string) {
  const attempts = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const { status, body } = await openBrowser(account).logInWithPassword(email, guess);
    attempts.push([status, body]);
  }
  return attempts;
}

test('enforced, a right password looks like a wrong one', async () => {
  const [owner, viewer, other] = [
    await withPassword('owner'),
    await withPassword('viewer'),
    await withPassword('viewer'),
  ];
  const enforced = { enforced: true, break_glass_user_token: owner.token };
  expect((await account.as.put(path, enforced)).status).toBe(200);
  const right = await attemptsOf(viewer.email, password);
  expect(right[0]).toEqual([
    401,
    { errors: ['Incorrect email address or password, or single sign-on is required'] },
  ]);
  expect(right[10]![0]).toBe(429);
  expect(await attemptsOf(other.email, 'a wrong password')).toEqual(right);
  // Nor does it show who is a user, and who the break-glass owner is.
  expect(await attemptsOf(`nobody@${domain}`, password)).toEqual(right);
  expect(await attemptsOf(owner.email, 'a wrong password')).toEqual(right);
  expect((await account.as.put(path, { enforced: false })).status).toBe(200);
});

test('a right password of a deactivated user looks like a wrong one', async () => {
  const [viewer, other] = [await withPassword('viewer'), await withPassword('viewer')];
  await account.app.services.db
    .updateTable('users')
    .set({ deactivated_at: new Date() })
    .where('token', '=', viewer.token)
    .execute();
  const right = await attemptsOf(viewer.email, password);
  expect(right[0]).toEqual([401, { errors: ['Incorrect email address or password'] }]);
  expect(await attemptsOf(other.email, 'a wrong password')).toEqual(right);
});

test('enforced, passwords are refused except for the break-glass owner', async () => {
  const { db } = account.app.services;
  const [owner, second, viewer] = [
    await withPassword('owner'),
    await withPassword('owner'),
    await withPassword('viewer'),
  ];
  const statusOf = async ({ email }: { email: string }) =>
    (await openBrowser(account).logInWithPassword(email, password)).status;
  expect(await statusOf(viewer)).toBe(201);
  const enforced = { enforced: true, break_glass_user_token: owner.token };
  expect((await account.as.put(path, enforced)).status).toBe(200);
  expect([await statusOf(owner), await statusOf(second), await statusOf(viewer)]).toEqual([
    201, 401, 401,
  ]);
  // A reset link does not lead around it.
  const { body: reset } = await account.as.post(`/console/users/${viewer.token}/password`);
  const ticket = new URL(reset.link).searchParams.get('ticket')!;
  const { status } = await account.as.post('/console/password', { ticket, password });
  expect(status).toBe(403);
  // Without its break-glass owner, the account is not locked out.
  const activate = (deactivated_at: Date | null) =>
    db.updateTable('users').set({ deactivated_at }).where('token', '=', owner.token).execute();
  await activate(new Date());
  expect([await statusOf(second), await statusOf(viewer)]).toEqual([201, 401]);
  expect((await account.as.put(path, enforced)).body.errors).toEqual([
    expect.stringContaining('Owner not found'),
  ]);
  await activate(null);
  expect(await statusOf(second)).toBe(401);
  await account.as.delete(`/console/users/${owner.token}`);
  expect([await statusOf(second), await statusOf(viewer)]).toEqual([201, 401]);
  expect((await account.as.put(path, { enforced: false })).status).toBe(200);
});

describe('a test log-in', () => {
  async function test_(user: OidcUser) {
    const browser = openBrowser(account);
    const { headers, body } = await account.as.post(`${path}/test`);
    browser.adopt(headers);
    const response = await browser.finish(await provider.logIn(body.location, user));
    expect([response.status, response.body]).toEqual([
      201,
      { return_to: '/single-sign-on?tested=true' },
    ]);
    expect(browser.hasSession()).toBe(false);
    return (await account.as.get(path)).body.last_test;
  }

  test('reports what came back, and creates neither user nor session', async () => {
    const user = newUser({ groups: ['a', 'b'] });
    expect(await test_(user)).toMatchObject({
      succeeded: true,
      error: null,
      subject: user.sub,
      email: user.email,
      groups: ['a', 'b'],
      role: 'viewer',
    });
    expect(await userOf(user.email)).toBeUndefined();
  });

  test('finds groups in the user info that the ID token does not have', async () => {
    const user = newUser({ groups: ['a'] });
    provider.alterIdToken({ email: user.email });
    expect(await test_(user)).toMatchObject({ email: user.email, groups: ['a'] });
  });

  test('says why it failed', async () => {
    provider.alterIdToken({ aud: 'another client' });
    expect(await test_(newUser())).toMatchObject({
      succeeded: false,
      error: expect.stringContaining('"aud"'),
      email: null,
    });
  });
});

test('deleted, the domain is free again and users stay', async () => {
  const user = newUser();
  await logIn(user);
  expect((await account.as.delete(path)).status).toBe(204);
  expect((await openBrowser(account).start(user.email)).status).toBe(404);
  expect(await userOf(user.email)).toBeDefined();
  expect((await account.as.get(path)).status).toBe(404);
});
