import { beforeEach, describe, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

async function createObject(kind: string, body: object): Promise<TestResponse['body']> {
  const { status, body: created } = await account.as.post(`/v2/${kind}`, body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
}

const create = (body: object = {}) => createObject('dashboards', { title: 'Overview', ...body });
const pathOf = ({ token }: { token: string }) => `/v2/dashboards/${token}`;
const noDates = { date_interval: null, start_date: null, end_date: null };

test('a dashboard has its defaults', async () => {
  const created = await create();
  expect(created).toEqual({
    token: expect.stringMatching(/^dshbrd_[0-9a-f]{16}$/),
    title: 'Overview',
    widgets: [],
    saved_filter_tokens: [],
    date_bin: null,
    ...noDates,
    created_at: '2026-03-10T09:00:00Z',
    updated_at: '2026-03-10T09:00:00Z',
    workspace_token: account.workspace.token,
  });
  expect((await account.as.get(pathOf(created))).body).toEqual(created);
  expect((await account.as.get('/v2/dashboards?q=over')).body.dashboards).toEqual([created]);
  expect((await account.as.post('/v2/dashboards', {})).status).toBe(400);
});

describe('dates', () => {
  const march = { start_date: '2026-03-01', end_date: '2026-03-31' };
  const custom = { date_interval: 'custom', ...march };

  test.each<[string, object, object]>([
    [
      'a named interval',
      { date_interval: 'this_month' },
      { date_interval: 'this_month', ...march },
    ],
    ['dates', march, custom],
    ['dates with the interval custom', custom, custom],
    ['dates and no interval', { ...march, date_interval: '' }, custom],
    [
      'a named interval with its dates',
      { ...march, date_interval: 'this_month' },
      { ...march, date_interval: 'this_month' },
    ],
    ['only a start date', { start_date: '2026-03-01' }, { ...custom, end_date: null }],
    ['empty values', { date_interval: '', start_date: '', end_date: '' }, noDates],
  ])('%s', async (_, sent, expected) => {
    const created = await create(sent);
    expect(created).toMatchObject(expected);
    expect((await account.as.put(pathOf(created), created)).body).toEqual(created);
    expect((await account.as.put(pathOf(created), { title: 'T' })).body).toMatchObject(expected);
    const cleared = await account.as.put(pathOf(created), { date_interval: '' });
    expect(cleared.body).toMatchObject(noDates);
  });

  test.each<[string, object, string]>([
    ['only an end date', { end_date: '2026-03-31' }, 'start_date is missing'],
    [
      'custom without dates',
      { date_interval: 'custom' },
      'date_interval custom requires a start_date',
    ],
    [
      'dates of another interval',
      { ...march, date_interval: 'last_month' },
      'start_date and end_date do not match last_month',
    ],
    [
      'an end before the start',
      { start_date: '2026-03-02', end_date: '2026-03-01' },
      'start_date must not be after end_date',
    ],
    ['an unsupported date bin', { date_bin: 'quarter' }, 'date_bin does not have a valid value'],
  ])('rejects %s', async (_, sent, message) => {
    const { status, body } = await account.as.post('/v2/dashboards', { title: 'D', ...sent });
    expect([status, body.errors]).toEqual([400, [message]]);
  });

  test('custom may be repeated if dates are stored', async () => {
    const created = await create(march);
    const repeated = await account.as.put(pathOf(created), { date_interval: 'custom' });
    expect(repeated.body).toEqual(created);
  });
});

describe('widgets', () => {
  test('keep their order, and default to the title and display type of the report', async () => {
    const one = await createObject('cost_reports', { title: 'One' });
    const two = await createObject('cost_reports', { title: 'Two' });
    const created = await create({
      widgets: [
        { widgetable_token: two.token, title: 'Second', settings: { display_type: 'table' } },
        { widgetable_token: one.token },
        { widgetable_token: two.token, title: '', settings: null },
      ],
    });
    expect(created.widgets).toEqual([
      { widgetable_token: two.token, title: 'Second', settings: { display_type: 'table' } },
      { widgetable_token: one.token, title: 'One', settings: { display_type: 'chart' } },
      { widgetable_token: two.token, title: 'Two', settings: { display_type: 'chart' } },
    ]);
    await account.as.put(`/v2/cost_reports/${one.token}`, { title: 'Renamed' });
    expect((await account.as.get(pathOf(created))).body).toEqual(created);
    expect((await account.as.put(pathOf(created), { widgets: null })).body).toEqual(created);
    expect((await account.as.put(pathOf(created), { widgets: [] })).body.widgets).toEqual([]);
  });

  test.each([
    'rprt_0000000000000000',
    'fldr_0000000000000000',
    'prvdr_rsrc_rprt_0000000000000000',
    'x',
  ])('reject %s', async (widgetable_token) => {
    const body = { title: 'D', widgets: [{ widgetable_token }] };
    const response = await account.as.post('/v2/dashboards', body);
    expect(response.status).toBe(400);
    expect(response.body.errors[0]).toContain(widgetable_token);
  });

  test('need a display type if they have settings', async () => {
    const report = await createObject('cost_reports', { title: 'One' });
    const widgets = [{ widgetable_token: report.token, settings: {} }];
    const response = await account.as.post('/v2/dashboards', { title: 'D', widgets });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual(['widgets[0].settings.display_type is missing']);
  });

  test('of a hidden report stay listed and may be kept', async () => {
    const report = await createObject('cost_reports', { title: 'Secret' });
    const created = await create({ widgets: [{ widgetable_token: report.token, title: 'Known' }] });
    const denied = {
      resource_token: report.token,
      team_token: account.everyone.token,
      access: 'denied',
    };
    await createObject('access_grants', denied);
    const editor = await account.newUser('editor');
    expect((await editor.as.get(pathOf(created))).body).toEqual(created);
    const costs = `/v2/costs?cost_report_token=${report.token}&dashboard_token=${created.token}`;
    expect((await editor.as.get(costs)).status).toBe(404);
    const kept = await editor.as.put(pathOf(created), {
      title: 'Mine',
      widgets: [{ widgetable_token: report.token }],
    });
    expect(kept.body.widgets).toEqual(created.widgets);
    const copy = { title: 'D', widgets: [{ widgetable_token: report.token }] };
    expect((await editor.as.post('/v2/dashboards', copy)).status).toBe(400);
  });
});

test.each([
  ['resource_reports', 'table'],
  ['recommendation_views', 'table'],
  ['kubernetes_efficiency_reports', 'chart'],
  ['financial_commitment_reports', 'chart'],
  ['network_flow_reports', 'chart'],
])(
  '%s are widgets, shown as a %s unless chosen otherwise, and end with their object',
  async (kind, display) => {
    const workspace_token = account.workspace.token;
    const { token } = await createObject(kind, { title: 'Shown', workspace_token });
    const created = await create({
      widgets: [
        { widgetable_token: token },
        { widgetable_token: token, title: 'Chart', settings: { display_type: 'chart' } },
      ],
    });
    expect(created.widgets).toEqual([
      { widgetable_token: token, title: 'Shown', settings: { display_type: display } },
      { widgetable_token: token, title: 'Chart', settings: { display_type: 'chart' } },
    ]);
    const items = [{ kind: 'kpi', widgetable_token: token, x: 0, y: 0, width: 3, height: 3 }];
    const refused = await account.as.put(`${pathOf(created)}/layout`, { items });
    expect(refused.body.errors).toEqual(['items[0].widgetable_token must be a cost report']);
    expect((await account.as.delete(`/v2/${kind}/${token}`)).status).toBe(204);
    expect((await account.as.get(pathOf(created))).body.widgets).toEqual([]);
  },
);

describe('a move to another workspace', () => {
  test('needs widgets and filters of that workspace', async () => {
    const here = account.workspace.token;
    const there = (await createObject('workspaces', { name: 'Second' })).token;
    const report = await createObject('cost_reports', { title: 'R', workspace_token: here });
    const filter = await createObject('saved_filters', { title: 'F', workspace_token: here });
    const created = await create({
      workspace_token: here,
      widgets: [{ widgetable_token: report.token }],
      saved_filter_tokens: [filter.token],
    });
    const move = async (more = {}) =>
      account.as.put(pathOf(created), { workspace_token: there, ...more });
    expect((await move()).status).toBe(400);
    expect((await move({ widgets: [] })).status).toBe(400);
    expect((await move({ saved_filter_tokens: [] })).status).toBe(400);
    const moved = await move({ widgets: [], saved_filter_tokens: [] });
    expect(moved.body).toMatchObject({ workspace_token: there, widgets: [] });
    expect((await account.as.put(pathOf(created), { workspace_token: 'wrkspc_x' })).status).toBe(
      400,
    );
    const foreign = { widgets: [{ widgetable_token: report.token }] };
    expect((await account.as.put(pathOf(created), foreign)).status).toBe(400);
    const viewer = await account.newUser('viewer');
    expect((await viewer.as.put(pathOf(created), { title: 'V' })).status).toBe(403);
  });
});

describe('reports on a dashboard', () => {
  const s3 = "(costs.provider = 'aws' AND costs.service = 'S3') OR (costs.provider = 'gcp')";

  test('use its dates, granularity and filters, and are not changed', async () => {
    await importCharges(account, [
      { day: '2026-02-03', cost: '1', service: 'S3' },
      { day: '2026-03-04', cost: '10', service: 'S3' },
      { day: '2026-03-05', cost: '100', service: 'EC2' },
      { day: '2026-03-06', cost: '1000', provider: 'Google Cloud' },
    ]);
    const filter = await createObject('saved_filters', { title: 'S3', filter: s3 });
    const report = await createObject('cost_reports', {
      title: 'AWS',
      filter: "costs.provider = 'aws'",
      saved_filter_tokens: [],
    });
    const created = await create({ widgets: [{ widgetable_token: report.token }] });
    const costsOf = async (more = '') => {
      const path = `/v2/costs?cost_report_token=${report.token}&groupings=provider${more}`;
      const { status, body } = await account.as.get(path);
      expect(status, JSON.stringify(body)).toBe(200);
      const dates = body.costs.map((cost: { accrued_at: string }) => cost.accrued_at);
      return [body.total_cost.amount, dates];
    };
    const onDashboard = () => costsOf(`&dashboard_token=${created.token}`);
    expect(await onDashboard()).toEqual(await costsOf());
    await account.as.put(pathOf(created), { start_date: '2026-02-01', date_bin: 'month' });
    expect(await onDashboard()).toEqual(['111.0', ['2026-03-01', '2026-02-01']]);
    await account.as.put(pathOf(created), { date_interval: 'last_month' });
    expect(await onDashboard()).toEqual(['1.0', ['2026-02-01']]);
    await account.as.put(pathOf(created), {
      date_interval: 'this_month',
      saved_filter_tokens: [filter.token],
    });
    expect(await onDashboard()).toEqual(['1010.0', ['2026-03-01', '2026-03-01']]);
    expect(await costsOf()).toEqual(['110.0', ['2026-03-05', '2026-03-04']]);
    const read = await account.as.get(`/v2/cost_reports/${report.token}`);
    expect(read.body).toEqual(report);

    const other = await create();
    const elsewhere = `/v2/costs?cost_report_token=${report.token}&dashboard_token=${other.token}`;
    expect((await account.as.get(elsewhere)).status).toBe(400);
  });
});

describe('deletion', () => {
  test('of a report removes its widgets', async () => {
    const gone = await createObject('cost_reports', { title: 'Gone' });
    const stays = await createObject('cost_reports', { title: 'Stays' });
    const widgets = [gone, stays, gone].map(({ token }) => ({ widgetable_token: token }));
    const created = await create({ widgets });
    await account.as.delete(`/v2/cost_reports/${gone.token}`);
    const { body } = await account.as.get(pathOf(created));
    expect(body).toEqual({ ...created, widgets: [created.widgets[1]] });
  });

  test('of a segment removes the widgets of all reports below it', async () => {
    const root = await createObject('segments', { title: 'Root' });
    const leaf = await createObject('segments', {
      title: 'Leaf',
      parent_segment_token: root.token,
    });
    const created = await create({ widgets: [{ widgetable_token: leaf.report_token }] });
    expect(created.widgets[0].title).toBe('Leaf');
    await account.as.delete(`/v2/segments/${root.token}`);
    expect((await account.as.get(pathOf(created))).body.widgets).toEqual([]);
  });

  test('of a saved filter removes it', async () => {
    const filter = await createObject('saved_filters', { title: 'F' });
    const created = await create({ saved_filter_tokens: [filter.token, filter.token] });
    expect(created.saved_filter_tokens).toEqual([filter.token]);
    await account.as.delete(`/v2/saved_filters/${filter.token}`);
    expect((await account.as.get(pathOf(created))).body.saved_filter_tokens).toEqual([]);
  });

  test('of a dashboard clears it as a default dashboard', async () => {
    const created = await create();
    const mine = { default_dashboard_token: created.token };
    expect((await account.as.put('/v2/me', mine)).body).toMatchObject(mine);
    const grant = { resource_token: created.token, team_token: account.everyone.token };
    await createObject('access_grants', grant);
    expect((await account.as.delete(pathOf(created))).status).toBe(204);
    expect((await account.as.get('/v2/me')).body.default_dashboard_token).toBeNull();
    expect((await account.as.get('/v2/access_grants')).body.access_grants).toEqual([]);
    expect((await account.as.delete(pathOf(created))).status).toBe(404);
  });
});

test('updated_at changes only with the dashboard', async () => {
  const created = await create({ date_interval: 'this_month' });
  setTime('2026-03-10T10:00:00Z');
  try {
    expect((await account.as.put(pathOf(created), { title: 'Overview' })).body).toEqual(created);
    const report = await createObject('cost_reports', { title: 'R' });
    const widgets = [{ widgetable_token: report.token }];
    const changed = await account.as.put(pathOf(created), { widgets });
    expect(changed.body.updated_at).toBe('2026-03-10T10:00:00Z');
  } finally {
    setTime('2026-03-10T09:00:00Z');
  }
});
