import { APIV2Client, VantageAPIError } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;
let origin: string;

beforeAll(async () => {
  account = await newAccount();
  origin = await testOrigin();
  client = new APIV2Client(account.secret, false, origin);
});

test('pings and reads the current user', async () => {
  expect(await client.ping.get()).toEqual({ ping: 'pong' });
  const me = await client.me.get();
  expect(me.bearer_token.scope).toEqual(['read', 'write']);
  expect(await client.request('/v2/me', 'PUT', { default_dashboard_token: null })).toMatchObject({
    workspaces: me.workspaces,
  });
});

test('manages workspaces', async () => {
  const created = await client.workspaces.create({ name: 'Client', currency: 'EUR' });
  expect(await client.workspaces.get(created.token)).toEqual(created);
  const changed = await client.workspaces.update(created.token, { name: 'Client 2' });
  expect(changed).toEqual({ ...created, name: 'Client 2' });
  const { workspaces } = await client.workspaces.list({ q: 'client', page: 1, limit: 1000 });
  expect(workspaces).toEqual([changed]);
  await client.workspaces.delete(created.token);
  await expect(client.workspaces.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('manages teams and their members', async () => {
  const user = await account.newUser('viewer', 'Vi');
  const team = await client.teams.create({
    name: 'Team',
    user_tokens: [],
    user_emails: [user.email],
  });
  expect(team.user_tokens).toEqual([user.token]);
  expect(await client.teams.get(team.token)).toEqual(team);
  expect((await client.teams.update(team.token, { name: 'Team 2' })).name).toBe('Team 2');
  const { members } = await client.teams.getMembers(team.token, {});
  expect(members).toMatchObject([{ name: 'Vi', user_token: user.token, role: 'editor' }]);
  await client.teams.removeTeamMember(team.token, user.token);
  const added = await client.teams.addTeamMember(team.token, {
    user_email: user.email,
    role: 'viewer',
  });
  expect(added.role).toBe('viewer');
  expect((await client.teams.list({ q: 'Team 2' })).teams).toHaveLength(1);
  await client.teams.delete(team.token);
});

test('manages users', async () => {
  const { users } = await client.users.list();
  expect(users[0]!.email).toBe(account.owner.email);
  const user = await client.users.get(users[0]!.token);
  expect(await client.users.update(user.token, { default_dashboard_token: null })).toEqual(user);
});

test('manages folders, saved filters and access grants', async () => {
  const workspace_token = account.workspace.token;
  const filter = await client.savedFilters.create({
    title: 'AWS',
    filter: "costs.provider = 'aws'",
    workspace_token,
  });
  const folder = await client.folders.create({
    title: 'Folder',
    workspace_token,
    saved_filter_tokens: [filter.token],
  });
  expect(await client.folders.get(folder.token)).toEqual(folder);
  expect((await client.folders.update(folder.token, { title: 'Renamed' })).title).toBe('Renamed');
  expect((await client.savedFilters.update(filter.token, { title: 'B' })).filter).toBe(
    "costs.provider = 'aws'",
  );
  const grant = await client.accessGrants.create({
    resource_token: folder.token,
    team_token: account.everyone.token,
  });
  expect(grant.access).toBe('allowed');
  expect((await client.accessGrants.update(grant.token, { access: 'denied' })).access).toBe(
    'denied',
  );
  expect((await client.accessGrants.list({ page: 1 })).access_grants).toHaveLength(1);
  await client.accessGrants.delete(grant.token);
  await client.folders.delete(folder.token);
  await client.savedFilters.delete(filter.token);
  expect((await client.folders.list({})).folders).toEqual([]);
});

test('reads the audit log and sends feedback', async () => {
  const { audit_logs, links } = await client.auditLogs.list({ limit: 2, source: undefined });
  expect(audit_logs).toHaveLength(2);
  expect(new URL(links!.next!).searchParams.get('page')).toBe('2');
  expect((await client.auditLogs.get(audit_logs[0]!.token)).token).toBe(audit_logs[0]!.token);
  const feedback = await client.userFeedback.create({ message: 'Hello' });
  expect(feedback).toMatchObject({ message: 'Hello' });
});

test('receives errors', async () => {
  const unauthenticated = new APIV2Client('bad', false, origin);
  const rejected = await unauthenticated.me.get().catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(VantageAPIError);
  expect(rejected).toMatchObject({ status: 401, errors: ['Invalid or missing credential'] });
  const blank = await client.teams.create({ name: '' }).catch((error: unknown) => error);
  expect(blank).toMatchObject({ status: 422, errors: ["name can't be blank"] });
});
