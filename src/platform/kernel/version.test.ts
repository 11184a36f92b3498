import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const put = (path: string, body: object, ifMatch?: string) =>
  account.as.send('PUT', path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });

const tagOf = async (path: string) => String((await account.as.get(path)).headers['etag']);

async function newObject(list: string, body: object): Promise<string> {
  const created = await account.as.post(`/v2/${list}`, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return `/v2/${list}/${created.body.token}`;
}

const newFilter = () => newObject('saved_filters', { title: 'Web' });

describe('a write with If-Match', () => {
  test('is saved while the object is the version that was read', async () => {
    const path = await newFilter();
    const read = await tagOf(path);
    const first = await put(path, { title: 'Web 2' }, read);
    expect(first.status).toBe(200);
    const second = await put(path, { title: 'Web 3' }, String(first.headers['etag']));
    expect([second.status, second.body.title]).toEqual([200, 'Web 3']);
    expect(await tagOf(path)).toBe(second.headers['etag']);
  });

  test('is refused when someone else changed the object, and names the version that is stored', async () => {
    const path = await newFilter();
    const read = await tagOf(path);
    await put(path, { title: 'Theirs' });
    const refused = await put(path, { title: 'Mine' }, read);
    expect(refused.status).toBe(412);
    expect(refused.body.errors).toEqual([
      'This object was changed after you loaded it, so your change was not saved. Load it again.',
    ]);
    expect(refused.headers['etag']).toBe(await tagOf(path));
    expect((await account.as.get(path)).body.title).toBe('Theirs');
    const deleted = await account.as.send('DELETE', path, undefined, { 'if-match': read });
    expect(deleted.status).toBe(412);
    const overwritten = await put(path, { title: 'Mine' }, String(refused.headers['etag']));
    expect(overwritten.body.title).toBe('Mine');
  });

  test('of two at the same time, exactly one is saved', async () => {
    const path = await newFilter();
    const read = await tagOf(path);
    const titles = ['A', 'B', 'C', 'D'];
    const responses = await Promise.all(titles.map((title) => put(path, { title }, read)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 412, 412, 412]);
    const winner = responses.find(({ status }) => status === 200)!;
    expect((await account.as.get(path)).body.title).toBe(winner.body.title);
  });

  test('accepts any version as *, several, and tags that a proxy made weak', async () => {
    const path = await newFilter();
    for (const header of ['*', `"other", ${await tagOf(path)}`, `W/${await tagOf(path)}`]) {
      expect((await put(path, { title: 'Web' }, header)).status, header).toBe(200);
    }
    expect((await put(path, { title: 'Web' }, '"other"')).status).toBe(412);
  });

  test('of an object that is unknown, hidden or read-only is refused as without it', async () => {
    const path = await newFilter();
    const read = await tagOf(path);
    const other = await newAccount();
    const hidden = await other.as.send('PUT', path, { title: 'X' }, { 'if-match': read });
    expect(hidden.status).toBe(404);
    const viewer = await account.newUser('viewer');
    const readOnly = await viewer.as.send('PUT', path, { title: 'X' }, { 'if-match': '"old"' });
    expect(readOnly.status).toBe(403);
  });
});

test('a write without If-Match is saved whatever happened meanwhile', async () => {
  const path = await newFilter();
  await put(path, { title: 'Theirs' });
  expect((await put(path, { title: 'Mine' })).body.title).toBe('Mine');
});

describe('the version', () => {
  test('does not change with the day, though relative dates do', async () => {
    const paths = [
      await newObject('dashboards', { title: 'Weekly', date_interval: 'last_7_days' }),
      await newObject('cost_reports', {
        title: 'Recent',
        workspace_token: account.workspace.token,
        date_interval: 'last_30_days',
      }),
    ];
    for (const path of paths) {
      const [tag, { body }] = [await tagOf(path), await account.as.get(path)];
      setTime('2026-03-12T09:00:00Z');
      expect((await account.as.get(path)).body.start_date).not.toBe(body.start_date);
      expect(await tagOf(path)).toBe(tag);
      setTime('2026-03-10T09:00:00Z');
    }
  });

  test('changes with what is stored in other tables: widgets, members, rules', async () => {
    const filter = (await account.as.post('/v2/saved_filters', { title: 'F' })).body.token;
    const dashboard = await newObject('dashboards', { title: 'Weekly' });
    const team = await newObject('teams', { name: 'Platform' });
    const tag = await newObject('virtual_tag_configs', { key: 'squad', overridable: true });
    const changes: [string, object][] = [
      [dashboard, { saved_filter_tokens: [filter] }],
      [team, { workspace_tokens: [account.workspace.token] }],
      [tag, { values: [{ name: 'Core', filter: "costs.provider = 'aws'" }] }],
    ];
    for (const [path, body] of changes) {
      const read = await tagOf(path);
      expect((await put(path, body)).status, path).toBe(200);
      expect((await put(path, body, read)).status, path).toBe(412);
    }
  });

  test('of a saved filter is the same after a report starts to apply it', async () => {
    const path = await newFilter();
    const read = await tagOf(path);
    await newObject('cost_reports', {
      title: 'Web costs',
      workspace_token: account.workspace.token,
      saved_filter_tokens: [path.split('/').at(-1)],
    });
    expect(await tagOf(path)).toBe(read);
  });
});

test('the API description names the header and its status for every write of an object with a version', async () => {
  const { paths } = (await account.as.get('/v2/oas_v3.json')).body;
  for (const path of ['/teams/{team_token}', '/virtual_tag_configs/{token}']) {
    for (const method of ['put', 'delete']) {
      const { parameters, responses } = paths[path][method];
      expect(parameters).toContainEqual(
        expect.objectContaining({ name: 'If-Match', in: 'header', required: false }),
      );
      expect(responses).toHaveProperty('412');
    }
    expect(paths[path].get.responses).not.toHaveProperty('412');
  }
});
