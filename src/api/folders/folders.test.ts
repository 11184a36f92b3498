import { beforeEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const create = async (body: object) => (await account.as.post('/v2/folders', body)).body;

test('a folder keeps its saved filters in order; null leaves them, [] clears them', async () => {
  const [a, b] = [
    (await account.as.post('/v2/saved_filters', { title: 'A' })).body.token,
    (await account.as.post('/v2/saved_filters', { title: 'B' })).body.token,
  ];
  const folder = await create({ title: 'F', saved_filter_tokens: [b, a, b] });
  expect(folder.saved_filter_tokens).toEqual([b, a]);
  const path = `/v2/folders/${folder.token}`;
  expect(
    (await account.as.put(path, { saved_filter_tokens: null })).body.saved_filter_tokens,
  ).toEqual([b, a]);
  await account.as.delete(`/v2/saved_filters/${b}`);
  expect((await account.as.get(path)).body.saved_filter_tokens).toEqual([a]);
  expect(
    (await account.as.put(path, { saved_filter_tokens: [] })).body.saved_filter_tokens,
  ).toEqual([]);
  expect((await account.as.put(path, { saved_filter_tokens: [b] })).status).toBe(400);
});

test('the parent determines the workspace and must be of the same type', async () => {
  const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const parent = await create({ title: 'P', workspace_token: second });
  const child = await create({ title: 'C', parent_folder_token: parent.token });
  expect(child).toMatchObject({ workspace_token: second, parent_folder_token: parent.token });
  const wrongType = {
    title: 'C',
    type: 'ProviderResourceFolder',
    parent_folder_token: parent.token,
  };
  expect((await account.as.post('/v2/folders', wrongType)).status).toBe(400);
  const elsewhere = await create({ title: 'E', workspace_token: account.workspace.token });
  const moved = await account.as.put(`/v2/folders/${elsewhere.token}`, {
    parent_folder_token: parent.token,
  });
  expect(moved.status).toBe(400);
});

test('a folder cannot be inside itself', async () => {
  const outer = await create({ title: 'O' });
  const inner = await create({ title: 'I', parent_folder_token: outer.token });
  const path = `/v2/folders/${outer.token}`;
  expect((await account.as.put(path, { parent_folder_token: outer.token })).status).toBe(400);
  expect((await account.as.put(path, { parent_folder_token: inner.token })).status).toBe(400);
  const moved = await account.as.put(`/v2/folders/${inner.token}`, { parent_folder_token: '' });
  expect(moved.body.parent_folder_token).toBeNull();
});

test('the contents of a deleted folder move to its parent', async () => {
  const outer = await create({ title: 'O' });
  const middle = await create({ title: 'M', parent_folder_token: outer.token });
  const inner = await create({ title: 'I', parent_folder_token: middle.token });
  await account.as.delete(`/v2/folders/${middle.token}`);
  const { body } = await account.as.get(`/v2/folders/${inner.token}`);
  expect(body.parent_folder_token).toBe(outer.token);
});

test('updated_at changes only with the folder', async () => {
  const folder = await create({ title: 'F' });
  setTime('2026-03-10T10:00:00Z');
  const same = await account.as.put(`/v2/folders/${folder.token}`, { title: 'F' });
  expect(same.body.updated_at).toBe(folder.updated_at);
  const changed = await account.as.put(`/v2/folders/${folder.token}`, { title: 'G' });
  expect(changed.body.updated_at).toBe('2026-03-10T10:00:00Z');
});

test('lists support search by title, filtering by type and paging', async () => {
  for (const title of ['Alpha', 'beta', 'ALPHABET']) await create({ title });
  const found = (await account.as.get('/v2/folders?q=alpha')).body.folders;
  expect(found.map((each: { title: string }) => each.title)).toEqual(['Alpha', 'ALPHABET']);
  expect((await account.as.get('/v2/folders?type=ProviderResourceFolder')).body.folders).toEqual(
    [],
  );
  const { body } = await account.as.get('/v2/folders?limit=1&page=2&q=');
  expect(body.folders[0].title).toBe('beta');
  expect(body.links).toEqual({
    self: 'http://localhost:80/v2/folders?limit=1&page=2&q=',
    first: 'http://localhost:80/v2/folders?limit=1&q=&page=1',
    next: 'http://localhost:80/v2/folders?limit=1&q=&page=3',
    last: 'http://localhost:80/v2/folders?limit=1&q=&page=3',
    prev: 'http://localhost:80/v2/folders?limit=1&q=&page=1',
  });
});

test('a saved filter is validated, stored verbatim, and cleared by an empty text', async () => {
  const filter = "(costs.provider = 'aws'\n  AND costs.region = 'us-east-1')";
  const created = await account.as.post('/v2/saved_filters', { title: 'F', filter });
  expect(created.body.filter).toBe(filter);
  const path = `/v2/saved_filters/${created.body.token}`;
  const invalid = await account.as.put(path, { filter: 'costs.provider =' });
  expect(invalid.status).toBe(400);
  expect(invalid.body.errors[0]).toContain('line 1, column');
  expect((await account.as.put(path, { filter: '' })).body.filter).toBeNull();
});
