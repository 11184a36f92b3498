import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, clientFor, newAccount } from '../../../test/harness.js';

// Tests inspect bodies of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

let account: Account;
let scim: Awaited<ReturnType<typeof provider>>;

beforeEach(async () => {
  account = await newAccount();
  scim = await provider(account);
});

/** An identity provider with a SCIM token of an account. */
async function provider(of: Account) {
  const created = await of.as.post('/console/scim_tokens', { description: 'Directory' });
  const { token, secret } = created.body;
  const client = clientFor(of.app, secret);
  const send = async (method: string, path: string, body?: unknown) => {
    const type = { 'content-type': 'application/scim+json' };
    const response = await client.send(method, `/scim/v2${path}`, body, body ? type : {});
    const text = response.body as string;
    return { ...response, body: text ? JSON.parse(text) : undefined };
  };
  return { token, secret, client, send };
}

const newEmail = () => `scim-${randomUUID()}@example.com`;

async function newUser(attributes: object = {}): Promise<Body> {
  const { status, body } = await scim.send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: newEmail(),
    ...attributes,
  });
  expect(status).toBe(201);
  return body;
}

const patch = (path: string, ...Operations: object[]) =>
  scim.send('PATCH', path, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });

const find = async (kind: string, filter: string) =>
  (await scim.send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body;

describe('a SCIM token', () => {
  test('opens only SCIM, and nothing else opens it', async () => {
    expect((await scim.client.get('/v2/me')).status).toBe(401);
    expect((await account.as.get('/scim/v2/Users')).status).toBe(401);
    const refused = await clientFor(account.app, undefined).get('/scim/v2/Users');
    expect(refused.headers['content-type']).toContain('application/scim+json');
    expect(JSON.parse(refused.body)).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
    });
  });

  test('is created and revoked by owners, and never shown again', async () => {
    const editor = await account.newUser('editor');
    expect((await editor.as.post('/console/scim_tokens', { description: 'x' })).status).toBe(403);
    const listed = (await account.as.get('/console/scim_tokens')).body.scim_tokens;
    expect(listed).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain(scim.secret);
    expect(listed[0].last_used_at).toBeNull();
    await scim.send('GET', '/Users');
    const [used] = (await account.as.get('/console/scim_tokens')).body.scim_tokens;
    expect(used.last_used_at).toBe('2026-03-10');
    const path = `/console/scim_tokens/${scim.token}`;
    expect((await (await newAccount()).as.delete(path)).status).toBe(404);
    expect((await account.as.delete(path)).status).toBe(204);
    expect((await scim.send('GET', '/Users')).status).toBe(401);
  });

  test('describes the service', async () => {
    expect((await scim.send('GET', '/ServiceProviderConfig')).body.patch.supported).toBe(true);
    expect((await scim.send('GET', '/ResourceTypes')).body.totalResults).toBe(2);
    expect((await scim.send('GET', '/ResourceTypes/Group')).body.endpoint).toBe('/Groups');
    const schema = 'urn:ietf:params:scim:schemas:core:2.0:User';
    expect((await scim.send('GET', `/Schemas/${schema}`)).body.name).toBe('User');
    expect((await scim.send('GET', '/Devices')).status).toBe(404);
    expect((await scim.send('DELETE', '/Users')).status).toBe(405);
  });
});

