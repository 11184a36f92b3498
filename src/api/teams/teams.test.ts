import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const create = (body: object) => account.as.post('/v2/teams', body);

describe('members of a team', () => {
  test('keep the order of the request in both lists', async () => {
    const [a, b] = [await account.newUser('viewer'), await account.newUser('editor')];
    const { status, body } = await create({
      name: 'T',
      user_emails: [b.email.toUpperCase(), a.email],
      user_tokens: [],
    });
    expect(status).toBe(201);
    expect(body.user_tokens).toEqual([b.token, a.token]);
    expect(body.user_emails).toEqual([b.email, a.email]);
    const swapped = await account.as.put(`/v2/teams/${body.token}`, {
      user_tokens: [a.token],
      user_emails: [],
    });
    expect(swapped.body.user_tokens).toEqual([a.token]);
  });

  test.each([
    ['absent lists change nothing', {}, 1],
    ['null lists change nothing', { user_tokens: null, user_emails: null }, 1],
    ['empty tokens clear members', { user_tokens: [] }, 0],
    ['empty emails clear members', { user_emails: [] }, 0],
    ['two empty lists clear members', { user_tokens: [], user_emails: [] }, 0],
  ])('%s', async (_name, body, remaining) => {
    const user = await account.newUser('viewer');
    const team = (await create({ name: 'T', user_tokens: [user.token] })).body;
    const changed = await account.as.put(`/v2/teams/${team.token}`, body);
    expect(changed.status).toBe(200);
    expect(changed.body.user_tokens).toHaveLength(remaining);
  });

  test('cannot be given in both lists', async () => {
    const user = await account.newUser('viewer');
    const both = { name: 'T', user_tokens: [user.token], user_emails: [user.email] };
    const { status, body } = await create(both);
    expect(status).toBe(400);
    expect(body.errors).toEqual(['user_tokens and user_emails cannot both be given']);
  });

  test('that are unknown return 404 on create and 400 on update', async () => {
    expect((await create({ name: 'T', user_tokens: ['usr_0000000000000000'] })).status).toBe(404);
    const team = (await create({ name: 'T' })).body;
    const changed = await account.as.put(`/v2/teams/${team.token}`, {
      user_emails: ['no@example.com'],
    });
    expect(changed.status).toBe(400);
  });

  test('who stay keep their role, and new ones become editors', async () => {
    const [a, b] = [await account.newUser('viewer'), await account.newUser('viewer')];
    const team = (await create({ name: 'T', user_tokens: [a.token], role: 'owner' })).body;
    await account.as.put(`/v2/teams/${team.token}`, { user_tokens: [b.token, a.token] });
    const { members } = (await account.as.get(`/v2/teams/${team.token}/members`)).body;
    expect(members.map((member: { role: string }) => member.role)).toEqual(['editor', 'owner']);
  });

  test('are added, given another role and removed one by one', async () => {
    const user = await account.newUser('viewer');
    const team = (await create({ name: 'T' })).body;
    const path = `/v2/teams/${team.token}/members`;
    const added = await account.as.post(path, { user_email: user.email });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      name: user.email,
      email: user.email,
      user_email: user.email,
      user_token: user.token,
      role: 'editor',
    });
    const again = await account.as.post(path, { user_email: user.email, role: 'owner' });
    expect(again.body.role).toBe('owner');
    expect((await account.as.delete(`${path}/${user.token}`)).status).toBe(204);
    expect((await account.as.delete(`${path}/${user.token}`)).status).toBe(404);
    expect((await account.as.post(path, { user_email: 'no@example.com' })).status).toBe(404);
    expect(
      (await account.as.post(path, { user_email: user.email, role: 'integration_owner' })).status,
    ).toBe(422);
  });
});

