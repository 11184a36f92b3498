import { beforeEach, describe, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { exportedRows } from '../../../test/cost-exports.js';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
const aws = "costs.provider = 'aws'";
const account42 = "(costs.provider = 'aws' AND costs.account_id = '42')";

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

async function create(body: object): Promise<TestResponse['body']> {
  const { status, body: created } = await account.as.post('/v2/segments', body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
}

const segmentPath = (token: string) => `/v2/segments/${token}`;
const reportPath = (token: string) => `/v2/cost_reports/${token}`;

async function costs(token: string, more = ''): Promise<TestResponse['body']> {
  const path = `/v2/costs?cost_report_token=${token}&date_bin=month${more}`;
  const { status, body } = await account.as.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const rowsOf = ({ costs: rows }: { costs: { segment: string; amount: string }[] }) =>
  rows.map((cost) => [cost.segment, cost.amount]);

describe('a segment', () => {
  test('has default settings at the top level', async () => {
    const segment = await create({ title: 'Company' });
    expect(segment).toEqual({
      token: expect.stringMatching(/^fltr_sgmt_[0-9a-f]{16}$/),
      title: 'Company',
      parent_segment_token: null,
      description: '',
      track_unallocated: false,
      report_settings: {
        include_credits: false,
        include_refunds: false,
        include_discounts: true,
        include_tax: true,
        amortize: true,
      },
      priority: 100,
      filter: null,
      created_at: '2026-03-10T09:00:00Z',
      workspace_token: account.workspace.token,
      report_token: expect.stringMatching(/^rprt_[0-9a-f]{16}$/),
    });
    expect((await account.as.get(segmentPath(segment.token))).body).toEqual(segment);
    expect((await account.as.get('/v2/segments?q=COMP')).body.segments).toEqual([segment]);
  });

  test('with a parent belongs to its workspace and has no report settings', async () => {
    const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
    const root = await create({ title: 'Root', workspace_token: second });
    const child = await create({ title: 'Child', parent_segment_token: root.token, priority: 0 });
    expect(child).toMatchObject({ workspace_token: second, priority: 0 });
    expect(child).not.toHaveProperty('report_settings');
    const path = segmentPath(child.token);
    expect((await account.as.put(path, { parent_segment_token: '' })).body).toMatchObject({
      parent_segment_token: null,
      report_settings: { amortize: true },
    });
  });

  test('stores its filter verbatim and keeps fields absent from an update', async () => {
    const filter = `${aws}\n  AND costs.region = 'eu'`;
    const segment = await create({ title: 'A', filter, track_unallocated: true, description: 'x' });
    expect(segment.filter).toBe(filter);
    const path = segmentPath(segment.token);
    const sent = { report_settings: { include_credits: true, amortize: null }, priority: 3 };
    const changed = (await account.as.put(path, sent)).body;
    expect(changed).toEqual({
      ...segment,
      priority: 3,
      report_settings: { ...segment.report_settings, include_credits: true },
    });
    expect((await account.as.put(path, { filter: '' })).body.filter).toBeNull();
    const { audit_logs } = (await account.as.get('/v2/audit_logs?object_type=segment')).body;
    expect(audit_logs).toHaveLength(3);
  });

  test.each<[string, object, number, string]>([
    ['no title', {}, 400, 'title is missing'],
    ['a blank title', { title: ' ' }, 422, "title can't be blank"],
    [
      'a negative priority',
      { title: 'A', priority: -1 },
      400,
      'priority does not have a valid value',
    ],
    ['a fractional priority', { title: 'A', priority: 1.5 }, 400, 'priority is invalid'],
    [
      'an unknown parent',
      { title: 'A', parent_segment_token: 'fltr_sgmt_0' },
      400,
      'Segment not found: parent_segment_token fltr_sgmt_0',
    ],
  ])('rejects %s', async (_, body, status, message) => {
    const answer = await account.as.post('/v2/segments', body);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual([message]);
  });

  test('cannot have a filter that allocates shares', async () => {
    const body = { title: 'A', filter: `${aws} AND costs.allocation = 0.5` };
    expect((await account.as.post('/v2/segments', body)).status).toBe(400);
  });

  test('rejects settings below the top level, cycles and parents in other workspaces', async () => {
    const root = await create({ title: 'Root' });
    const child = await create({ title: 'Child', parent_segment_token: root.token });
    const settings = { report_settings: { amortize: false } };
    const below = { title: 'B', parent_segment_token: root.token, ...settings };
    expect((await account.as.post('/v2/segments', below)).status).toBe(422);
    expect((await account.as.put(segmentPath(child.token), settings)).status).toBe(400);
    for (const parent of [root.token, child.token]) {
      const move = { parent_segment_token: parent };
      const { status, body } = await account.as.put(segmentPath(root.token), move);
      expect(status).toBe(400);
      expect(body.errors[0]).toContain('one of its descendants');
    }
    const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
    const other = await create({ title: 'Other', workspace_token: second });
    const away = { parent_segment_token: other.token };
    expect((await account.as.put(segmentPath(child.token), away)).status).toBe(400);
  });
});

describe('the report of a segment', () => {
  test('is not listed, and follows the settings of the tree', async () => {
    const root = await create({
      title: 'Root',
      track_unallocated: true,
      report_settings: { include_tax: false },
    });
    const child = await create({ title: 'Child', parent_segment_token: root.token });
    const path = reportPath(child.report_token);
    const { body: report } = await account.as.get(path);
    expect(report).toMatchObject({
      title: 'Child',
      groupings: 'segment',
      filter: null,
      settings: { include_tax: false, amortize: true, unallocated: true },
    });
    const listed = (await account.as.get('/v2/cost_reports')).body.cost_reports;
    expect(listed.map((each: { title: string }) => each.title)).toEqual(['All Resources']);
    expect((await account.as.put(path, { title: 'Mine' })).status).toBe(400);
    expect((await account.as.delete(path)).status).toBe(404);

    await account.as.put(segmentPath(root.token), { report_settings: { amortize: false } });
    await account.as.put(segmentPath(child.token), { title: 'Renamed' });
    expect((await account.as.get(path)).body).toMatchObject({
      title: 'Renamed',
      settings: { include_tax: false, amortize: false, unallocated: true },
    });
    await account.as.put(segmentPath(child.token), { parent_segment_token: null });
    expect((await account.as.get(path)).body.settings).toMatchObject({
      include_tax: true,
      amortize: true,
      unallocated: false,
    });
  });

  test('has the access rules of its segment', async () => {
    const segment = await create({ title: 'Secret', filter: aws });
    const editor = await account.newUser('editor');
    const read = async () => [
      (await editor.as.get(segmentPath(segment.token))).status,
      (await editor.as.get(reportPath(segment.report_token))).status,
      (await editor.as.get(`/v2/costs?cost_report_token=${segment.token}`)).status,
      (await editor.as.get(`/v2/costs?cost_report_token=${segment.report_token}`)).status,
    ];
    expect(await read()).toEqual([200, 200, 200, 200]);
    const grant = {
      resource_token: segment.token,
      team_token: account.everyone.token,
      access: 'denied',
    };
    expect((await account.as.post('/v2/access_grants', grant)).status).toBe(201);
    expect(await read()).toEqual([404, 404, 404, 404]);
    expect((await editor.as.get('/v2/segments')).body.segments).toEqual([]);
    await account.as.delete(segmentPath(segment.token));
    expect((await account.as.get('/v2/access_grants')).body.access_grants).toEqual([]);
  });
});

describe('costs', () => {
  const charges = [
    { day: '2026-03-02', cost: '300', account: '42' },
    { day: '2026-03-02', cost: '100', account: '7' },
    { day: '2026-03-03', cost: '50', provider: 'Google Cloud' as const },
  ];

  async function createCompany(track_unallocated: boolean) {
    await importCharges(account, charges);
    const root = await create({ title: 'Company', track_unallocated });
    const parent_segment_token = root.token;
    const opex = await create({ title: 'OPEX', priority: 10, filter: aws, parent_segment_token });
    const rnd = await create({
      title: 'R&D',
      priority: 5,
      filter: account42,
      parent_segment_token,
    });
    return { root, opex, rnd };
  }

  test('are allocated to the first matching segment by priority, the rest is unallocated', async () => {
    const { root, opex, rnd } = await createCompany(true);
    const result = await costs(root.report_token);
    expect(result.total_cost).toEqual({ amount: '450.0', currency: 'USD' });
    expect(rowsOf(result)).toEqual([
      ['R&D', '300.0'],
      ['OPEX', '100.0'],
      ['Unallocated', '50.0'],
    ]);
    expect((await costs(rnd.token)).total_cost.amount).toBe('300.0');
    expect(rowsOf(await costs(opex.token))).toEqual([['OPEX', '100.0']]);
    const without = await costs(root.token, '&settings[unallocated]=false');
    expect(without.total_cost.amount).toBe('400.0');
  });

  test('without tracking, unallocated costs are not part of the tree', async () => {
    const { root } = await createCompany(false);
    expect((await costs(root.report_token)).total_cost.amount).toBe('400.0');
    const requested = await costs(root.token, '&settings[unallocated]=true');
    expect(requested.total_cost.amount).toBe('450.0');
  });

  test('roll up, with the costs of the segment itself under its title', async () => {
    await importCharges(account, charges);
    const root = await create({ title: 'Root', filter: `${aws} OR costs.provider = 'gcp'` });
    const child = await create({ title: 'Child', parent_segment_token: root.token });
    await create({ title: 'Leaf', parent_segment_token: child.token, filter: account42 });
    // Of two segments with the same priority, the deeper one comes first.
    expect(rowsOf(await costs(root.token))).toEqual([
      ['Child', '300.0'],
      ['Root', '150.0'],
    ]);
    expect(rowsOf(await costs(child.token))).toEqual([['Leaf', '300.0']]);
    await account.as.put(segmentPath(root.token), { track_unallocated: true });
    expect(rowsOf(await costs(root.token))).toEqual([
      ['Child', '300.0'],
      ['Unallocated', '150.0'],
    ]);
    await account.as.put(segmentPath(root.token), { priority: 1 });
    expect(rowsOf(await costs(root.token))).toEqual([['Unallocated', '450.0']]);
    expect(await costs(child.token)).toMatchObject({ total_cost: { amount: '0.0' }, costs: [] });
  });

  test('with equal amounts are ordered by title, and children with the same title are merged', async () => {
    await importCharges(account, [
      { day: '2026-03-02', cost: '5', account: '42' },
      { day: '2026-03-02', cost: '2', account: '7' },
      { day: '2026-03-02', cost: '3', provider: 'Google Cloud' },
    ]);
    const { token: parent_segment_token } = await create({ title: 'Company' });
    await create({ title: 'Z', parent_segment_token, filter: account42, priority: 1 });
    await create({ title: 'A', parent_segment_token, filter: aws });
    await create({ title: 'A', parent_segment_token, filter: "costs.provider = 'gcp'" });
    expect(rowsOf(await costs(parent_segment_token))).toEqual([
      ['A', '5.0'],
      ['Z', '5.0'],
    ]);
  });

  test('can be filtered, grouped and explained', async () => {
    const { root } = await createCompany(true);
    const narrowed = await costs(root.token, `&filter=${encodeURIComponent(aws)}`);
    expect(narrowed.total_cost.amount).toBe('400.0');
    const grouped = await costs(root.token, '&groupings=segment,provider');
    expect(grouped.costs[2]).toMatchObject({ segment: 'Unallocated', provider: 'gcp' });
    const figure = '&accrued_at=2026-03-01&date_bin=month&group={"segment":"OPEX"}';
    const path = `/v2/costs/explain?cost_report_token=${root.token}${figure}`;
    const { status, body } = await account.as.get(path);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ lines_amount: '100.0', lines_count: 1 });
  });

  test('are explained with the segment of each line, if the caller can see it', async () => {
    await importCharges(account, charges);
    const root = await create({ title: 'Company', track_unallocated: true });
    const cloud = await create({ title: 'Cloud', parent_segment_token: root.token });
    const parent_segment_token = cloud.token;
    const opex = await create({ title: 'OPEX', priority: 10, filter: aws, parent_segment_token });
    const rnd = await create({
      title: 'R&D',
      priority: 5,
      filter: account42,
      parent_segment_token,
    });
    const explained = async (segment: string, as = account.as) => {
      const figure = `&accrued_at=2026-03-01&date_bin=month&group={"segment":"${segment}"}`;
      const path = `/v2/costs/explain?cost_report_token=${root.token}${figure}`;
      const { status, body } = await as.get(path);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.lines.map((line: { account_id: string; segment: object }) => [
        line.account_id,
        line.segment,
      ]);
    };
    const ofOpex = { segment_token: opex.token, title: 'OPEX', filter: aws };
    expect((await explained('Cloud')).toSorted()).toEqual([
      ['42', { segment_token: rnd.token, title: 'R&D', filter: account42 }],
      ['7', ofOpex],
    ]);
    expect(await explained('Unallocated')).toEqual([[null, null]]);
    const grant = { resource_token: rnd.token, team_token: account.everyone.token };
    await account.as.post('/v2/access_grants', { ...grant, access: 'denied' });
    const editor = await account.newUser('editor');
    expect((await explained('Cloud', editor.as)).toSorted()).toEqual([
      ['42', null],
      ['7', ofOpex],
    ]);
  });

  test('are exported as they are listed', async () => {
    const { root } = await createCompany(true);
    const request = { cost_report_token: root.token, date_bin: 'month' };
    expect(await exportedRows(account, request)).toEqual([
      ['date', 'segment', 'amount', 'currency'],
      ['2026-03-01', 'R&D', '300.0', 'USD'],
      ['2026-03-01', 'OPEX', '100.0', 'USD'],
      ['2026-03-01', 'Unallocated', '50.0', 'USD'],
    ]);
  });

  test('cannot be counted, and other reports cannot be grouped by segment', async () => {
    const { root } = await createCompany(true);
    const counted = `/v2/costs?cost_report_token=${root.token}&settings[aggregate_by]=count`;
    expect((await account.as.get(counted)).status).toBe(400);
    const [report] = (await account.as.get('/v2/cost_reports')).body.cost_reports;
    const elsewhere = `/v2/costs?cost_report_token=${report.token}&groupings=segment`;
    expect((await account.as.get(elsewhere)).status).toBe(400);
    const rejected = { groupings: 'segment', title: 'R' };
    expect((await account.as.post('/v2/cost_reports', rejected)).status).toBe(400);
    const exported = { cost_report_token: root.token, settings: { aggregate_by: 'count' } };
    expect((await account.as.post('/v2/costs/data_exports', exported)).status).toBe(400);
  });

  test('follow the report settings of the top-level segment', async () => {
    await importCharges(account, [
      { day: '2026-03-02', cost: '10' },
      { day: '2026-03-02', cost: '2', category: 'Tax' },
      { day: '2026-03-02', cost: '-4', category: 'Credit' },
    ]);
    const root = await create({ title: 'Root' });
    const leaf = await create({ title: 'L', parent_segment_token: root.token, filter: aws });
    const total = async (more = '') => (await costs(leaf.token, more)).total_cost.amount;
    expect(await total()).toBe('12.0');
    const report_settings = { include_tax: false, include_credits: true };
    await account.as.put(segmentPath(root.token), { report_settings });
    expect(await total()).toBe('6.0');
    expect(await total('&settings[include_tax]=true')).toBe('8.0');
  });
});

test('deleting a segment deletes its descendants and their reports', async () => {
  const root = await create({ title: 'Root' });
  const child = await create({ title: 'Child', parent_segment_token: root.token });
  const leaf = await create({ title: 'Leaf', parent_segment_token: child.token });
  expect((await account.as.delete(segmentPath(child.token))).status).toBe(204);
  for (const deleted of [child, leaf]) {
    expect((await account.as.get(segmentPath(deleted.token))).status).toBe(404);
    expect((await account.as.get(reportPath(deleted.report_token))).status).toBe(404);
  }
  expect((await account.as.get(reportPath(root.report_token))).status).toBe(200);
  expect((await account.as.delete(segmentPath(child.token))).status).toBe(404);
});

test('deleting a workspace deletes its segments, reports, dashboards and canvases', async () => {
  const { token: workspace_token } = (await account.as.post('/v2/workspaces', { name: 'Gone' }))
    .body;
  const root = await create({ title: 'Root', workspace_token });
  const leaf = await create({ title: 'Leaf', parent_segment_token: root.token });
  const post = async (kind: string, body: object) =>
    `/v2/${kind}/${(await account.as.post(`/v2/${kind}`, { workspace_token, ...body })).body.token}`;
  const widgets = [{ widgetable_token: leaf.report_token }];
  const views = [
    segmentPath(leaf.token),
    reportPath(leaf.report_token),
    await post('dashboards', { title: 'D', widgets }),
    await post('canvases', { title: 'C', prompt: 'cost' }),
  ];
  const report_tokens = [root.report_token, leaf.report_token];
  await account.as.post('/v2/annotations', { report_tokens, date: '2026-03-01', message: 'm' });
  expect((await account.as.delete(`/v2/workspaces/${workspace_token}`)).status).toBe(204);
  for (const path of views) expect((await account.as.get(path)).status).toBe(404);
  expect((await account.as.get('/v2/annotations')).body.annotations).toEqual([]);
});