describe('a user', () => {
  test('is provisioned, found again and audited', async () => {
    const userName = newEmail();
    const user = await newUser({
      userName,
      externalId: 'dir-1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      roles: [{ value: 'Integration Owner', primary: 'True' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
    });
    expect(user).toMatchObject({ userName, externalId: 'dir-1', active: true });
    expect(user.name).toEqual({
      formatted: 'Ada Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
    });
    expect((await account.as.get(`/v2/users/${user.id}`)).body).toMatchObject({
      email: userName,
      name: 'Ada Lovelace',
      role: 'Integration Owner',
    });
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      'externalId eq "dir-1" and active eq true',
      `urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "${userName}"`,
    ]) {
      expect((await find('Users', filter)).Resources.map((each: Body) => each.id)).toEqual([
        user.id,
      ]);
    }
    expect((await find('Users', 'externalId eq "DIR-1"')).totalResults).toBe(0);
    const [entry] = (await account.as.get('/v2/audit_logs')).body.audit_logs;
    expect(entry).toMatchObject({ object_type: 'User', user: 'SCIM: Directory' });
  });

  test('is renamed as Entra and Okta do it', async () => {
    const { id } = await newUser({ displayName: 'Ada', name: { givenName: 'Ada' } });
    const path = `/Users/${id}`;
    const family = { op: 'Add', path: 'name.familyName', value: 'King' };
    expect((await patch(path, family)).body.displayName).toBe('Ada King');
    const display = { op: 'Replace', value: { displayName: 'A. King', 'name.givenName': 'A.' } };
    expect((await patch(path, display)).body).toMatchObject({
      displayName: 'A. King',
      name: { givenName: 'A.', familyName: 'King' },
    });
    const userName = newEmail();
    const replaced = await scim.send('PUT', path, { id, userName, displayName: 'Ada L.' });
    expect(replaced.body).toMatchObject({ userName, displayName: 'Ada L.', active: true });
    const ignored = [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'other@example.com' },
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
    ];
    expect((await patch(path, ...ignored)).body.userName).toBe(userName);
    expect((await patch(path, { op: 'remove', path: 'externalId' })).status).toBe(200);
  });

  test('loses sessions and tokens at once when deactivated, and can be activated again', async () => {
    const user = await account.newUser('editor');
    const path = `/Users/${user.token}`;
    const minted = await user.as.post('/console/credentials', {
      description: 'x',
      scopes: ['read'],
    });
    const off = await patch(path, { op: 'Replace', path: 'active', value: 'False' });
    expect(off.body.active).toBe(false);
    const methods = (await account.as.get('/console/users/log_in_methods')).body.log_in_methods;
    expect(methods).toContainEqual(
      expect.objectContaining({ user_token: user.token, is_active: false }),
    );
    expect((await user.as.get('/v2/me')).status).toBe(401);
    expect((await clientFor(account.app, minted.body.secret).get('/v2/me')).status).toBe(401);
    const link = (await account.as.post(`/console/users/${user.token}/password`)).body.link;
    const sent = {
      ticket: new URL(link).searchParams.get('ticket'),
      password: 'correct horse battery',
    };
    const anonymous = clientFor(account.app, undefined);
    expect((await anonymous.post('/console/password', sent)).status).toBe(401);
    expect((await patch(path, { op: 'replace', value: { active: true } })).body.active).toBe(true);
    expect((await user.as.get('/v2/me')).status).toBe(401);
    const opened = await anonymous.post('/console/password', sent);
    expect(opened.status).toBe(201);
    const cookie = String(opened.headers['set-cookie']).split(';')[0]!;
    const me = () => anonymous.send('GET', '/v2/me', undefined, { cookie });
    expect((await me()).status).toBe(200);
    await scim.send('PUT', path, { userName: user.email, active: false });
    expect((await me()).status).toBe(401);
  });

  test('stays when it is the last owner', async () => {
    const path = `/Users/${account.owner.token}`;
    const off = { op: 'replace', path: 'active', value: false };
    expect((await patch(path, off)).body).toMatchObject({ status: '400', scimType: 'mutability' });
    const role = { op: 'replace', path: 'roles', value: [{ value: 'viewer' }] };
    expect((await patch(path, role)).status).toBe(400);
    expect((await scim.send('DELETE', path)).status).toBe(400);
    const second = await newUser({ roles: ['owner'], active: false });
    expect((await patch(path, off)).status).toBe(400);
    await patch(`/Users/${second.id}`, { op: 'add', path: 'active', value: 'true' });
    expect((await patch(path, off)).status).toBe(200);
    expect((await scim.send('DELETE', `/Users/${second.id}`)).status).toBe(400);
    expect((await scim.send('DELETE', path)).status).toBe(204);
    expect((await scim.send('GET', path)).status).toBe(404);
  });

  test('has an email address and an external id of its own', async () => {
    const user = await newUser({ externalId: 'dir-2' });
    const again = await scim.send('POST', '/Users', { userName: user.userName.toUpperCase() });
    expect(again.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const taken = { userName: newEmail(), externalId: 'dir-2' };
    expect((await scim.send('POST', '/Users', taken)).status).toBe(409);
  });
});