describe('a team', () => {
  test('needs a name that is not blank and not Everyone', async () => {
    expect((await create({})).status).toBe(400);
    expect((await create({ name: ' ' })).status).toBe(422);
    expect((await create({ name: 'Everyone' })).status).toBe(422);
    expect((await create({ name: 'x'.repeat(256) })).status).toBe(422);
    expect((await create({ name: 7 })).body.errors).toEqual(['name is invalid']);
  });

  test('gets edit access to the given workspaces, in order', async () => {
    const second = (await account.as.post('/v2/workspaces', { name: 'B' })).body.token;
    const workspaces = [second, account.workspace.token];
    const team = (await create({ name: 'T', workspace_tokens: workspaces })).body;
    expect(team.workspace_tokens).toEqual(workspaces);
    const listed = await account.as.get(`/v2/teams?workspace_token=${second}&q=t`);
    expect(listed.body.teams.map((each: { name: string }) => each.name)).toEqual(['T']);
    const cleared = await account.as.put(`/v2/teams/${team.token}`, { workspace_tokens: [] });
    expect(cleared.body.workspace_tokens).toEqual([]);
    expect((await create({ name: 'U', workspace_tokens: ['wrkspc_00'] })).status).toBe(404);
  });

  test('distinguishes an empty description from none', async () => {
    expect((await create({ name: 'T' })).body.description).toBeNull();
    const team = (await create({ name: 'T', description: '' })).body;
    expect(team.description).toBe('');
  });

  test('has an existing default dashboard, or none', async () => {
    const rejected = await create({
      name: 'T',
      default_dashboard_token: 'dshbrd_0000000000000000',
    });
    expect(rejected.status).toBe(422);
    const token = await newDashboard(account);
    const team = (await create({ name: 'T', default_dashboard_token: token })).body;
    expect(team.default_dashboard_token).toBe(token);
    const path = `/v2/teams/${team.token}`;
    expect((await account.as.put(path, { name: 'U' })).body.default_dashboard_token).toBe(token);
    expect(
      (await account.as.put(path, { default_dashboard_token: null })).body.default_dashboard_token,
    ).toBeNull();
    await account.as.put(path, { default_dashboard_token: token });
    await account.as.delete(`/v2/dashboards/${token}`);
    expect((await account.as.get(path)).body.default_dashboard_token).toBeNull();
  });

  test('is created and deleted by owners, and updated by its own owners', async () => {
    const lead = await account.newUser('editor');
    expect((await lead.as.post('/v2/teams', { name: 'T' })).status).toBe(403);
    const team = await account.newTeam('T', { [lead.token]: 'owner' });
    expect((await lead.as.put(`/v2/teams/${team}`, { name: 'U' })).status).toBe(200);
    expect((await lead.as.delete(`/v2/teams/${team}`)).status).toBe(403);
    const viewer = await account.newUser('viewer');
    expect((await viewer.as.put(`/v2/teams/${team}`, { name: 'V' })).status).toBe(403);
  });

  test('is deleted with its service credentials', async () => {
    const team = await account.newTeam('T', {}, [account.workspace.token]);
    const service = await account.serviceToken(team);
    expect((await service.get('/v2/me')).status).toBe(200);
    await account.as.delete(`/v2/teams/${team}`);
    expect((await service.get('/v2/me')).status).toBe(401);
  });
});

describe('the team Everyone', () => {
  const everyone = () => `/v2/teams/${account.everyone.token}`;

  test('is listed first, contains all users and cannot be renamed, emptied or deleted', async () => {
    const user = await account.newUser('viewer');
    const [first] = (await account.as.get('/v2/teams')).body.teams;
    expect(first).toMatchObject({
      name: 'Everyone',
      user_tokens: [account.owner.token, user.token],
    });
    expect((await account.as.put(everyone(), { name: 'All' })).status).toBe(422);
    expect((await account.as.put(everyone(), { user_tokens: [user.token] })).status).toBe(422);
    expect((await account.as.put(everyone(), { user_tokens: [] })).body.user_tokens).toHaveLength(
      2,
    );
    expect((await account.as.delete(everyone())).status).toBe(422);
    expect((await account.as.delete(`${everyone()}/members/${user.token}`)).status).toBe(400);
  });

  test('sets organisation roles, but keeps the last owner', async () => {
    const user = await account.newUser('viewer');
    const promoted = await account.as.post(`${everyone()}/members`, {
      user_email: user.email,
      role: 'integration_owner',
    });
    expect(promoted.status).toBe(201);
    expect((await account.as.get(`/v2/users/${user.token}`)).body.role).toBe('Integration Owner');
    const last = { user_email: account.owner.email, role: 'viewer' };
    expect((await account.as.post(`${everyone()}/members`, last)).status).toBe(422);
  });
});

async function newDashboard({ as, workspace }: Account): Promise<string> {
  const dashboard = { title: 'D', workspace_token: workspace.token };
  return (await as.post('/v2/dashboards', dashboard)).body.token;
}

test('a team owner adds only workspaces that they can edit', async () => {
  const viewer = await account.newUser('viewer');
  const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const team = await account.newTeam('Own', { [viewer.token]: 'owner' }, [account.workspace.token]);
  const put = async (...workspace_tokens: string[]) =>
    (await viewer.as.put(`/v2/teams/${team}`, { workspace_tokens })).status;
  expect(await put(account.workspace.token)).toBe(200);
  // Everyone, where they are a viewer, can edit the second one.
  expect(await put(account.workspace.token, second)).toBe(403);
  expect(await put()).toBe(200);
  expect(await put(account.workspace.token)).toBe(403);
});
