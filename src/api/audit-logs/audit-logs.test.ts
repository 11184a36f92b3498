import { beforeEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const entries = async (query = '') =>
  (await account.as.get(`/v2/audit_logs${query}`)).body.audit_logs;

test('each change writes one entry with previous and new values', async () => {
  const folder = (await account.as.post('/v2/folders', { title: 'Old' })).body;
  await account.as.put(`/v2/folders/${folder.token}`, { title: 'New' });
  await account.as.delete(`/v2/folders/${folder.token}`);
  const [destroyed, updated, created] = await entries();
  expect(created).toMatchObject({
    object_token: folder.token,
    object_type: 'Folder',
    object_title: 'Old',
    event: 'record_created',
    source: 'api',
    user: account.owner.email,
    workspace_token: account.workspace.token,
    workspace_title: 'Default',
    unchanged_values: {},
  });
  expect(created.object_changes['title']).toEqual([null, 'Old']);
  expect(created.object_changes).not.toHaveProperty('parent_folder_token');
  expect(updated.changed_values).toEqual({ title: ['Old', 'New'] });
  expect(updated.object_changes).toEqual(updated.changed_values);
  expect(updated.unchanged_values).toMatchObject({ type: 'CostFolder', token: folder.token });
  expect(destroyed.event).toBe('record_destroyed');
  expect(destroyed.changed_values['title']).toEqual(['New', null]);
  expect(await entries()).toHaveLength(3);
});

test('requests that change nothing or are rejected write no entry', async () => {
  const folder = (await account.as.post('/v2/folders', { title: 'Same' })).body;
  await account.as.put(`/v2/folders/${folder.token}`, { title: 'Same', saved_filter_tokens: [] });
  await account.as.put(`/v2/folders/${folder.token}`, { title: '' });
  await account.as.put(`/v2/folders/${folder.token}`, { saved_filter_tokens: ['svd_fltr_x'] });
  await account.as.post('/v2/user_feedback', { message: 'not recorded' });
  expect(await entries()).toHaveLength(1);
});

test('filters combine', async () => {
  setTime('2026-03-10T09:00:00Z');
  await account.as.post('/v2/teams', { name: 'One' });
  setTime('2026-03-11T23:59:59Z');
  const folder = (await account.as.post('/v2/folders', { title: 'F' })).body;
  const service = await account.serviceToken(account.everyone.token, 'owner');
  await service.put(`/v2/folders/${folder.token}`, { title: 'G' });
  setTime('2026-03-10T09:00:00Z');
  const { id } = (await service.get('/v2/me')).body.bearer_token;
  expect(await entries(`?user=${id}`)).toHaveLength(1);
  expect((await entries(`?user=${id}`))[0].user).toBe('Everyone');
  expect(await entries('?action=create')).toHaveLength(2);
  expect(await entries(`?object_token=${folder.token}&action=update`)).toHaveLength(1);
  expect(await entries('?object_name=One')).toHaveLength(1);
  expect(await entries('?start_date=2026-03-11&end_date=2026-03-11')).toHaveLength(2);
  expect(await entries('?end_date=2026-03-10')).toHaveLength(1);
  expect(await entries('?source=console')).toEqual([]);
  expect(await entries('?object_type=cost_report')).toEqual([]);
  expect(await entries(`?workspace_token=${account.workspace.token}`)).toHaveLength(2);
  const [one] = await entries('?limit=1');
  expect(await entries(`?token=${one.token}`)).toEqual([one]);
  expect((await account.as.get(`/v2/audit_logs/${one.token}`)).body).toEqual(one);
  expect((await account.as.get('/v2/audit_logs?object_type=folder')).status).toBe(400);
  expect((await account.as.get('/v2/audit_logs?start_date=2026-02-30')).status).toBe(400);
});

test('only owners can read entries', async () => {
  const integrationOwner = await account.newUser('integration_owner');
  expect((await integrationOwner.as.get('/v2/audit_logs')).status).toBe(403);
  expect((await integrationOwner.as.get('/v2/audit_logs/adt_lg_x')).status).toBe(403);
});

test('entries never contain secrets', async () => {
  const created = await account.as.post('/console/credentials', {
    description: 'x',
    scopes: ['read'],
  });
  const { rows } = await readAll(account);
  expect(JSON.stringify(rows)).not.toContain(created.body.secret);
});

async function readAll({ app }: Account) {
  const rows = await app.services.db.selectFrom('audit_logs').selectAll().execute();
  return { rows };
}
