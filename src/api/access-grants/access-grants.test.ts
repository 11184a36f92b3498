import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let folder: string;

beforeEach(async () => {
  account = await newAccount();
  folder = (await account.as.post('/v2/folders', { title: 'Shared' })).body.token;
});

const grant = (team_token: string, access?: string, resource_token = folder) =>
  account.as.post('/v2/access_grants', { team_token, resource_token, access });

describe('a grant', () => {
  test('allows by default', async () => {
    const { status, body } = await grant(account.everyone.token);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      access: 'allowed',
      resource_token: folder,
      created_by: account.owner.token,
    });
    const path = `/v2/access_grants/${body.token}`;
    expect((await account.as.put(path, { access: 'denied', team_token: 'x' })).body).toMatchObject({
      access: 'denied',
      team_token: account.everyone.token,
    });
    expect((await account.as.put(path, {})).status).toBe(400);
    expect((await account.as.delete(path)).status).toBe(204);
    expect((await account.as.get(path)).status).toBe(404);
  });

  test('is rejected with the status of the cause', async () => {
    const team = account.everyone.token;
    expect((await account.as.post('/v2/access_grants', { team_token: team })).status).toBe(400);
    expect((await grant(team, 'maybe')).status).toBe(400);
    expect((await grant(team, 'allowed', 'fldr_0000000000000000')).status).toBe(404);
    expect((await grant(team, 'allowed', 'whatever')).status).toBe(404);
    expect((await grant('team_0000000000000000')).status).toBe(404);
    expect((await grant(team, 'allowed', account.workspace.token)).status).toBe(406);
    await grant(team);
    const duplicate = await grant(team);
    expect(duplicate.status).toBe(422);
    expect(duplicate.body.errors).toEqual([
      'Access grant already exists for this team and resource',
    ]);
  });

  test('is managed by owners of a team with access to the object', async () => {
    const lead = await account.newUser('viewer');
    const editor = await account.newUser('editor');
    const team = await account.newTeam('Leads', { [lead.token]: 'owner' }, [
      account.workspace.token,
    ]);
    const body = { team_token: team, resource_token: folder };
    expect((await editor.as.post('/v2/access_grants', body)).status).toBe(403);
    const created = await lead.as.post('/v2/access_grants', body);
    expect(created.status).toBe(201);
    expect((await editor.as.get(`/v2/access_grants/${created.body.token}`)).status).toBe(404);
    expect((await editor.as.get('/v2/access_grants')).body.access_grants).toEqual([]);
    expect((await lead.as.get('/v2/access_grants')).body.access_grants).toHaveLength(1);
  });

  test('is deleted with its object', async () => {
    const { token } = (await grant(account.everyone.token)).body;
    await account.as.delete(`/v2/folders/${folder}`);
    expect((await account.as.get(`/v2/access_grants/${token}`)).status).toBe(404);
  });
});

describe('the access of a user', () => {
  const rename = (user: { as: Account['as'] }) =>
    user.as.put(`/v2/folders/${folder}`, { title: 'New' });

  // Grant of Everyone, its workspace access, and the statuses that an editor then gets.
  test.each([
    ['denied', 'edit', 404, 404],
    ['denied', 'view', 404, 404],
    ['denied', null, 404, 404],
    ['allowed', null, 200, 200],
    ['allowed', 'view', 200, 200],
    ['allowed', 'edit', 200, 200],
    [null, null, 404, 404],
    [null, 'view', 200, 403],
    [null, 'edit', 200, 200],
  ] as const)(
    'grant %s with access %s: read %i, change %i',
    async (grantAccess, access, read, change) => {
      const editor = await account.newUser('editor');
      if (grantAccess) await grant(account.everyone.token, grantAccess);
      await account.setEveryoneAccess(account.workspace.token, access);
      expect((await editor.as.get(`/v2/folders/${folder}`)).status).toBe(read);
      expect((await rename(editor)).status).toBe(change);
      const listed = (await editor.as.get('/v2/folders')).body.folders;
      expect(listed).toHaveLength(read === 200 ? 1 : 0);
      const created = await editor.as.post('/v2/folders', {
        title: 'F',
        workspace_token: account.workspace.token,
      });
      expect(created.status).toBe(access === 'edit' ? 201 : access === 'view' ? 403 : 400);
    },
  );

  test('is the most permissive of all teams', async () => {
    const user = await account.newUser('viewer');
    const marketing = await account.newTeam('Marketing', { [user.token]: 'viewer' });
    await grant(account.everyone.token, 'denied');
    await grant(marketing, 'allowed');
    expect((await user.as.get(`/v2/folders/${folder}`)).status).toBe(200);
    expect((await rename(user)).status).toBe(403);
    const other = await account.newUser('editor');
    expect((await other.as.get(`/v2/folders/${folder}`)).status).toBe(404);
    expect((await account.as.get(`/v2/folders/${folder}`)).status).toBe(200);
  });

  test('lets a team owner with a grant but no workspace access update but not create', async () => {
    const user = await account.newUser('viewer');
    const team = await account.newTeam('A', { [user.token]: 'owner' });
    await grant(team, 'allowed');
    expect((await rename(user)).status).toBe(200);
    const created = await user.as.post('/v2/folders', { title: 'F' });
    expect(created.status).toBe(403);
    const forEveryone = { team_token: account.everyone.token, resource_token: folder };
    expect((await user.as.post('/v2/access_grants', forEveryone)).status).toBe(403);
  });

  test('is inherited from parent folders, unless the object has its own grant', async () => {
    const viewer = await account.newUser('viewer');
    const inner = (
      await account.as.post('/v2/folders', { title: 'In', parent_folder_token: folder })
    ).body;
    const deep = (
      await account.as.post('/v2/folders', { title: 'Deep', parent_folder_token: inner.token })
    ).body;
    await grant(account.everyone.token, 'denied');
    expect((await viewer.as.get(`/v2/folders/${deep.token}`)).status).toBe(404);
    expect((await viewer.as.get('/v2/folders')).body.folders).toEqual([]);
    await grant(account.everyone.token, 'allowed', inner.token);
    expect((await viewer.as.get(`/v2/folders/${deep.token}`)).status).toBe(200);
    const visible = (await viewer.as.get('/v2/folders')).body.folders;
    expect(visible.map((each: { title: string }) => each.title)).toEqual(['In', 'Deep']);
  });

  test('ends with the team membership on the next request', async () => {
    const user = await account.newUser('viewer');
    const team = await account.newTeam('A', { [user.token]: 'viewer' });
    await account.setEveryoneAccess(account.workspace.token, null);
    await grant(team, 'allowed');
    expect((await user.as.get(`/v2/folders/${folder}`)).status).toBe(200);
    await account.as.delete(`/v2/teams/${team}/members/${user.token}`);
    expect((await user.as.get(`/v2/folders/${folder}`)).status).toBe(404);
  });
});
