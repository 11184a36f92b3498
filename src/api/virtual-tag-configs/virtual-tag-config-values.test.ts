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
  'name or business_metric_token or cost_metric or percentages must be sent, one of them and no more';

let account: Account;
let metric: string;
let config: string;

beforeAll(async () => {
  account = await newAccount();
  metric = await newBusinessMetric();
});

const newBusinessMetric = async ({ as } = account): Promise<string> =>
  (await as.post('/v2/business_metrics', { title: 'Orders' })).body.token;

let made = 0;
beforeEach(async () => {
  if (config) await account.as.delete(`${path}/${config}`);
  const body = { key: `Key ${(made += 1)}`, overridable: true };
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
const shown = (value: object) => ({
  token: expect.stringMatching(/^vtag_val_[0-9a-f]{16}$/),
  filter: aws,
  ...lists,
  ...value,
});

describe('a value shows what it has, and its lists always', () => {
  test('by name', async () => {
    const value = await add({ name: 'web' });
    expect(value).toEqual(shown({ name: 'web' }));
    expect(await read(value.token)).toEqual(value);
  });

  test('by a business metric', async () => {
    const labels = {
      label_key: 'team',
      label_values: ['a&&&x', ''],
      label_transforms: [
        { type: 'split', delimiter: '&&&', index: 0 },
        { type: 'format', template: 'team-{0}' },
      ],
    };
    expect(await add({ business_metric_token: metric, ...labels })).toEqual(
      shown({ business_metric_token: metric, ...labels }),
    );
    expect(await add({ business_metric_token: metric })).toEqual(
      shown({ business_metric_token: metric }),
    );
  });

  test('by other costs', async () => {
    expect(await add({ cost_metric })).toEqual(shown({ cost_metric }));
    expect(await add({ cost_metric, display_name: 'By team' })).toEqual(
      shown({ cost_metric, display_name: 'By team' }),
    );
  });

  test('by percentages, under either name of their display name', async () => {
    const names = { display_name: 'Split', percentages_display_name: 'Split' };
    expect(await add({ percentages })).toEqual(shown({ percentages }));
    expect(await add({ percentages, display_name: 'Split' })).toEqual(
      shown({ percentages, ...names }),
    );
    expect(await add({ percentages, percentages_display_name: 'Split' })).toEqual(
      shown({ percentages, ...names }),
    );
  });
});

describe('exactly one kind', () => {
  test.each<[object]>([
    [{}],
    [{ name: '', business_metric_token: null, cost_metric: null, percentages: [] }],
    [{ name: 'a', percentages }],
    [{ name: 'a', cost_metric }],
    [{ cost_metric, percentages, name: ' ' }],
  ])('%j is refused', async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [oneKind] } });
    expect(await put({ filter: aws, ...body })).toMatchObject({
      status: 400,
      body: { errors: [`values[0].${oneKind}`] },
    });
  });

  test('a metric beside another kind is refused', async () => {
    expect((await post({ name: 'a', business_metric_token: metric })).status).toBe(400);
  });

  test('nulls, empty lists and empty texts count as not sent', async () => {
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
    expect(value).toEqual(shown({ name: 'web' }));
    expect(value.token).not.toBe(nothing.token);
    expect(await add({ ...nothing, percentages })).toEqual(shown({ percentages }));
  });

  test('every kind can be sent back as it was read, in place and in the list', async () => {
    await add({ name: 'web', date_ranges: [{ start_date: '2026-01-01', end_date: '' }] });
    await add({
      business_metric_token: metric,
      label_transforms: [{ type: 'format', template: '{0}' }],
    });
    await add({ cost_metric, display_name: 'By team' });
    await add({ percentages, display_name: 'Split' });
    const values = await storedValues();
    for (const value of values) expect((await patch(value.token, value)).body).toEqual(value);
    expect((await put(...values)).body.values).toEqual(values);
    for (const value of values)
      expect(await add(value)).toEqual({ ...value, token: expect.anything() });
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
  ])('%j is refused', async (body, sentence) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [sentence] } });
    expect(await storedValues()).toEqual([]);
  });

  test('can be changed but not taken away', async () => {
    const value = await add({ name: 'a' });
    expect((await patch(value.token, { filter: '' })).status).toBe(400);
    expect((await patch(value.token, { filter: null })).body).toEqual(value);
    expect((await patch(value.token, { filter: gcp })).body).toEqual({ ...value, filter: gcp });
  });
});

