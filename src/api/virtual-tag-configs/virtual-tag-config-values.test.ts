import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

const path = '/v2/virtual_tag_configs';
const aws = "costs.provider = 'aws'";
const gcp = "costs.provider = 'gcp'";
const percentages = [
  { value: 'Marketing', pct: 25 },
  { value: 'Engineering', pct: 65.5 },
];
const cost_metric = { filter: gcp, aggregation: { tag: 'team' } };
const oneKind =
  'name or business_metric_token or cost_metric or percentages is required, and only one of them';

let account: Account;
let metric: string;
let config: string;

beforeAll(async () => {
  account = await newAccount();
  metric = await newBusinessMetric();
});

const newBusinessMetric = async ({ as } = account): Promise<string> =>
  (await as.post('/v2/business_metrics', { title: 'Orders' })).body.token;

let keyCount = 0;
beforeEach(async () => {
  if (config) await account.as.delete(`${path}/${config}`);
  const body = { key: `Key ${(keyCount += 1)}`, overridable: true };
  config = (await account.as.post(path, body)).body.token;
});

const post = (body: object) =>
  account.as.post(`${path}/${config}/values`, { filter: aws, ...body });
const put = (...values: object[]) => account.as.put(`${path}/${config}`, { values });
const patch = (token: string, body: object) =>
  account.as.send('PATCH', `${path}/${config}/values/${token}`, body);
const read = async (token: string) =>
  (await account.as.get(`${path}/${config}/values/${token}`)).body;
const storedValues = async () => (await account.as.get(`${path}/${config}`)).body.values;

async function add(body: object) {
  const answer = await post(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const lists = { label_values: [], label_transforms: [], percentages: [], date_ranges: [] };
const serialized = (value: object) => ({
  token: expect.stringMatching(/^vtag_val_[0-9a-f]{16}$/),
  filter: aws,
  ...lists,
  ...value,
});

describe('a value is returned with its fields and all lists', () => {
  test('with a name', async () => {
    const value = await add({ name: 'web' });
    expect(value).toEqual(serialized({ name: 'web' }));
    expect(await read(value.token)).toEqual(value);
  });

  test('with a business metric', async () => {
    const labels = {
      label_key: 'team',
      label_values: ['a&&&x', ''],
      label_transforms: [
        { type: 'split', delimiter: '&&&', index: 0 },
        { type: 'format', template: 'team-{0}' },
      ],
    };
    expect(await add({ business_metric_token: metric, ...labels })).toEqual(
      serialized({ business_metric_token: metric, ...labels }),
    );
    expect(await add({ business_metric_token: metric })).toEqual(
      serialized({ business_metric_token: metric }),
    );
  });

  test('with a cost metric', async () => {
    expect(await add({ cost_metric })).toEqual(serialized({ cost_metric }));
    expect(await add({ cost_metric, display_name: 'By team' })).toEqual(
      serialized({ cost_metric, display_name: 'By team' }),
    );
  });

  test('with percentages, under either name of the display name', async () => {
    const names = { display_name: 'Split', percentages_display_name: 'Split' };
    expect(await add({ percentages })).toEqual(serialized({ percentages }));
    expect(await add({ percentages, display_name: 'Split' })).toEqual(
      serialized({ percentages, ...names }),
    );
    expect(await add({ percentages, percentages_display_name: 'Split' })).toEqual(
      serialized({ percentages, ...names }),
    );
  });
});

describe('kinds', () => {
  test.each<[object]>([
    [{}],
    [{ name: '', business_metric_token: null, cost_metric: null, percentages: [] }],
    [{ name: 'a', percentages }],
    [{ name: 'a', cost_metric }],
    [{ cost_metric, percentages, name: ' ' }],
  ])('%j is rejected', async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [oneKind] } });
    expect(await put({ filter: aws, ...body })).toMatchObject({
      status: 400,
      body: { errors: [`values[0].${oneKind}`] },
    });
  });

  test('a metric with another kind is rejected', async () => {
    expect((await post({ name: 'a', business_metric_token: metric })).status).toBe(400);
  });

  test('nulls, empty lists and empty strings count as not sent', async () => {
    const nothing = {
      token: 'vtag_val_0000000000000000',
      name: '',
      business_metric_token: '',
      label_key: '',
      label_values: null,
      label_transforms: null,
      cost_metric: null,
      display_name: '',
      percentages_display_name: null,
      percentages: null,
      date_ranges: null,
    };
    const value = await add({ ...nothing, name: 'web' });
    expect(value).toEqual(serialized({ name: 'web' }));
    expect(value.token).not.toBe(nothing.token);
    expect(await add({ ...nothing, percentages })).toEqual(serialized({ percentages }));
  });

  test('every kind can be sent back as returned, as a single value and in the list', async () => {
    await add({ name: 'web', date_ranges: [{ start_date: '2026-01-01', end_date: '' }] });
    await add({
      business_metric_token: metric,
      label_transforms: [{ type: 'format', template: '{0}' }],
    });
    await add({ cost_metric, display_name: 'By team' });
    await add({ percentages, display_name: 'Split' });
    const values = await storedValues();
    expect(values).toHaveLength(4);
    for (const value of values) expect((await patch(value.token, value)).body).toEqual(value);
    expect((await put(...values)).body.values).toEqual(values);
    for (const value of values) {
      const { token, ...copy } = await add(value);
      expect({ ...copy, token: value.token }).toEqual(value);
      expect(token).not.toBe(value.token);
    }
  });
});

