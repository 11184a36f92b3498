import { beforeAll, describe, expect, test } from 'vitest';
import { importCharges, newIntegration } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

const path = '/v2/virtual_tag_configs';
const aws = "costs.provider = 'aws'";
const named = (name: string, filter = aws) => ({ filter, name });
/** A value as the API returns it. */
const serialized = (value: object) => ({
  token: expect.stringMatching(/^vtag_val_[0-9a-f]{16}$/),
  label_values: [],
  label_transforms: [],
  percentages: [],
  date_ranges: [],
  ...value,
});

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

let keyCount = 0;
const newKey = () => `Key ${(keyCount += 1)}`;

async function create(body: object = {}, { as } = account) {
  const answer = await as.post(path, { key: newKey(), overridable: true, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const valueTokens = (config: { values: { token: string }[] }) =>
  config.values.map(({ token }) => token);

describe('a config', () => {
  test('has all fields when created', async () => {
    const { owner, as } = account;
    const config = await create({ key: 'Team', overridable: false });
    expect(config).toEqual({
      token: expect.stringMatching(/^vtag_[0-9a-f]{16}$/),
      created_by_token: owner.token,
      key: 'Team',
      hidden: false,
      preferred: false,
      overridable: false,
      backfill_until: '2026-03-01',
      collapsed_tag_keys: [],
      values: [],
    });
    expect((await as.get(`${path}/${config.token}`)).body).toEqual(config);
  });

  test('returns its values in the given order and with filters as sent', async () => {
    const filter = ` ${aws}\n  AND costs.region = 'eu' `;
    const config = await create({ values: [named('b', filter), named('a')] });
    expect(config.values).toEqual([serialized(named('b', filter)), serialized(named('a'))]);
  });

  test.each<[object, string[]]>([
    [{}, ['key is missing', 'overridable is missing']],
    [{ key: 'K', overridable: null }, ['overridable is missing']],
    [{ key: 'K', overridable: 'yes' }, ['overridable is invalid']],
    [{ key: 'K', overridable: true, values: {} }, ['values is invalid']],
  ])('%j is rejected', async (body, errors) => {
    expect(await account.as.post(path, body)).toMatchObject({ status: 400, body: { errors } });
  });

  test('requires a unique, case-sensitive key', async () => {
    const { as } = account;
    const config = await create();
    const again = { key: config.key, overridable: true };
    const taken = { status: 422, body: { errors: ['Key has already been taken'] } };
    expect(await as.post(path, again)).toMatchObject(taken);
    await create({ key: config.key.toUpperCase() });
    const other = await create();
    expect(await as.put(`${path}/${other.token}`, { key: config.key })).toMatchObject(taken);
    expect((await as.post(path, { ...again, key: ' ' })).status).toBe(422);
    expect((await as.put(`${path}/${other.token}`, { key: '' })).status).toBe(422);
    expect((await as.post(path, { ...again, key: 'x'.repeat(256) })).status).toBe(422);
  });

  test('has a key that is unique within its account', async () => {
    const other = await newAccount();
    await create({ key: 'Shared' });
    await create({ key: 'Shared' }, other);
    expect((await other.as.get(path)).body.virtual_tag_configs).toHaveLength(1);
  });
});

describe('backfill_until', () => {
  test.each<[unknown, string]>([
    ['2025-11-17', '2025-11-17'],
    ['2026-03-31', '2026-03-31'],
    ['2025-11-17T23:30:00-02:00', '2025-11-18'],
    [null, '2026-03-01'],
    ['', '2026-03-01'],
    ['0001-01-01', '2026-03-01'],
  ])('%j is returned as %s', async (sent, expected) => {
    expect((await create({ backfill_until: sent })).backfill_until).toBe(expected);
  });

  test('must be a date and not after the current month', async () => {
    const config = await create({ backfill_until: '2025-11-17' });
    const put = (backfill_until: unknown) =>
      account.as.put(`${path}/${config.token}`, { backfill_until });
    expect((await put('2026-04-01')).status).toBe(422);
    expect((await put('2026-02-30')).status).toBe(400);
    expect((await put('0001-01-01T00:00:00Z')).body.backfill_until).toBe('2025-11-17');
    expect((await put('')).body.backfill_until).toBe('2025-11-17');
    expect((await put(null)).body.backfill_until).toBe('2026-03-01');
  });
});

describe('collapsed keys', () => {
  const collapsed = async (...collapsed_tag_keys: object[]) =>
    (await create({ collapsed_tag_keys })).collapsed_tag_keys;

  test('are returned with a list of providers and a nullable filter', async () => {
    const sent = [
      { key: 'env' },
      { key: 'Env', providers: ['aws', 'openai'] },
      { key: 'stage', providers: null, filter: aws },
      { key: 'env', providers: [], filter: ' ' },
    ];
    expect(await collapsed(...sent)).toEqual([
      { key: 'env', providers: [], filter: null },
      { key: 'Env', providers: ['aws', 'openai'], filter: null },
      { key: 'stage', providers: [], filter: aws },
      { key: 'env', providers: [], filter: null },
    ]);
  });

  test.each<[object, number, string]>([
    [{}, 400, 'collapsed_tag_keys[0].key is missing'],
    [{ key: ' ' }, 422, "collapsed_tag_keys[0].key can't be blank"],
    [
      { key: 'a', providers: ['aws'], filter: aws },
      400,
      'collapsed_tag_keys[0] cannot have both providers and filter',
    ],
    [
      { key: 'a', providers: ['acme'] },
      400,
      'collapsed_tag_keys[0].providers[0] does not have a valid value',
    ],
    [
      { key: 'a', filter: 'costs' },
      400,
      'Invalid VQL in collapsed_tag_keys[0].filter at line 1, column 1: expected a condition, found costs.',
    ],
  ])('%j is rejected', async (entry, status, sentence) => {
    const body = { key: newKey(), overridable: true, collapsed_tag_keys: [entry] };
    const answer = await account.as.post(path, body);
    expect(answer).toMatchObject({ status, body: { errors: [sentence] } });
  });
});

describe('an update', () => {
  const put = (token: string, body: object) => account.as.put(`${path}/${token}`, body);
  const full = {
    backfill_until: '2025-06-01',
    collapsed_tag_keys: [{ key: 'env', providers: ['aws'], filter: null }],
    values: [named('a'), named('b')],
  };

  test('leaves absent fields unchanged', async () => {
    const config = await create(full);
    expect(await put(config.token, {})).toMatchObject({ status: 200, body: config });
    const changed = await put(config.token, { overridable: false, key: 'Renamed' });
    expect(changed.body).toEqual({ ...config, overridable: false, key: 'Renamed' });
    expect((await put(config.token, { overridable: null })).body.overridable).toBe(false);
  });

  test.each([[null], [[]]])('%j clears both lists', async (empty) => {
    const config = await create(full);
    const { body } = await put(config.token, { values: empty, collapsed_tag_keys: empty });
    expect(body).toEqual({ ...config, values: [], collapsed_tag_keys: [] });
  });

  test('with the response of a read changes nothing', async () => {
    const config = await create({
      ...full,
      values: [
        { ...named('a'), date_ranges: [{ end_date: '2025-06-30' }] },
        { filter: aws, percentages: [{ value: 'x', pct: 12.5 }], display_name: 'Split' },
        { filter: aws, cost_metric: { filter: aws, aggregation: { tag: 'team' } } },
      ],
    });
    const { body: log } = await account.as.get('/v2/audit_logs?limit=1');
    expect(await put(config.token, config)).toMatchObject({ status: 200, body: config });
    expect((await account.as.get('/v2/audit_logs?limit=1')).body).toEqual(log);
  });

  test('replaces the values; unchanged values keep their tokens, each token once', async () => {
    const config = await create({ values: [named('a'), named('b'), named('a')] });
    const [first, second, third] = valueTokens(config);
    const values = [named('a'), named('new'), named('a'), named('a'), named('b', `${aws} `)];
    const { body } = await put(config.token, { values });
    const tokens = valueTokens(body);
    expect(tokens[0]).toBe(first);
    expect(tokens[2]).toBe(third);
    expect(new Set([...tokens, second]).size).toBe(6);
    expect(body.values.map(({ name }: { name: string }) => name)).toEqual([
      'a',
      'new',
      'a',
      'a',
      'b',
    ]);
  });

  test('that is rejected changes nothing', async () => {
    const config = await create(full);
    const values = [named('c'), named('d', "costs.provider = 'acme'")];
    const answer = await put(config.token, { key: 'Other', overridable: false, values });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [expect.stringMatching(/^Invalid VQL in values\[1\]\.filter at line 1/)] },
    });
    expect((await account.as.get(`${path}/${config.token}`)).body).toEqual(config);
  });
});