describe('name', () => {
  test.each(['Web 2', 'a_b-c&d+e,f.g:h/i\\j@k', 'équipe', '数据'])('%s', async (name) => {
    expect(await add({ name })).toEqual(shown({ name }));
  });

  test.each(['a;b', 'a\nb', 'a"b', 'a(b)', 'a*', 'x'.repeat(256)])(
    '%j is refused',
    async (name) => {
      expect((await post({ name })).status).toBe(422);
      expect((await put({ filter: aws, name })).status).toBe(422);
    },
  );
});

describe('business metric', () => {
  test('must be there: 404 to a POST, 400 to a change', async () => {
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

  test('of another account is not there', async () => {
    const foreign = await newBusinessMetric(await newAccount());
    expect((await post({ business_metric_token: foreign })).status).toBe(404);
  });

  test.each<[object, string]>([
    [{ label_key: 'k' }, 'label_key needs business_metric_token'],
    [{ label_values: ['v'] }, 'label_values needs business_metric_token'],
    [
      { label_transforms: [{ type: 'format', template: '{0}' }] },
      'label_transforms needs business_metric_token',
    ],
  ])('alone has labels: %j is refused', async (labels, sentence) => {
    for (const kind of [{ name: 'a' }, { percentages }, { cost_metric }]) {
      expect(await post({ ...kind, ...labels })).toMatchObject({
        status: 400,
        body: { errors: [sentence] },
      });
    }
  });

  test('stays while a value uses it', async () => {
    const fresh = await newBusinessMetric();
    const { token } = await add({ business_metric_token: fresh });
    const refused = await account.as.delete(`/v2/business_metrics/${fresh}`);
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0]).toContain(`Key ${made}`);
    await patch(token, { name: 'a' });
    expect((await account.as.delete(`/v2/business_metrics/${fresh}`)).status).toBe(204);
  });
});

describe('label transforms', () => {
  const send = (label_transforms: unknown) =>
    post({ business_metric_token: metric, label_transforms });

  test('ignore what belongs to the other type', async () => {
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
  ])('%j is refused', async (transform, sentence) => {
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
  ])('%j is refused', async (incomplete, errors) => {
    expect(await post({ cost_metric: incomplete })).toMatchObject({
      status: 400,
      body: { errors },
    });
  });

  test('may add up by a tag that nobody knows', async () => {
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
  ])('%j are shown as sent', async (parts) => {
    const { status, body } = await of(...parts);
    expect(status).toBe(201);
    expect(body.percentages.map(({ pct }: { pct: number }) => pct)).toEqual(parts);
  });

  test.each<[number[], string]>([
    [[60, 40.06], 'percentages add up to more than 100'],
    [[0], 'percentages[0].pct must be above 0 and at most 100'],
    [[50, -1], 'percentages[1].pct must be above 0 and at most 100'],
    [[100.01], 'percentages[0].pct must be above 0 and at most 100'],
  ])('%j are refused', async (parts, sentence) => {
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
      'percentages name a value twice',
    ],
  ])('%j are refused', async (list, status, sentence) => {
    expect(await post({ percentages: list })).toMatchObject({
      status,
      body: { errors: [sentence] },
    });
  });
});

describe('display name', () => {
  test.each<[object, string]>([
    [{ name: 'a', display_name: 'b' }, 'display_name needs cost_metric or percentages'],
    [{ cost_metric, percentages_display_name: 'b' }, 'percentages_display_name needs percentages'],
    [
      { percentages, display_name: 'a', percentages_display_name: 'b' },
      'percentages_display_name differs from display_name, which is the same',
    ],
  ])('%j is refused', async (body, sentence) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [sentence] } });
  });

  test('does not go with a metric', async () => {
    expect((await post({ business_metric_token: metric, display_name: 'a' })).status).toBe(400);
  });

  test.each<[string, object, string | undefined]>([
    ['null clears it', { display_name: null }, undefined],
    ['an empty text clears it', { display_name: '' }, undefined],
    ['so they do under its other name', { percentages_display_name: null }, undefined],
    ['a new text replaces it', { display_name: 'New' }, 'New'],
    ['also under its other name', { percentages_display_name: 'New' }, 'New'],
    ['under both names at once', { display_name: 'N', percentages_display_name: 'N' }, 'N'],
    ['a text goes before a null', { display_name: null, percentages_display_name: 'N' }, 'N'],
    ['without either it stays', { percentages: [{ value: 'x', pct: 1 }] }, 'Old'],
  ])('%s', async (_, body, expected) => {
    const { token } = await add({ percentages, display_name: 'Old' });
    const { body: value } = await patch(token, body);
    expect([value.display_name, value.percentages_display_name]).toEqual([expected, expected]);
  });

  test('cannot become two', async () => {
    const { token } = await add({ percentages, display_name: 'Old' });
    const both = { display_name: 'a', percentages_display_name: 'b' };
    expect((await patch(token, both)).status).toBe(400);
  });
});