describe('filter', () => {
  test.each<[object, string]>([
    [{ filter: null, name: 'a' }, 'filter is missing'],
    [{ filter: 1, name: 'a' }, 'filter is invalid'],
    [
      { filter: ' ', name: 'a' },
      "Invalid VQL at line 1, column 1: the filter is empty, expected a condition such as costs.provider = 'aws'.",
    ],
    [
      { filter: `${aws} AND costs.allocation = 0.5`, name: 'a' },
      'Invalid VQL at line 1, column 47: costs.allocation other than 1 cannot be used in a virtual_tag_value filter.',
    ],
    [
      { cost_metric: { ...cost_metric, filter: 'x' } },
      'Invalid VQL in cost_metric.filter at line 1, column 1: expected a condition, found x.',
    ],
  ])('%j is rejected', async (body, sentence) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [sentence] } });
    expect(await storedValues()).toEqual([]);
  });

  test('can be changed but not cleared', async () => {
    const value = await add({ name: 'a' });
    expect((await patch(value.token, { filter: '' })).status).toBe(400);
    expect((await patch(value.token, { filter: null })).body).toEqual(value);
    expect((await patch(value.token, { filter: gcp })).body).toEqual({ ...value, filter: gcp });
  });
});

describe('name', () => {
  test.each(['Web 2', 'a_b-c&d+e,f.g:h/i\\j@k', 'équipe', '数据'])('%s', async (name) => {
    expect(await add({ name })).toEqual(serialized({ name }));
  });

  test.each(['a;b', 'a\nb', 'a"b', 'a(b)', 'a*', 'x'.repeat(256)])(
    '%j is rejected',
    async (name) => {
      expect((await post({ name })).status).toBe(422);
      expect((await put({ filter: aws, name })).status).toBe(422);
    },
  );
});

describe('business metric', () => {
  test('must exist: 404 on POST, 400 on PUT and PATCH', async () => {
    const { token } = await add({ name: 'a' });
    const business_metric_token = 'bsnss_mtrc_0000000000000000';
    const sentence = (field: string) => ({
      errors: [`Business Metric not found: ${field} ${business_metric_token}`],
    });
    expect(await post({ business_metric_token })).toMatchObject({
      status: 404,
      body: sentence('business_metric_token'),
    });
    expect(await patch(token, { business_metric_token })).toMatchObject({
      status: 400,
      body: sentence('business_metric_token'),
    });
    expect(await put({ filter: aws, business_metric_token })).toMatchObject({
      status: 400,
      body: sentence('values[0].business_metric_token'),
    });
    const body = {
      key: 'New',
      overridable: true,
      values: [{ filter: aws, business_metric_token }],
    };
    expect((await account.as.post(path, body)).status).toBe(404);
  });

  test('of another account is not found', async () => {
    const foreign = await newBusinessMetric(await newAccount());
    expect((await post({ business_metric_token: foreign })).status).toBe(404);
  });

  test.each<[object, string]>([
    [{ label_key: 'k' }, 'label_key requires business_metric_token'],
    [{ label_values: ['v'] }, 'label_values requires business_metric_token'],
    [
      { label_transforms: [{ type: 'format', template: '{0}' }] },
      'label_transforms requires business_metric_token',
    ],
  ])('is required for labels: %j is rejected', async (labels, sentence) => {
    for (const kind of [{ name: 'a' }, { percentages }, { cost_metric }]) {
      expect(await post({ ...kind, ...labels })).toMatchObject({
        status: 400,
        body: { errors: [sentence] },
      });
    }
  });

  test('cannot be deleted while a value uses it', async () => {
    const fresh = await newBusinessMetric();
    const { token } = await add({ business_metric_token: fresh });
    const rejected = await account.as.delete(`/v2/business_metrics/${fresh}`);
    expect(rejected.status).toBe(403);
    expect(rejected.body.errors[0]).toContain(`Key ${keyCount}`);
    await patch(token, { name: 'a' });
    expect((await account.as.delete(`/v2/business_metrics/${fresh}`)).status).toBe(204);
  });
});

