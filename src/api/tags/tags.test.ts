import { beforeAll, describe, expect, test } from 'vitest';
import { importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let rack: string;

beforeAll(async () => {
  account = await newAccount();
  const day = '2026-03-01';
  await importCharges(account, [
    { day, cost: '1', tags: { Team: 'web', env: 'Prod', 'aws:createdBy': 'root' } },
    { day, cost: '1', tags: { env: 'dev', 'a/b c+d': 'x' } },
    { day, cost: '1', provider: 'Google Cloud', tags: { env: 'dev', team: 'web' } },
  ]);
  rack = await importCsv(
    account,
    `ChargePeriodStart,ChargeCategory,BilledCost,ServiceName,Tags\n${day},Fee,1,Rack,"{""env"":""prod""}"`,
  );
});

const keysOf = async (query = '') =>
  (await account.as.get(`/v2/tags${query}`)).body.tags.map(
    (tag: { tag_key: string }) => tag.tag_key,
  );
const valuesOf = async (key: string, query = '') =>
  (await account.as.get(`/v2/tags/${encodeURIComponent(key)}/values${query}`)).body.tag_values.map(
    (value: { tag_value: string }) => value.tag_value,
  );

describe('the list', () => {
  test('has each key with its providers, ordered case-insensitively first', async () => {
    const { body } = await account.as.get('/v2/tags');
    const flags = { hidden: false, preferred: false };
    expect(body.tags).toEqual([
      { tag_key: 'a/b c+d', ...flags, providers: ['aws'] },
      { tag_key: 'aws:createdBy', ...flags, providers: ['aws'] },
      { tag_key: 'env', ...flags, providers: ['aws', `custom_provider:${rack}`, 'gcp'] },
      { tag_key: 'Team', ...flags, providers: ['aws'] },
      { tag_key: 'team', ...flags, providers: ['gcp'] },
    ]);
    expect(body.links).toMatchObject({ next: null, prev: null, last: null });
  });

  test.each<[string, string[]]>([
    ['?sort_direction=desc', ['team', 'Team', 'env', 'aws:createdBy', 'a/b c+d']],
    ['?search_query=TEA', ['Team', 'team']],
    ['?search_query=%25', []],
    ['?providers=gcp', ['env', 'team']],
    ['?providers=gcp,custom_provider', ['env', 'team']],
    ['?providers=custom_provider', ['env']],
    ['?providers[]=oracle', []],
    ['?limit=2', ['a/b c+d', 'aws:createdBy']],
    ['?limit=2&page=3', ['team']],
  ])('%s', async (query, expected) => {
    expect(await keysOf(query)).toEqual(expected);
  });

  test('is paginated without a total', async () => {
    const { links } = (await account.as.get('/v2/tags?limit=2&page=2')).body;
    expect(links).toMatchObject({
      next: expect.stringMatching(/limit=2&page=3$/),
      prev: expect.stringMatching(/page=1$/),
      last: null,
    });
  });

  test('an unknown provider is rejected', async () => {
    expect((await account.as.get('/v2/tags?providers=acme')).status).toBe(400);
    expect((await account.as.get(`/v2/tags?providers=custom_provider:${rack}`)).status).toBe(200);
  });
});

describe('values', () => {
  test('have their providers', async () => {
    const { body } = await account.as.get('/v2/tags/env/values');
    expect(body.tag_values).toEqual([
      { tag_value: 'dev', providers: ['aws', 'gcp'] },
      { tag_value: 'Prod', providers: ['aws'] },
      { tag_value: 'prod', providers: [`custom_provider:${rack}`] },
    ]);
  });

  test.each<[string, string, string[]]>([
    ['env', '?sort_direction=desc', ['prod', 'Prod', 'dev']],
    ['env', '?search_query=ROD', ['Prod', 'prod']],
    ['env', '?providers=gcp', ['dev']],
    ['env', '?providers=oracle', []],
    ['env', '?limit=1&page=2', ['Prod']],
    ['a/b c+d', '', ['x']],
    ['aws:createdBy', '?key=aws:createdBy', ['root']],
  ])('of %s%s', async (key, query, expected) => {
    expect(await valuesOf(key, query)).toEqual(expected);
  });

  test('of an unknown key return 404', async () => {
    expect((await account.as.get('/v2/tags/ENV/values')).status).toBe(404);
    const other = await newAccount();
    expect((await other.as.get('/v2/tags/env/values')).status).toBe(404);
  });
});

describe('an update', () => {
  const put = (body: object, as = account.as) => as.put('/v2/tags', body);

  test('changes the given tags, returns them in that order and is audited', async () => {
    const { status, body } = await put({
      tag_key: 'team',
      tag_keys: ['env', 'team'],
      hidden: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      tags: [
        { tag_key: 'team', hidden: true, preferred: false, providers: ['gcp'] },
        expect.objectContaining({ tag_key: 'env', hidden: true, preferred: false }),
      ],
    });
    const { body: log } = await account.as.get('/v2/audit_logs?limit=2');
    expect(log.audit_logs.map((entry: object) => entry)).toMatchObject([
      { object_type: 'Tag', object_title: 'env', event: 'record_updated' },
      { object_type: 'Tag', object_title: 'team', changed_values: { hidden: [false, true] } },
    ]);
    await put({ tag_keys: ['env', 'team'], hidden: true, preferred: null });
    expect((await account.as.get('/v2/audit_logs?limit=1')).body.audit_logs).toEqual([
      log.audit_logs[0],
    ]);
    const listed = (await account.as.get('/v2/tags?search_query=team')).body.tags;
    expect(listed).toMatchObject([{ hidden: false }, { hidden: true }]);
  });

  test('changes all tags or none', async () => {
    const answer = await put({ tag_keys: ['Team', 'nothing'], preferred: true });
    expect(answer).toMatchObject({ status: 404, body: { errors: ['Tag not found: nothing'] } });
    await put({ tag_key: 'aws:createdBy', hidden: true });
    const both = await put({ tag_keys: ['Team', 'aws:createdBy'], preferred: true });
    expect(both.status).toBe(422);
    const listed = (await account.as.get('/v2/tags?search_query=Team')).body.tags;
    expect(listed[0]).toMatchObject({ tag_key: 'Team', preferred: false });
    const swapped = await put({ tag_key: 'aws:createdBy', hidden: false, preferred: true });
    expect(swapped.body.tags).toMatchObject([{ hidden: false, preferred: true }]);
  });

  test.each<[object, string[]]>([
    [{ hidden: true }, ['tag_key or tag_keys is missing']],
    [{ tag_key: '', tag_keys: null, hidden: true }, ['tag_key or tag_keys is missing']],
    [{ tag_key: 'env' }, ['hidden or preferred is missing']],
    [{ tag_key: 'env', hidden: null }, ['hidden or preferred is missing']],
    [{ tag_key: 'env', hidden: 'yes' }, ['hidden is invalid']],
  ])('%j is rejected', async (body, errors) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { errors } });
  });

  test('concurrent updates are all applied', async () => {
    const fresh = await newAccount();
    await importCharges(fresh, [{ day: '2026-03-01', cost: '1', tags: { a: '1', b: '1' } }]);
    const answers = await Promise.all([
      put({ tag_keys: ['a', 'b'], hidden: true }, fresh.as),
      put({ tag_keys: ['b', 'a'], preferred: false }, fresh.as),
      put({ tag_keys: ['b'], hidden: true }, fresh.as),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fresh.as.get('/v2/tags')).body.tags).toMatchObject([
      { tag_key: 'a', hidden: true },
      { tag_key: 'b', hidden: true },
    ]);
  });
});

