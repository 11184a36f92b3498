import { beforeEach, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

test('owners list all users in creation order; others get 403', async () => {
  const viewer = await account.newUser('viewer');
  const { body } = await account.as.get('/v2/users');
  expect(body.users.map((user: { token: string }) => user.token)).toEqual([
    account.owner.token,
    viewer.token,
  ]);
  expect(body.users[1]).toEqual({
    token: viewer.token,
    name: null,
    email: viewer.email,
    role: 'Viewer',
    default_dashboard_token: null,
    last_seen_at: null,
  });
  expect((await viewer.as.get('/v2/users')).status).toBe(403);
});

test('users can read only themselves', async () => {
  const viewer = await account.newUser('viewer');
  const self = await viewer.as.get(`/v2/users/${viewer.token}`);
  expect(self.body.last_seen_at).toBe('2026-03-10');
  expect((await viewer.as.get(`/v2/users/${account.owner.token}`)).status).toBe(404);
  expect((await viewer.as.put(`/v2/users/${account.owner.token}`, {})).status).toBe(404);
});

test('a default dashboard must exist', async () => {
  const path = `/v2/users/${account.owner.token}`;
  expect((await account.as.put(path, { default_dashboard_token: 'dshbrd_x' })).status).toBe(422);
  expect((await account.as.put(path, { default_dashboard_token: 7 })).status).toBe(422);
  expect((await account.as.put(path, { default_dashboard_token: null })).status).toBe(200);
});

test('me returns the credential and its workspaces', async () => {
  await account.as.post('/v2/workspaces', { name: 'Second' });
  const { body } = await account.as.get('/v2/me');
  expect(body.default_workspace_token).toBe(account.workspace.token);
  expect(body.workspaces.map((each: { name: string }) => each.name)).toEqual(['Default', 'Second']);
  expect(body.bearer_token).toMatchObject({
    description: 'First token of the owner',
    scope: ['read', 'write'],
    id: expect.any(Number),
  });
});

test('a service credential acts as its team', async () => {
  const team = await account.newTeam('Platform', {}, [account.workspace.token]);
  const service = await account.serviceToken(team);
  expect((await service.put('/v2/me', {})).body.errors).toEqual([
    'This operation needs a personal access token',
  ]);
  const created = await service.post('/v2/saved_filters', { title: 'S' });
  expect(created.status).toBe(201);
  expect(created.body.created_by).toBe(team);
  const [entry] = (await account.as.get('/v2/audit_logs')).body.audit_logs;
  expect(entry).toMatchObject({ user: 'Platform', source: 'api' });
  expect((await service.get('/v2/users')).status).toBe(403);
  expect((await service.post('/v2/workspaces', { name: 'X' })).status).toBe(403);
});

test('feedback is stored, blank feedback is rejected', async () => {
  const { status, body } = await account.as.post('/v2/user_feedback', { message: 'Good' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ message: 'Good', created_by_token: account.owner.token });
  expect((await account.as.post('/v2/user_feedback', {})).status).toBe(400);
  expect((await account.as.post('/v2/user_feedback', { message: ' ' })).status).toBe(422);
  expect((await account.as.post('/v2/user_feedback', { message: 'x'.repeat(10_001) })).status).toBe(
    422,
  );
});
