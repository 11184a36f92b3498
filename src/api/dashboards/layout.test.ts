import { beforeEach, describe, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

async function create(kind: string, body: object): Promise<TestResponse['body']> {
  const { status, body: created } = await account.as.post(`/v2/${kind}`, body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
}
const newReport = (title: string, more: object = {}) => create('cost_reports', { title, ...more });
const newDashboard = (more: object = {}) => create('dashboards', { title: 'Overview', ...more });
const pathOf = ({ token }: { token: string }) => `/v2/dashboards/${token}`;
const layoutPath = (dashboard: { token: string }) => `${pathOf(dashboard)}/layout`;
const layoutOf = async (dashboard: { token: string }) =>
  (await account.as.get(layoutPath(dashboard))).body;
const put = async (dashboard: { token: string }, body: object) => {
  const response = await account.as.put(layoutPath(dashboard), body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
};

const at = (x: number, y: number, width = 6, height = 4) => ({ x, y, width, height });
const note = { kind: 'text', text: '**Read** this', ...at(0, 0) };
const placesOf = (layout: TestResponse['body']) =>
  layout.items.map((item: TestResponse['body']) => [item.title, item.x, item.y]);

describe('a dashboard without a layout', () => {
  test('has its widgets side by side', async () => {
    const one = await newReport('One');
    const widgets = [{}, { settings: { display_type: 'table' } }, {}].map((more) => ({
      widgetable_token: one.token,
      ...more,
    }));
    const dashboard = await newDashboard({ widgets });
    const item = {
      kind: 'chart',
      title: 'One',
      widgetable_token: one.token,
      text: null,
      follows_dates: true,
    };
    expect(await layoutOf(dashboard)).toEqual({
      dashboard_token: dashboard.token,
      columns: 12,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      items: [
        { ...item, ...at(0, 0, 6, 7) },
        { ...item, kind: 'table', ...at(6, 0, 6, 7) },
        { ...item, ...at(0, 7, 6, 7) },
      ],
    });
  });
});

describe('an update', () => {
  test('stores every kind, and charts and tables are the widgets', async () => {
    const report = await newReport('Costs');
    const segment = await create('segments', { title: 'Company' });
    const dashboard = await newDashboard();
    const shown = { widgetable_token: report.token };
    const items = [
      { kind: 'chart', ...shown, ...at(0, 0) },
      { kind: 'kpi', title: 'Spend', ...shown, follows_dates: false, ...at(6, 0, 3) },
      { kind: 'table', title: 'Rows', ...shown, ...at(0, 4) },
      { kind: 'unit_cost', ...shown, ...at(6, 4) },
      { kind: 'segments', widgetable_token: segment.report_token, ...at(0, 8) },
      { ...note, ...at(6, 8) },
      { kind: 'budgets', title: 'Budgets', ...at(0, 12) },
      { kind: 'changes', ...shown, ...at(6, 12) },
      { kind: 'anomalies', title: 'Anomalies', ...at(0, 16) },
      { kind: 'savings', title: 'Savings', ...at(6, 16) },
      { kind: 'commitments', title: 'Commitments', ...at(0, 20) },
    ];
    const layout = await put(dashboard, { items });
    expect(layout.items.map((each: TestResponse['body']) => [each.kind, each.title])).toEqual([
      ['chart', 'Costs'],
      ['table', 'Rows'],
      ['kpi', 'Spend'],
      ['unit_cost', 'Costs'],
      ['segments', 'Company'],
      ['text', ''],
      ['budgets', 'Budgets'],
      ['changes', 'Costs'],
      ['anomalies', 'Anomalies'],
      ['savings', 'Savings'],
      ['commitments', 'Commitments'],
    ]);
    expect(layout.items[2]).toEqual({
      kind: 'kpi',
      title: 'Spend',
      ...shown,
      text: null,
      follows_dates: false,
      ...at(6, 0, 3),
    });
    expect(await layoutOf(dashboard)).toEqual(layout);
    const { body } = await account.as.get(pathOf(dashboard));
    expect(body.widgets).toEqual([
      {
        widgetable_token: report.token,
        title: 'Costs',
        settings: { display_type: 'chart' },
      },
      { widgetable_token: report.token, title: 'Rows', settings: { display_type: 'table' } },
    ]);
    // What was read can be written back.
    expect(await put(dashboard, layout)).toEqual(layout);
  });

  test('is audited and changes updated_at, unless nothing changed', async () => {
    const dashboard = await newDashboard();
    setTime('2026-03-10T10:00:00Z');
    try {
      await put(dashboard, { items: [note] });
      expect((await account.as.get(pathOf(dashboard))).body.updated_at).toBe(
        '2026-03-10T10:00:00Z',
      );
      setTime('2026-03-10T11:00:00Z');
      await put(dashboard, { items: [note] });
      expect((await account.as.get(pathOf(dashboard))).body.updated_at).toBe(
        '2026-03-10T10:00:00Z',
      );
    } finally {
      setTime('2026-03-10T09:00:00Z');
    }
    const { body } = await account.as.get(`/v2/audit_logs?object_token=${dashboard.token}`);
    const updates = body.audit_logs.filter(
      (entry: TestResponse['body']) => entry.event === 'record_updated',
    );
    expect(updates).toHaveLength(1);
    const [before, after] = updates[0].changed_values.layout;
    expect([before.length, after[0].text]).toEqual([0, '**Read** this']);
  });

  test('of an earlier version is refused', async () => {
    const dashboard = await newDashboard();
    const { version } = await layoutOf(dashboard);
    const both = await Promise.all(
      ['A', 'B'].map((text) =>
        account.as.put(layoutPath(dashboard), { version, items: [{ ...note, text }] }),
      ),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(both.find(({ status }) => status === 400)!.body.errors).toEqual([
      'The layout has been changed since it was read; read it again',
    ]);
    // Without a version, the last one wins.
    await put(dashboard, { items: [{ ...note, text: 'C' }] });
    expect((await layoutOf(dashboard)).items[0].text).toBe('C');
  });

  test('must be of a dashboard that the caller may change', async () => {
    const dashboard = await newDashboard();
    const viewer = await account.newUser('viewer');
    expect((await viewer.as.get(layoutPath(dashboard))).status).toBe(200);
    expect((await viewer.as.put(layoutPath(dashboard), { items: [] })).status).toBe(403);
    const stranger = await newAccount();
    expect((await stranger.as.get(layoutPath(dashboard))).status).toBe(404);
    expect((await stranger.as.put(layoutPath(dashboard), { items: [] })).status).toBe(404);
    const reader = await account.withScopes('read');
    expect((await reader.put(layoutPath(dashboard), { items: [] })).status).toBe(403);
  });
});

describe('invalid layouts', () => {
  test.each<[string, object[], string[]]>([
    ['an unknown kind', [{ ...note, kind: 'map' }], ['items[0].kind does not have a valid value']],
    ['a width of 13', [{ ...note, width: 13 }], ['items[0].width does not have a valid value']],
    ['half a row', [{ ...note, y: 0.5 }], ['items[0].y is invalid']],
    [
      'more columns than there are',
      [{ ...note, x: 8 }],
      ['items[0] must end at column 12: x and width are 14'],
    ],
    ['an overlap', [note, { ...note, x: 5, y: 3 }], ['items[1] overlaps items[0]']],
    [
      'missing contents',
      [
        { kind: 'text', ...at(0, 0) },
        { kind: 'kpi', ...at(6, 0) },
      ],
      ['items[0].text is missing', 'items[1].widgetable_token is missing'],
    ],
    [
      'text in a figure',
      [{ kind: 'kpi', widgetable_token: 'rprt_1', text: 'x', ...at(0, 0) }],
      ['items[0].text does not apply to kpi'],
    ],
    [
      'anomalies of a report',
      [{ kind: 'anomalies', widgetable_token: 'rprt_1', ...at(0, 0) }],
      ['items[0].widgetable_token does not apply to anomalies'],
    ],
    [
      'changes of another report than a cost report',
      [{ kind: 'changes', widgetable_token: 'rec_vw_1', ...at(0, 0) }],
      ['items[0].widgetable_token must be a cost report'],
    ],
    [
      'an unknown report',
      [{ kind: 'kpi', widgetable_token: 'rprt_1', ...at(0, 0) }],
      ['Report or view not found: widgetable_token rprt_1'],
    ],
  ])('%s', async (_, items, errors) => {
    const dashboard = await newDashboard();
    const { status, body } = await account.as.put(layoutPath(dashboard), { items });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  test('segments of a report that is not of a segment', async () => {
    const report = await newReport('Costs');
    const items = [{ kind: 'segments', widgetable_token: report.token, ...at(0, 0) }];
    const { status, body } = await account.as.put(layoutPath(await newDashboard()), { items });
    expect([status, body.errors]).toEqual([
      400,
      ['items[0].widgetable_token must be the report of a segment'],
    ]);
  });
});

describe('clients that write widgets', () => {
  test('keep the places of the others, and new widgets get one', async () => {
    const [one, two, three] = await Promise.all(['One', 'Two', 'Three'].map((t) => newReport(t)));
    const dashboard = await newDashboard();
    const chart = { kind: 'chart' };
    await put(dashboard, {
      items: [
        { ...chart, widgetable_token: one.token, ...at(6, 0) },
        { ...chart, widgetable_token: two.token, ...at(0, 0) },
        { ...note, ...at(0, 4) },
      ],
    });
    const widgets = [three, one].map(({ token }) => ({ widgetable_token: token }));
    await account.as.put(pathOf(dashboard), { widgets });
    const layout = await layoutOf(dashboard);
    expect(placesOf(layout)).toEqual([
      ['Three', 6, 4],
      ['One', 6, 0],
      ['', 0, 4],
    ]);
  });

  test('and deletions of reports and segments remove what shows them', async () => {
    const report = await newReport('Gone');
    const segment = await create('segments', { title: 'Company' });
    const dashboard = await newDashboard();
    await put(dashboard, {
      items: [
        { kind: 'chart', widgetable_token: report.token, ...at(0, 0) },
        { kind: 'kpi', widgetable_token: report.token, ...at(6, 0) },
        { kind: 'segments', widgetable_token: segment.report_token, ...at(0, 4) },
        { ...note, ...at(6, 4) },
      ],
    });
    await account.as.delete(`/v2/cost_reports/${report.token}`);
    await account.as.delete(`/v2/segments/${segment.token}`);
    expect(placesOf(await layoutOf(dashboard))).toEqual([['', 6, 4]]);
  });

  test('may not see every report, which stays where it is', async () => {
    const report = await newReport('Secret');
    const dashboard = await newDashboard();
    const layout = await put(dashboard, {
      items: [{ kind: 'kpi', widgetable_token: report.token, ...at(0, 0) }],
    });
    const grant = { resource_token: report.token, team_token: account.everyone.token };
    await create('access_grants', { ...grant, access: 'denied' });
    const editor = await account.newUser('editor');
    const kept = await editor.as.put(layoutPath(dashboard), {
      items: [{ ...layout.items[0], ...at(3, 0) }],
    });
    expect(placesOf(kept.body)).toEqual([['Secret', 3, 0]]);
    const elsewhere = await newDashboard();
    const copied = await editor.as.put(layoutPath(elsewhere), { items: layout.items });
    expect(copied.status).toBe(400);
  });
});

test('figures use the dates and filters of the dashboard', async () => {
  await importCharges(account, [
    { day: '2026-02-03', cost: '1', service: 'S3' },
    { day: '2026-03-04', cost: '10', service: 'S3' },
  ]);
  const report = await newReport('AWS', { filter: "costs.provider = 'aws'" });
  const dashboard = await newDashboard({ date_interval: 'last_month' });
  const costs = `/v2/costs/series?cost_report_token=${report.token}&dashboard_token=${dashboard.token}`;
  expect((await account.as.get(costs)).status).toBe(400);
  await put(dashboard, {
    items: [{ kind: 'kpi', widgetable_token: report.token, ...at(0, 0) }],
  });
  expect((await account.as.get(costs)).body.total.amount).toBe('1.0');
  const units = `/v2/unit_costs?cost_report_token=${report.token}&dashboard_token=${dashboard.token}`;
  expect((await account.as.get(units)).status).toBe(200);
});