describe('the list', () => {
  test('contains all configs on one page, oldest first', async () => {
    const { as } = await newAccount();
    for (const key of ['Team', 'Cost center', 'team/old']) {
      await as.post(path, { key, overridable: true });
    }
    const keysOf = async (query: string) =>
      (await as.get(`${path}${query}`)).body.virtual_tag_configs.map(
        ({ key }: { key: string }) => key,
      );
    expect(await keysOf('')).toEqual(['Team', 'Cost center', 'team/old']);
    expect(await keysOf('?q=%20TEAM%20')).toEqual(['Team', 'team/old']);
    expect(await keysOf('?q=%25')).toEqual([]);
    expect(await keysOf('?q=&page=2&limit=1')).toHaveLength(3);
    expect((await as.get(path)).body.links).toMatchObject({ next: null, prev: null });
  });
});

describe('limits', () => {
  test('reject the 51st config and the 101st value', async () => {
    const { as } = await newAccount();
    const values = Array.from({ length: 100 }, (_, index) => named(`v${index}`));
    const { body: full } = await as.post(path, { key: 'full', overridable: true, values });
    expect(await as.post(`${path}/${full.token}/values`, named('more'))).toMatchObject({
      status: 422,
      body: { errors: ['A virtual tag can have at most 100 values'] },
    });
    expect(
      (await as.put(`${path}/${full.token}`, { values: [...values, named('x')] })).status,
    ).toBe(422);
    for (let count = 1; count < 50; count += 1) {
      await as.post(path, { key: `k${count}`, overridable: true });
    }
    expect(await as.post(path, { key: 'more', overridable: true })).toMatchObject({
      status: 422,
      body: { errors: ['An account can have at most 50 virtual tags'] },
    });
    expect((await as.get(path)).body.virtual_tag_configs).toHaveLength(50);
  });
});

