import { beforeEach, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const create = async (list: string, body: object): Promise<string> =>
  (await account.as.post(`/v2/${list}`, body)).body.token;
const titles = async (client = account.as, workspace = '') =>
  (await client.get(`/console/favourites${workspace && `?workspace_token=${workspace}`}`)).body
    .favourites;

test('favourites are listed as they were marked, by their current titles', async () => {
  const workspace_token = account.workspace.token;
  const report = await create('cost_reports', { title: 'Web', workspace_token });
  const tag = await create('virtual_tag_configs', { key: 'squad', overridable: true });
  const dashboard = await create('dashboards', { title: 'Weekly', workspace_token });
  for (const token of [tag, report, dashboard, tag]) {
    expect((await account.as.put(`/console/favourites/${token}`)).status).toBe(200);
  }
  await account.as.put(`/v2/cost_reports/${report}`, { title: 'Web costs' });
  expect(await titles()).toEqual([
    { object_token: tag, kind: 'Virtual Tag', title: 'squad' },
    { object_token: report, kind: 'Cost Report', title: 'Web costs' },
    { object_token: dashboard, kind: 'Dashboard', title: 'Weekly' },
  ]);
  expect((await account.as.delete(`/console/favourites/${tag}`)).status).toBe(204);
  expect((await account.as.delete(`/console/favourites/${tag}`)).status).toBe(404);
  await account.as.delete(`/v2/dashboards/${dashboard}`);
  expect(await titles()).toMatchObject([{ object_token: report }]);
});

test('favourites belong to one user and one workspace', async () => {
  const first = account.workspace.token;
  const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const report = await create('cost_reports', { title: 'Web', workspace_token: first });
  const path = `/console/favourites/${report}`;
  expect((await account.as.put(path)).status).toBe(400);
  await account.as.put(`${path}?workspace_token=${first}`);
  expect(await titles(account.as, first)).toHaveLength(1);
  expect(await titles(account.as, second)).toEqual([]);
  const viewer = await account.newUser('viewer');
  const other = await newAccount();
  expect(await titles(viewer.as, first)).toEqual([]);
  expect((await other.as.get(`/console/favourites?workspace_token=${first}`)).status).toBe(404);
  expect((await other.as.put(path)).status).toBe(404);
  expect((await other.as.delete(path)).status).toBe(404);
  expect(await titles(other.as)).toEqual([]);
});

test('an object that its user can no longer see is left out', async () => {
  const { token } = account.workspace;
  const report = await create('cost_reports', { title: 'Web', workspace_token: token });
  const viewer = await account.newUser('viewer');
  expect((await viewer.as.put(`/console/favourites/${report}`)).status).toBe(200);
  const everyone = (await account.as.get('/v2/teams')).body.teams[0].token;
  const body = { team_token: everyone, resource_token: report, access: 'denied' };
  expect((await account.as.post('/v2/access_grants', body)).status).toBe(201);
  expect(await titles(viewer.as)).toEqual([]);
});

test('other objects and unknown tokens cannot be favourites', async () => {
  for (const token of [account.owner.token, 'rprt_0000000000000000', 'x']) {
    expect((await account.as.put(`/console/favourites/${token}`)).status, token).toBe(404);
  }
});