describe('a group', () => {
  test('is a team whose members come and go in every shape that providers send', async () => {
    const [ada, bob, cy] = [await newUser(), await newUser(), await newUser()];
    const created = await scim.send('POST', '/Groups', {
      displayName: 'Finance',
      externalId: 'grp-1',
      members: [{ value: ada.id }],
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const path = `/Groups/${id}`;
    const members = async () => (await account.as.get(`/v2/teams/${id}`)).body.user_tokens;
    expect(await members()).toEqual([ada.id]);
    const team = `/v2/teams/${id}/members`;
    await account.as.post(team, { user_email: ada.userName, role: 'owner' });

    await patch(path, { op: 'Add', path: 'members', value: [{ value: bob.id }, { value: cy.id }] });
    expect(await members()).toEqual([ada.id, bob.id, cy.id]);
    await patch(path, { op: 'remove', path: `members[value eq "${bob.id}"]` });
    expect(await members()).toEqual([ada.id, cy.id]);
    await patch(path, { op: 'Remove', path: 'members', value: [{ value: cy.id }] });
    expect(await members()).toEqual([ada.id]);
    const roles = (await account.as.get(team)).body.members;
    expect(roles).toMatchObject([{ user_token: ada.id, role: 'owner' }]);
    await patch(path, { op: 'replace', value: { id, displayName: 'FinOps' } });
    await patch(path, { op: 'replace', path: 'members', value: [{ value: cy.id }] });
    const read = (await scim.send('GET', path)).body;
    expect(read).toMatchObject({ displayName: 'FinOps', members: [{ value: cy.id }] });
    expect((await scim.send('GET', `/Users/${cy.id}`)).body.groups).toEqual([
      { value: id, display: 'FinOps' },
    ]);
    await scim.send('PUT', path, { displayName: 'FinOps', members: [] });
    expect(await members()).toEqual([]);
    expect((await scim.send('DELETE', path)).status).toBe(204);
    expect((await account.as.get(`/v2/teams/${id}`)).status).toBe(404);
  });

  test('is found by name or external id, without members where they are not asked for', async () => {
    await scim.send('POST', '/Groups', { displayName: 'Data', externalId: 'grp-2' });
    expect((await find('Groups', 'displayName eq "data"')).totalResults).toBe(1);
    expect((await find('Groups', 'externalId eq "grp-2"')).totalResults).toBe(1);
    const listed = (await scim.send('GET', '/Groups?excludedAttributes=members')).body;
    expect(listed.Resources[0]).not.toHaveProperty('members');
    const again = await scim.send('POST', '/Groups', { displayName: 'DATA' });
    expect(again.body.scimType).toBe('uniqueness');
  });

  test('is never the team Everyone', async () => {
    expect((await scim.send('GET', '/Groups')).body.totalResults).toBe(0);
    expect((await scim.send('GET', `/Groups/${account.everyone.token}`)).status).toBe(404);
    expect((await scim.send('DELETE', `/Groups/${account.everyone.token}`)).status).toBe(404);
    expect((await scim.send('POST', '/Groups', { displayName: 'Everyone' })).status).toBe(400);
  });
});

test('lists are paged from 1', async () => {
  for (let each = 0; each < 4; each += 1) await newUser();
  const page = async (query: string) => (await scim.send('GET', `/Users?${query}`)).body;
  const all = (await page('')).Resources.map((each: Body) => each.id);
  expect(all).toHaveLength(5);
  const second = await page('startIndex=3&count=2');
  expect(second).toMatchObject({ totalResults: 5, startIndex: 3, itemsPerPage: 2 });
  expect(second.Resources.map((each: Body) => each.id)).toEqual(all.slice(2, 4));
  expect(await page('count=0')).toMatchObject({ totalResults: 5, Resources: [] });
  expect((await page('startIndex=-1&count=1')).Resources[0].id).toBe(all[0]);
  expect(await page('startIndex=9')).toMatchObject({ totalResults: 5, itemsPerPage: 0 });
  expect((await page('count=many')).scimType).toBe('invalidValue');
});

test('another account is out of reach', async () => {
  const other = await newAccount();
  const stranger = await other.newUser('viewer');
  const team = await other.newTeam('Other');
  for (const path of [`/Users/${stranger.token}`, `/Groups/${team}`]) {
    expect((await scim.send('GET', path)).status).toBe(404);
    expect((await scim.send('DELETE', path)).status).toBe(404);
    expect((await patch(path, { op: 'replace', path: 'active', value: false })).status).toBe(404);
    const body = { userName: newEmail(), displayName: 'x' };
    expect((await scim.send('PUT', path, body)).status).toBe(404);
  }
  expect((await find('Users', `userName eq "${stranger.email}"`)).totalResults).toBe(0);
  const members = [{ value: stranger.token }];
  const refused = await scim.send('POST', '/Groups', { displayName: 'x', members });
  expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
  expect((await find('Groups', 'displayName eq "x"')).totalResults).toBe(0);
  expect((await stranger.as.get('/v2/me')).status).toBe(200);
});

test.each([
  ['POST', '/Users', '{"userName":', 'invalidSyntax'],
  ['POST', '/Users', '[]', 'invalidSyntax'],
  ['POST', '/Users', { displayName: 'x' }, 'invalidValue'],
  ['POST', '/Users', { userName: 'no address' }, 'invalidValue'],
  ['POST', '/Users', { userName: 'a@example.com', name: 'Ada' }, 'invalidSyntax'],
  ['POST', '/Users', { userName: 'a@example.com', active: 'maybe' }, 'invalidValue'],
  ['POST', '/Users', { userName: 'a@example.com', roles: [{ value: 'root' }] }, 'invalidValue'],
  ['POST', '/Users', { userName: 'a@example.com', externalId: 7 }, 'invalidValue'],
  ['POST', '/Groups', { displayName: ' ' }, 'invalidValue'],
  ['POST', '/Groups', { displayName: 'x', members: [7] }, 'invalidSyntax'],
  ['PATCH', '/Users/OWNER', {}, 'invalidSyntax'],
  ['PATCH', '/Users/OWNER', { Operations: [{ op: 'move', path: 'active' }] }, 'invalidSyntax'],
  ['PATCH', '/Users/OWNER', { Operations: [{ op: 'remove' }] }, 'noTarget'],
  ['PATCH', '/Users/OWNER', { Operations: [{ op: 'add', path: 'a b', value: 1 }] }, 'invalidPath'],
  ['PATCH', '/Users/OWNER', { Operations: [{ op: 'remove', path: 'userName' }] }, 'invalidValue'],
  ['GET', '/Users?filter=userName%20co%20%22a%22', undefined, 'invalidFilter'],
  ['GET', '/Users?filter=userName%20eq%20%22%5Cu0000%22', undefined, 'invalidFilter'],
  ['GET', '/Users?filter=password%20eq%20%22a%22', undefined, 'invalidFilter'],
])('%s %s with %j is refused as %4$s', async (method, path, body, scimType) => {
  const response = await scim.send(method, path.replace('OWNER', account.owner.token), body);
  expect(response.body).toMatchObject({ status: '400', scimType });
});