describe('references', () => {
  const on = (key: string) => `${aws} AND tags.name = '${key}'`;
  const split = { filter: aws, percentages: [{ value: 'x', pct: 100 }] };

  test('that form a cycle are rejected, whichever change completes it', async () => {
    const fresh = await newAccount();
    const { as } = fresh;
    const a = await create({ key: 'A', values: [named('x', on('B'))] }, fresh);
    const cycle =
      'The virtual tags A -> B -> A refer to each other in a cycle; remove one of these filters';
    const b = { key: 'B', overridable: true, values: [named('y', on('A'))] };
    expect(await as.post(path, b)).toMatchObject({ status: 422, body: { errors: [cycle] } });
    const created = await create({ ...b, values: [] }, fresh);
    const value = await as.post(`${path}/${created.token}/values`, named('y', on('A')));
    expect(value).toMatchObject({ status: 422, body: { errors: [cycle] } });
    const renamed = await create({ key: 'C', values: [named('y', on('A'))] }, fresh);
    await as.delete(`${path}/${created.token}`);
    expect((await as.put(`${path}/${renamed.token}`, { key: 'B' })).status).toBe(422);
    expect((await as.put(`${path}/${renamed.token}/async`, { key: 'B' })).status).toBe(422);
    expect((await as.get(`${path}/${renamed.token}`)).body.key).toBe('C');
    expect((await as.put(`${path}/${a.token}`, { key: 'A2' })).status).toBe(200);
    expect((await as.put(`${path}/${renamed.token}`, { key: 'B' })).status).toBe(200);
  });

  test('to a tag that allocates costs are rejected, also when it starts to', async () => {
    const fresh = await newAccount();
    const { as } = fresh;
    const target = await create({ key: 'Target', values: [named('x')] }, fresh);
    await create({ key: 'User', values: [named('y', on('Target'))] }, fresh);
    const rejection = {
      status: 422,
      body: {
        errors: [
          'values[0].filter of User refers to the virtual tag Target, which allocates costs; use a tag that does not',
        ],
      },
    };
    expect(await as.put(`${path}/${target.token}`, { values: [split] })).toMatchObject(rejection);
    const [value] = valueTokens(target);
    const patched = await as.send('PATCH', `${path}/${target.token}/values/${value}`, {
      percentages: split.percentages,
    });
    expect(patched).toMatchObject(rejection);
    expect((await as.get(`${path}/${target.token}`)).body).toEqual(target);
  });

  test('from an allocating value to another virtual tag are rejected, to its own key accepted', async () => {
    const fresh = await newAccount();
    await create({ key: 'Plain', values: [named('x')] }, fresh);
    const body = (filter: string) => ({
      key: 'Split',
      overridable: true,
      values: [{ ...split, filter }],
    });
    expect((await fresh.as.post(path, body(on('Plain')))).status).toBe(422);
    expect((await fresh.as.post(path, body(on('Split')))).status).toBe(201);
  });

  test('one of two concurrent changes that would form a cycle is rejected', async () => {
    const fresh = await newAccount();
    const a = await create({ key: 'A' }, fresh);
    const b = await create({ key: 'B' }, fresh);
    const answers = await Promise.all([
      fresh.as.put(`${path}/${a.token}`, { values: [named('x', on('B'))] }),
      fresh.as.put(`${path}/${b.token}`, { values: [named('x', on('A'))] }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });
});

describe('deletion', () => {
  test('leaves references to the tag in place', async () => {
    const fresh = await newAccount();
    const { as } = fresh;
    const team = await create({ key: 'Team', values: [named('x')] }, fresh);
    const filter = `${aws} AND tags.name = 'Team'`;
    const user = await create({ key: 'User', values: [named('y', filter)] }, fresh);
    expect((await as.delete(`${path}/${team.token}`)).status).toBe(204);
    expect((await as.delete(`${path}/${team.token}`)).status).toBe(404);
    expect((await as.get(`${path}/${team.token}`)).status).toBe(404);
    expect((await as.get(`${path}/${user.token}`)).body).toEqual(user);
    await create({ key: 'Team' }, fresh);
  });
});

describe('tag settings', () => {
  test('are set with PUT /tags, also for a virtual tag that is on no cost', async () => {
    const fresh = await newAccount();
    const { as } = fresh;
    const config = await create({ key: 'Team' }, fresh);
    const tags = (body: object) => as.put('/v2/tags', { tag_key: 'Team', ...body });
    expect(await tags({ hidden: true })).toMatchObject({
      status: 200,
      body: { tags: [{ tag_key: 'Team', hidden: true, preferred: false, providers: [] }] },
    });
    expect((await as.get(`${path}/${config.token}`)).body).toEqual({ ...config, hidden: true });
    await tags({ hidden: false, preferred: true });
    expect((await as.get(path)).body.virtual_tag_configs).toEqual([{ ...config, preferred: true }]);
    const changed = await as.put(`${path}/${config.token}`, { hidden: true, preferred: false });
    expect(changed.body).toEqual({ ...config, preferred: true });
    const other = await newAccount();
    expect((await other.as.put('/v2/tags', { tag_key: 'Team', hidden: true })).status).toBe(404);
  });

  test('of a provider tag apply to a config with the same key', async () => {
    const fresh = await newAccount();
    await importCharges(fresh, [{ day: '2026-03-01', cost: '1', tags: { env: 'prod' } }]);
    await fresh.as.put('/v2/tags', { tag_key: 'env', hidden: true });
    expect(await create({ key: 'env' }, fresh)).toMatchObject({ hidden: true, preferred: false });
  });
});

describe('status', () => {
  const statusOf = async (config: { token: string }, { as } = account) => {
    const { status, body } = await as.get(`${path}/${config.token}/status`);
    expect(status).toBe(200);
    return body;
  };
  const complete = (...providers: string[]) =>
    providers.map((provider) => ({ provider, status: 'complete' }));

  test('lists the providers in the filters as complete', async () => {
    const config = await create({
      values: [
        named('a', "costs.provider = 'gcp' OR (costs.provider = 'aws' AND costs.region = 'x')"),
        named('b', "costs.provider = 'openai'"),
      ],
      collapsed_tag_keys: [
        { key: 'env', providers: ['azure', 'newrelic'] },
        { key: 'env', filter: "costs.provider = 'datadog'" },
      ],
    });
    expect(await statusOf(config)).toEqual({
      token: config.token,
      processing: false,
      providers: complete('aws', 'azure', 'datadog', 'gcp', 'new_relic', 'open_ai'),
    });
  });

  test('lists all connected providers if a collapsed key applies to all', async () => {
    const fresh = await newAccount();
    const own = await newIntegration(fresh);
    await newIntegration(fresh, { provider: 'oracle' });
    const config = await create(
      { values: [named('a')], collapsed_tag_keys: [{ key: 'env' }] },
      fresh,
    );
    expect((await statusOf(config, fresh)).providers).toEqual(
      complete('aws', `custom_provider:${own}`, 'oracle'),
    );
  });

  test('lists no providers without values', async () => {
    const config = await create({ collapsed_tag_keys: [{ key: 'env' }] });
    expect(await statusOf(config)).toEqual({
      token: config.token,
      processing: false,
      providers: [],
    });
  });
});

describe('permissions', () => {
  test.each([
    ['viewer', 403],
    ['editor', 403],
    ['integration_owner', 200],
  ] as const)('%s', async (role, expected) => {
    const config = await create({ values: [named('a')] });
    const [value] = valueTokens(config);
    const { as } = await account.newUser(role);
    const one = `${path}/${config.token}`;
    expect((await as.get(path)).status).toBe(200);
    expect((await as.get(`${one}/values/${value}`)).status).toBe(200);
    expect((await as.get(`${one}/status`)).status).toBe(200);
    expect((await as.put(one, { overridable: false })).status).toBe(expected);
    expect((await as.send('PATCH', `${one}/values/${value}`, { name: 'b' })).status).toBe(expected);
    const allowed = expected === 200;
    expect((await as.put(`${one}/async`, {})).status).toBe(allowed ? 202 : 403);
    expect((await as.post(`${one}/values`, named('c'))).status).toBe(allowed ? 201 : 403);
    expect((await as.delete(`${one}/values/${value}`)).status).toBe(allowed ? 204 : 403);
    expect((await as.delete(one)).status).toBe(allowed ? 204 : 403);
  });
});

describe('the audit log', () => {
  test('has an entry for every change of a config or its values', async () => {
    const fresh = await newAccount();
    const { as } = fresh;
    const config = await create({ key: 'Team' }, fresh);
    const { body: value } = await as.post(`${path}/${config.token}/values`, named('a'));
    await as.send('PATCH', `${path}/${config.token}/values/${value.token}`, { name: 'b' });
    await as.send('PATCH', `${path}/${config.token}/values/${value.token}`, { name: 'b' });
    await as.delete(`${path}/${config.token}/values/${value.token}`);
    await as.delete(`${path}/${config.token}`);
    const { body } = await as.get('/v2/audit_logs?object_type=virtual_tag');
    const entry = { object_type: 'Virtual Tag', object_token: config.token, object_title: 'Team' };
    const location = { workspace_token: fresh.workspace.token };
    expect(body.audit_logs).toMatchObject([
      { ...entry, ...location, event: 'record_destroyed' },
      { event: 'record_updated', changed_values: { values: [[{ name: 'b' }], []] } },
      { event: 'record_updated', changed_values: { values: [[{ name: 'a' }], [{ name: 'b' }]] } },
      { ...entry, ...location, event: 'record_updated' },
      { ...entry, ...location, event: 'record_created' },
    ]);
  });
});