describe('label transforms', () => {
  const send = (label_transforms: unknown) =>
    post({ business_metric_token: metric, label_transforms });

  test('ignore the fields of the other type', async () => {
    const { body } = await send([
      { type: 'split', delimiter: ' ', index: 0, template: '' },
      { type: 'format', template: '{0}-{0}', delimiter: '', index: null },
    ]);
    expect(body.label_transforms).toEqual([
      { type: 'split', delimiter: ' ', index: 0 },
      { type: 'format', template: '{0}-{0}' },
    ]);
  });

  test.each<[object, string]>([
    [{}, 'type is missing'],
    [{ type: 'upper' }, 'type does not have a valid value'],
    [{ type: 'split', index: 0 }, 'delimiter is missing'],
    [{ type: 'split', delimiter: '', index: 0 }, 'delimiter is missing'],
    [{ type: 'split', delimiter: '-' }, 'index is missing'],
    [{ type: 'split', delimiter: '-', index: -1 }, 'index does not have a valid value'],
    [{ type: 'split', delimiter: '-', index: 1.5 }, 'index is invalid'],
    [{ type: 'format' }, 'template is missing'],
    [{ type: 'format', template: '' }, 'template is missing'],
    [{ type: 'format', template: 'team' }, 'template must contain {0}'],
  ])('%j is rejected', async (transform, sentence) => {
    expect(await send([transform])).toMatchObject({
      status: 400,
      body: { errors: [`label_transforms[0].${sentence}`] },
    });
  });
});

describe('cost metric', () => {
  test.each<[object, string[]]>([
    [{}, ['cost_metric.filter is missing', 'cost_metric.aggregation is missing']],
    [{ aggregation: { tag: 'team' } }, ['cost_metric.filter is missing']],
    [{ filter: aws, aggregation: {} }, ['cost_metric.aggregation.tag is missing']],
    [{ filter: aws, aggregation: { tag: '' } }, ['cost_metric.aggregation.tag is missing']],
  ])('%j is rejected', async (incomplete, errors) => {
    expect(await post({ cost_metric: incomplete })).toMatchObject({
      status: 400,
      body: { errors },
    });
  });

  test('can aggregate by an unknown tag', async () => {
    await add({ cost_metric: { filter: aws, aggregation: { tag: 'nobody' } } });
  });
});