describe('date ranges', () => {
  const of = (...date_ranges: unknown[]) => post({ name: 'a', date_ranges });

  test('show both ends, null for an open one, and may overlap', async () => {
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
    [{}, 422, 'date_ranges[0] needs start_date or end_date'],
    [{ start_date: '', end_date: null }, 422, 'date_ranges[0] needs start_date or end_date'],
    [
      { start_date: '2025-02-02', end_date: '2025-02-01' },
      422,
      'date_ranges[0] starts after it ends',
    ],
    [{ start_date: '2025-02-30' }, 400, 'date_ranges[0].start_date is invalid'],
  ])('%j is refused', async (range, status, sentence) => {
    expect(await of(range)).toMatchObject({ status, body: { errors: [sentence] } });
  });
});

describe('a new value', () => {
  test('comes last, also after a deletion', async () => {
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
  test('changes only what it names and keeps token and place', async () => {
    const a = await add({ name: 'a', date_ranges: [{ start_date: '2026-01-01' }] });
    const b = await add({ name: 'b' });
    const changed = { ...a, name: 'c' };
    expect(await patch(a.token, { name: 'c' })).toMatchObject({ status: 200, body: changed });
    expect(await storedValues()).toEqual([changed, b]);
    expect((await patch(a.token, {})).body).toEqual(changed);
  });

  test('takes null lists as not sent; empty ones empty', async () => {
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

  test('keeps the labels of a metric that another one takes the place of', async () => {
    const value = await add({ business_metric_token: metric, label_values: ['v'] });
    const other = await newBusinessMetric();
    expect((await patch(value.token, { business_metric_token: other })).body).toEqual({
      ...value,
      business_metric_token: other,
    });
  });

  test('replaces the kind and drops what only the old one had', async () => {
    const { token } = await add({ name: 'a', date_ranges: [{ start_date: '2026-01-01' }] });
    const kept = { date_ranges: [{ start_date: '2026-01-01', end_date: null }] };
    const becomes = async (body: object, expected: object) =>
      expect((await patch(token, body)).body).toEqual(shown({ token, ...kept, ...expected }));
    await becomes(
      { percentages, display_name: 'D' },
      {
        percentages,
        display_name: 'D',
        percentages_display_name: 'D',
      },
    );
    await becomes({ cost_metric }, { cost_metric, display_name: 'D' });
    await becomes(
      { business_metric_token: metric, label_key: 'k', label_values: ['v'] },
      { business_metric_token: metric, label_key: 'k', label_values: ['v'] },
    );
    await becomes({ percentages, label_values: [] }, { percentages });
    await becomes({ business_metric_token: metric }, { business_metric_token: metric });
    await becomes({ name: 'b' }, { name: 'b' });
  });

  test.each<[object, number]>([
    [{ name: 'b', percentages }, 400],
    [{ cost_metric, percentages }, 400],
    [{ label_values: ['v'] }, 400],
    [{ display_name: 'D' }, 400],
    [{ name: 'a;b' }, 422],
    [{ date_ranges: [{}] }, 422],
    [{ filter: 'x' }, 400],
  ])('%j is refused and leaves the value as it was', async (body, status) => {
    const value = await add({ name: 'a' });
    expect((await patch(value.token, body)).status).toBe(status);
    expect(await storedValues()).toEqual([value]);
  });
});

test('a value of another config is not found', async () => {
  const { token } = await add({ name: 'a' });
  const body = { key: `Key ${(made += 1)}`, overridable: true };
  const other = (await account.as.post(path, body)).body.token;
  const foreign = `${path}/${other}/values/${token}`;
  expect((await account.as.get(foreign)).status).toBe(404);
  expect((await account.as.send('PATCH', foreign, { name: 'b' })).status).toBe(404);
  expect((await account.as.delete(foreign)).status).toBe(404);
  expect(await storedValues()).toHaveLength(1);
});
