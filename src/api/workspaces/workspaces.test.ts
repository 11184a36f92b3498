import { beforeEach, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

test('a workspace has its defaults', async () => {
  const { status, body } = await account.as.post('/v2/workspaces', { name: 'Europe' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Europe',
    enable_currency_conversion: true,
    currency: 'USD',
    exchange_rate_date: 'daily_rate',
  });
  expect(body.token).toMatch(/^wrkspc_[0-9a-f]{16}$/);
  expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('with conversion off the currency is USD, whatever was sent', async () => {
  const created = await account.as.post('/v2/workspaces', {
    name: 'A',
    enable_currency_conversion: false,
    currency: 'GBP',
  });
  expect(created.body.currency).toBe('USD');
  const path = `/v2/workspaces/${created.body.token}`;
  const on = await account.as.put(path, { enable_currency_conversion: true, currency: 'GBP' });
  expect(on.body.currency).toBe('GBP');
  const off = await account.as.put(path, { enable_currency_conversion: false });
  expect(off.body.currency).toBe('USD');
});

test('names are unique in the account, regardless of case', async () => {
  const duplicate = await account.as.post('/v2/workspaces', { name: 'DEFAULT' });
  expect(duplicate.status).toBe(400);
  expect(duplicate.body.errors).toEqual(['Name has already been taken']);
  const other = await account.as.post('/v2/workspaces', { name: 'Other' });
  const renamed = await account.as.put(`/v2/workspaces/${other.body.token}`, { name: 'default' });
  expect(renamed.body.errors).toEqual(['Name has already been taken']);
});

test.each([
  [{}, 'name is missing'],
  [{ name: '' }, "name can't be blank"],
  [{ name: 'A', currency: 'XYZ' }, 'currency does not have a valid value'],
  [{ name: 'A', exchange_rate_date: 'never' }, 'exchange_rate_date does not have a valid value'],
  [{ name: 'A', enable_currency_conversion: 'yes' }, 'enable_currency_conversion is invalid'],
])('%j is rejected with 400', async (body, message) => {
  const response = await account.as.post('/v2/workspaces', body);
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([message]);
});

test('Everyone has edit access to a new workspace', async () => {
  const { token } = (await account.as.post('/v2/workspaces', { name: 'New' })).body;
  const editor = await account.newUser('editor');
  const created = await editor.as.post('/v2/folders', { title: 'F', workspace_token: token });
  expect(created.status).toBe(201);
});

test('a workspace is deleted with its contents; the last one cannot be deleted', async () => {
  const { token } = (await account.as.post('/v2/workspaces', { name: 'New' })).body;
  const folder = (await account.as.post('/v2/folders', { title: 'F', workspace_token: token }))
    .body;
  const grant = { resource_token: folder.token, team_token: account.everyone.token };
  const granted = (await account.as.post('/v2/access_grants', grant)).body;
  const inner = { title: 'I', parent_folder_token: folder.token };
  const subfolder = (await account.as.post('/v2/folders', inner)).body;
  const report = { title: 'R', folder_token: subfolder.token };
  const createdReport = (await account.as.post('/v2/cost_reports', report)).body;
  expect((await account.as.delete(`/v2/workspaces/${token}`)).status).toBe(204);
  expect((await account.as.get(`/v2/folders/${folder.token}`)).status).toBe(404);
  expect((await account.as.get(`/v2/cost_reports/${createdReport.token}`)).status).toBe(404);
  expect((await account.as.get(`/v2/access_grants/${granted.token}`)).status).toBe(404);
  const last = await account.as.delete(`/v2/workspaces/${account.workspace.token}`);
  expect(last.status).toBe(422);
});

test('only owners change workspaces; others see those of their teams', async () => {
  const editor = await account.newUser('editor');
  const { token } = (await account.as.post('/v2/workspaces', { name: 'Hidden' })).body;
  expect((await editor.as.post('/v2/workspaces', { name: 'X' })).status).toBe(403);
  expect((await editor.as.delete(`/v2/workspaces/${token}`)).status).toBe(403);
  await account.setEveryoneAccess(token, null);
  expect((await editor.as.get(`/v2/workspaces/${token}`)).status).toBe(404);
  const names = (await editor.as.get('/v2/workspaces')).body.workspaces.map(
    (each: { name: string }) => each.name,
  );
  expect(names).toEqual(['Default']);
});

test('workspace_token is required when there are several workspaces', async () => {
  expect((await account.as.post('/v2/folders', { title: 'F' })).status).toBe(201);
  await account.as.post('/v2/workspaces', { name: 'Second' });
  const response = await account.as.post('/v2/folders', { title: 'F' });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual(['workspace_token is missing']);
  const unknown = await account.as.post('/v2/folders', { title: 'F', workspace_token: 'wrkspc_x' });
  expect(unknown.status).toBe(400);
  expect((await account.as.get('/v2/folders?workspace_token=wrkspc_x')).body.folders).toEqual([]);
});