describe('percentages', () => {
  const of = (...parts: number[]) =>
    post({ percentages: parts.map((pct, index) => ({ value: `v${index}`, pct })) });

  test.each<[number[]]>([
    [[100]],
    [[33.33, 33.33, 33.33]],
    [[33.35, 33.35, 33.35]],
    [[30, 30]],
    [[0.01, 0.1, 0.2]],
  ])('%j are returned as sent', async (parts) => {
    const { status, body } = await of(...parts);
    expect(status).toBe(201);
    expect(body.percentages.map(({ pct }: { pct: number }) => pct)).toEqual(parts);
  });

  test.each<[number[], string]>([
    [[60, 40.06], 'percentages add up to more than 100'],
    [[0], 'percentages[0].pct must be above 0 and at most 100'],
    [[50, -1], 'percentages[1].pct must be above 0 and at most 100'],
    [[100.01], 'percentages[0].pct must be above 0 and at most 100'],
  ])('%j are rejected', async (parts, sentence) => {
    expect(await of(...parts)).toMatchObject({ status: 422, body: { errors: [sentence] } });
  });

  test.each<[unknown[], number, string]>([
    [[{ value: 'a' }], 400, 'percentages[0].pct is missing'],
    [[{ pct: 1 }], 400, 'percentages[0].value is missing'],
    [[{ value: 'a', pct: '50' }], 400, 'percentages[0].pct is invalid'],
    [[{ value: ' ', pct: 50 }], 422, "percentages[0].value can't be blank"],
    [
      [
        { value: 'a', pct: 1 },
        { value: 'a', pct: 2 },
      ],
      422,
      'percentages have duplicate values',
    ],
  ])('%j are rejected', async (list, status, sentence) => {
    expect(await post({ percentages: list })).toMatchObject({
      status,
      body: { errors: [sentence] },
    });
  });
});

describe('display name', () => {
  test.each<[object, string]>([
    [{ name: 'a', display_name: 'b' }, 'display_name requires cost_metric or percentages'],
    [
      { cost_metric, percentages_display_name: 'b' },
      'percentages_display_name requires percentages',
    ],
    [
      { percentages, display_name: 'a', percentages_display_name: 'b' },
      'percentages_display_name must equal display_name',
    ],
  ])('%j is rejected', async (body, sentence) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [sentence] } });
  });

  test('cannot be combined with a business metric', async () => {
    expect((await post({ business_metric_token: metric, display_name: 'a' })).status).toBe(400);
  });

  test.each<[string, object, string | undefined]>([
    ['null clears it', { display_name: null }, undefined],
    ['an empty string clears it', { display_name: '' }, undefined],
    ['null clears it under its other name', { percentages_display_name: null }, undefined],
    ['a new name replaces it', { display_name: 'New' }, 'New'],
    ['a new name replaces it under its other name', { percentages_display_name: 'New' }, 'New'],
    ['it can be sent under both names', { display_name: 'N', percentages_display_name: 'N' }, 'N'],
    [
      'a name takes precedence over null',
      { display_name: null, percentages_display_name: 'N' },
      'N',
    ],
    ['it is unchanged if absent', { percentages: [{ value: 'x', pct: 1 }] }, 'Old'],
  ])('%s', async (_, body, expected) => {
    const { token } = await add({ percentages, display_name: 'Old' });
    const { body: value } = await patch(token, body);
    expect([value.display_name, value.percentages_display_name]).toEqual([expected, expected]);
  });

  test('cannot have two different values', async () => {
    const { token } = await add({ percentages, display_name: 'Old' });
    const both = { display_name: 'a', percentages_display_name: 'b' };
    expect((await patch(token, both)).status).toBe(400);
  });
});

describe('date ranges', () => {
  const of = (...date_ranges: unknown[]) => post({ name: 'a', date_ranges });

  test('are returned with both ends, null for an open one, and may overlap', async () => {
    const { body } = await of(
      { end_date: '2025-06-30' },
      { start_date: '2025-07-01', end_date: null },
      { start_date: '2025-01-01', end_date: '' },
      { start_date: '2025-03-01T10:00:00.000Z', end_date: '2025-03-01' },
    );
    expect(body.date_ranges).toEqual([
      { start_date: null, end_date: '2025-06-30' },
      { start_date: '2025-07-01', end_date: null },
      { start_date: '2025-01-01', end_date: null },
      { start_date: '2025-03-01', end_date: '2025-03-01' },
    ]);
  });

  test.each<[object, number, string]>([
    [{}, 422, 'date_ranges[0] must have start_date or end_date'],
    [{ start_date: '', end_date: null }, 422, 'date_ranges[0] must have start_date or end_date'],
    [
      { start_date: '2025-02-02', end_date: '2025-02-01' },
      422,
      'date_ranges[0] must not end before it starts',
    ],
    [{ start_date: '2025-02-30' }, 400, 'date_ranges[0].start_date is invalid'],
  ])('%j is rejected', async (range, status, sentence) => {
    expect(await of(range)).toMatchObject({ status, body: { errors: [sentence] } });
  });
});