describe('permissions', () => {
  test.each([
    ['viewer', 403],
    ['editor', 403],
    ['integration_owner', 200],
  ] as const)('%s', async (role, expected) => {
    const { as } = await account.newUser(role);
    expect((await as.get('/v2/tags')).status).toBe(expected);
    expect((await as.get('/v2/tags/env/values')).status).toBe(expected);
    expect((await as.put('/v2/tags', { tag_key: 'a/b c+d', hidden: true })).status).toBe(expected);
  });

  test('tags of an inaccessible workspace are not visible', async () => {
    const fresh = await newAccount();
    const { body: hidden } = await fresh.as.post('/v2/workspaces', { name: 'Hidden' });
    await importCharges(fresh, [{ day: '2026-03-01', cost: '1', tags: { secret: 'x' } }], {
      workspaces: [hidden.token],
    });
    await fresh.setEveryoneAccess(hidden.token, null);
    const { as } = await fresh.newUser('integration_owner');
    expect((await as.get('/v2/tags')).body.tags).toEqual([]);
    expect((await as.get('/v2/tags/secret/values')).status).toBe(404);
    expect((await as.put('/v2/tags', { tag_key: 'secret', hidden: true })).status).toBe(404);
    expect((await fresh.as.get('/v2/tags')).body.tags).toHaveLength(1);
  });
});