describe('a new value', () => {
  test('is added last, also after a deletion', async () => {
    const [a, b, c] = [
      await add({ name: 'a' }),
      await add({ name: 'b' }),
      await add({ name: 'c' }),
    ];
    expect((await account.as.delete(`${path}/${config}/values/${c.token}`)).status).toBe(204);
    expect((await account.as.delete(`${path}/${config}/values/${a.token}`, {})).status).toBe(204);
    expect((await account.as.delete(`${path}/${config}/values/${a.token}`)).status).toBe(404);
    const d = await add({ name: 'd' });
    expect(await storedValues()).toEqual([b, d]);
  });
});

describe('PATCH', () => {
  test('changes only the given fields and keeps token and position', async () => {
    const a = await add({ name: 'a', date_ranges: [{ start_date: '2026-01-01' }] });
    const b = await add({ name: 'b' });
    const changed = { ...a, name: 'c' };
    expect(await patch(a.token, { name: 'c' })).toMatchObject({ status: 200, body: changed });
    expect(await storedValues()).toEqual([changed, b]);
    expect((await patch(a.token, {})).body).toEqual(changed);
  });

  test('treats null lists as not sent and empty lists as empty', async () => {
    const full = await add({
      business_metric_token: metric,
      label_key: 'k',
      label_values: ['v'],
      label_transforms: [{ type: 'format', template: '{0}' }],
      date_ranges: [{ start_date: '2026-01-01' }],
    });
    const nulls = { label_values: null, label_transforms: null, date_ranges: null };
    expect((await patch(full.token, { ...nulls, percentages: null })).body).toEqual(full);
    const empty = { label_values: [], label_transforms: [], date_ranges: [] };
    expect((await patch(full.token, { ...empty, percentages: [] })).body).toEqual({
      ...full,
      ...empty,
    });
  });

  test('keeps the labels when the metric is replaced', async () => {
    const value = await add({ business_metric_token: metric, label_values: ['v'] });
    const other = await newBusinessMetric();
    expect((await patch(value.token, { business_metric_token: other })).body).toEqual({
      ...value,
      business_metric_token: other,
    });
  });

  test('replaces the kind and clears the fields of the old one', async () => {
    const { token } = await add({ name: 'a', date_ranges: [{ start_date: '2026-01-01' }] });
    const retained = { date_ranges: [{ start_date: '2026-01-01', end_date: null }] };
    const expectResult = async (body: object, expected: object) =>
      expect((await patch(token, body)).body).toEqual(
        serialized({ token, ...retained, ...expected }),
      );
    await expectResult(
      { percentages, display_name: 'D' },
      {
        percentages,
        display_name: 'D',
        percentages_display_name: 'D',
      },
    );
    await expectResult({ cost_metric }, { cost_metric, display_name: 'D' });
    await expectResult(
      { business_metric_token: metric, label_key: 'k', label_values: ['v'] },
      { business_metric_token: metric, label_key: 'k', label_values: ['v'] },
    );
    await expectResult({ percentages, label_values: [] }, { percentages });
    await expectResult({ business_metric_token: metric }, { business_metric_token: metric });
    await expectResult({ name: 'b' }, { name: 'b' });
  });

  test.each<[object, number]>([
    [{ name: 'b', percentages }, 400],
    [{ cost_metric, percentages }, 400],
    [{ label_values: ['v'] }, 400],
    [{ display_name: 'D' }, 400],
    [{ name: 'a;b' }, 422],
    [{ date_ranges: [{}] }, 422],
    [{ filter: 'x' }, 400],
  ])('%j is rejected and changes nothing', async (body, status) => {
    const value = await add({ name: 'a' });
    expect((await patch(value.token, body)).status).toBe(status);
    expect(await storedValues()).toEqual([value]);
  });
});

test('a value of another config is not found', async () => {
  const { token } = await add({ name: 'a' });
  const body = { key: `Key ${(keyCount += 1)}`, overridable: true };
  const other = (await account.as.post(path, body)).body.token;
  const foreign = `${path}/${other}/values/${token}`;
  expect((await account.as.get(foreign)).status).toBe(404);
  expect((await account.as.send('PATCH', foreign, { name: 'b' })).status).toBe(404);
  expect((await account.as.delete(foreign)).status).toBe(404);
  expect(await storedValues()).toHaveLength(1);
});
