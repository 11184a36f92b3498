import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const post = (body: object) => account.as.post('/v2/cost_reports', { title: 'R', ...body });
const create = async (body: object = {}) => (await post(body)).body;
const put = (report: { token: string }, body: object) =>
  account.as.put(`/v2/cost_reports/${report.token}`, body);
const update = async (report: { token: string }, body: object) => (await put(report, body)).body;
const savedFilter = async (body: object = {}) =>
  (await account.as.post('/v2/saved_filters', { title: 'S', ...body })).body.token;
const folder = async (body: object = {}) =>
  (await account.as.post('/v2/folders', { title: 'F', ...body })).body.token;
const secondWorkspace = async () =>
  (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;

test('a new report has default settings', async () => {
  const { status, body } = await post({ title: 'Spend' });
  expect(status).toBe(201);
  expect(body).toEqual({
    token: expect.stringMatching(/^rprt_[0-9a-f]{16}$/),
    title: 'Spend',
    folder_token: null,
    saved_filter_tokens: [],
    business_metric_tokens_with_metadata: [],
    default_forecast: { kind: 'baseline' },
    filter: null,
    groupings: null,
    settings: {
      include_credits: false,
      include_refunds: false,
      include_discounts: true,
      include_tax: true,
      amortize: true,
      unallocated: false,
      aggregate_by: 'cost',
      show_previous_period: true,
      complete_period: false,
    },
    created_at: '2026-03-10T09:00:00Z',
    workspace_token: account.workspace.token,
    previous_period_start_date: null,
    previous_period_end_date: null,
    start_date: '2026-03-01',
    end_date: '2026-03-31',
    date_interval: 'this_month',
    chart_type: 'line',
    date_bin: 'cumulative',
    chart_settings: { x_axis_dimension: ['date'], y_axis_dimension: 'cost' },
  });
});

test('each workspace starts with a report of all costs that has no creator', async () => {
  const second = await secondWorkspace();
  const list = async (workspace: string) =>
    (await account.as.get(`/v2/cost_reports?workspace_token=${workspace}`)).body.cost_reports;
  for (const workspace of [account.workspace.token, second]) {
    expect(await list(workspace)).toMatchObject([{ title: 'All Resources', filter: null }]);
  }
  const mine = await create({ workspace_token: second });
  const creators = await account.app.services.db
    .selectFrom('cost_reports')
    .select(['token', 'created_by'])
    .where('workspace_token', '=', second)
    .orderBy('id')
    .execute();
  expect(creators.map((row) => row.created_by)).toEqual([null, account.owner.token]);
  expect(creators[1]!.token).toBe(mine.token);
});

test('a partial update changes only the fields it contains', async () => {
  const report = await create({
    chart_type: 'bar',
    date_bin: 'week',
    groupings: 'provider',
    filter: "costs.provider = 'aws'",
    settings: { include_tax: false },
    date_interval: 'last_month',
  });
  expect(await update(report, { title: 'New' })).toEqual({ ...report, title: 'New' });
  expect((await put(report, {})).status).toBe(200);
});

test('settings and chart settings merge key by key', async () => {
  const report = await create({
    settings: { include_credits: true, aggregate_by: '', amortize: null },
    chart_settings: { y_axis_dimension: 'usage' },
  });
  expect(report.settings).toMatchObject({
    include_credits: true,
    aggregate_by: 'cost',
    amortize: true,
  });
  expect(report.chart_settings).toEqual({
    x_axis_dimension: ['date'],
    y_axis_dimension: 'usage',
  });
  const next = await update(report, {
    settings: { complete_period: true, aggregate_by: 'count' },
    chart_settings: { x_axis_dimension: ['tag:team'] },
  });
  expect(next.settings).toEqual({
    ...report.settings,
    complete_period: true,
    aggregate_by: 'count',
  });
  expect(next.chart_settings).toEqual({
    x_axis_dimension: ['tag:team'],
    y_axis_dimension: 'usage',
  });
});

test.each([
  [{ chart_settings: { x_axis_dimension: [] } }],
  [{ chart_settings: { x_axis_dimension: ['date', 'region'] } }],
  [{ chart_settings: { x_axis_dimension: ['colour'] } }],
  [{ chart_settings: { y_axis_dimension: 'profit' } }],
  [{ settings: { aggregate_by: 'sum' } }],
  [{ settings: { include_tax: 'yes' } }],
  [{ chart_type: 'donut' }],
  [{ date_bin: 'year' }],
  [{ date_interval: 'last_5_days' }],
  [{ filter: 'costs.provider =' }],
])('%j answers 400 on create and on update', async (body) => {
  const report = await create();
  expect((await post(body)).status).toBe(400);
  expect((await put(report, body)).status).toBe(400);
});

test('a blank or overlong title is 422 on create and 400 on update', async () => {
  const report = await create();
  for (const title of ['  ', 'x'.repeat(256)]) {
    expect((await post({ title })).status).toBe(422);
    expect((await put(report, { title })).status).toBe(400);
  }
});

describe('groupings', () => {
  test('are stored as sent; "" clears them, null does not', async () => {
    const groupings = 'provider, service,resource,tag:team,tag:a b,cost_category';
    const report = await create({ groupings });
    expect(report.groupings).toBe(groupings);
    expect((await update(report, { groupings: null })).groupings).toBe(groupings);
    expect((await update(report, { groupings: '' })).groupings).toBeNull();
    expect((await create({ groupings: '' })).groupings).toBeNull();
  });

  test.each([
    ['colour', 'groupings does not have a valid value: colour'],
    ['tag', 'groupings does not have a valid value: tag'],
    ['tag:', 'groupings does not have a valid value: tag:'],
    ['segment', 'groupings does not have a valid value: segment'],
    ['provider,', 'groupings has an empty element'],
    ['provider,service,provider', 'groupings names provider twice'],
    ['resource_id,resource', 'groupings names resource twice'],
  ])('%j is rejected', async (groupings, message) => {
    const answer = await post({ groupings });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([message]);
  });
});

test('a filter is stored verbatim and cleared by "", null or white space', async () => {
  const filter = "(costs.provider = 'aws'\n  AND costs.region = 'us-east-1')\n";
  for (const empty of ['', null, ' \n']) {
    const report = await create({ filter });
    expect(report.filter).toBe(filter);
    expect((await update(report, { filter: empty })).filter).toBeNull();
  }
  expect((await create({ filter: '' })).filter).toBeNull();
});

describe('dates', () => {
  test('a named interval follows the clock', async () => {
    const report = await create({ date_interval: 'last_7_days' });
    expect(report).toMatchObject({ start_date: '2026-03-04', end_date: '2026-03-10' });
    setTime('2026-04-01T00:00:00Z');
    const { body } = await account.as.get(`/v2/cost_reports/${report.token}`);
    expect(body).toMatchObject({
      date_interval: 'last_7_days',
      start_date: '2026-03-26',
      end_date: '2026-04-01',
    });
  });

  test('both dates make a custom interval, with or without date_interval', async () => {
    const dates = { start_date: '2026-01-05', end_date: '2026-01-05' };
    expect(await create(dates)).toMatchObject({ ...dates, date_interval: 'custom' });
    const report = await create({ ...dates, date_interval: 'custom' });
    expect(report).toMatchObject({ ...dates, date_interval: 'custom' });
    expect(await update(report, { date_interval: 'custom' })).toEqual(report);
    const named = await update(report, { date_interval: 'last_month' });
    expect(named).toMatchObject({
      date_interval: 'last_month',
      start_date: '2026-02-01',
      end_date: '2026-02-28',
    });
    expect((await put(report, { date_interval: 'custom' })).status).toBe(400);
  });

  test.each([
    [{ date_interval: 'custom' }],
    [{ start_date: '2026-01-01' }],
    [{ end_date: '2026-01-01' }],
    [{ date_interval: 'last_month', end_date: '2026-02-28' }],
    [{ start_date: '2026-01-02', end_date: '2026-01-01' }],
    [{ start_date: '2026-02-29', end_date: '2026-03-01' }],
    [{ date_interval: 'last_month', start_date: '2026-02-02', end_date: '2026-02-28' }],
    [{ previous_period_start_date: '2026-01-01' }],
    [{ previous_period_end_date: '2026-01-01' }],
    [{ previous_period_start_date: '2026-01-02', previous_period_end_date: '2026-01-01' }],
  ])('%j answers 400', async (body) => {
    const report = await create();
    expect((await post(body)).status).toBe(400);
    expect((await put(report, body)).status).toBe(400);
    expect((await account.as.get(`/v2/cost_reports/${report.token}`)).body).toEqual(report);
  });

  test('a response can be sent back as an update, also across midnight', async () => {
    const report = await create({ date_interval: 'last_7_days', groupings: 'service' });
    expect(await update(report, report)).toEqual(report);
    setTime('2026-03-11T00:00:01Z');
    const copy = await post({ ...report, title: 'Copy' });
    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({ date_interval: 'last_7_days', end_date: '2026-03-11' });
    setTime('2026-03-12T00:00:01Z');
    expect((await post(report)).status).toBe(400);
  });

  test('a custom previous period is kept until the range changes', async () => {
    const previous = {
      previous_period_start_date: '2025-03-01',
      previous_period_end_date: '2025-03-31',
    };
    const none = { previous_period_start_date: null, previous_period_end_date: null };
    const report = await create(previous);
    expect(report).toMatchObject(previous);
    expect(await update(report, { date_interval: 'this_month' })).toEqual(report);
    expect(await update(report, { title: 'T', previous_period_end_date: '' })).toMatchObject(
      previous,
    );
    expect(await update(report, { date_interval: 'last_month' })).toMatchObject(none);
    const both = { date_interval: 'last_3_months', ...previous };
    expect(await update(report, both)).toMatchObject(both);
  });
});

describe('folders', () => {
  test('the folder determines the workspace', async () => {
    const second = await secondWorkspace();
    const inSecond = await folder({ workspace_token: second });
    expect(await create({ folder_token: inSecond })).toMatchObject({
      folder_token: inSecond,
      workspace_token: second,
    });
    const named = { folder_token: inSecond, workspace_token: account.workspace.token };
    expect((await create(named)).workspace_token).toBe(second);
  });

  test('must be visible and of the type for cost reports', async () => {
    const other = await folder({ type: 'ProviderResourceFolder' });
    const report = await create();
    for (const folder_token of [other, 'fldr_x']) {
      expect((await post({ folder_token })).status).toBe(400);
      expect((await put(report, { folder_token })).status).toBe(400);
    }
  });

  test.each([null, ''])('%j removes a report from its folder', async (empty) => {
    const report = await create({ folder_token: await folder() });
    expect((await update(report, { title: 'T' })).folder_token).toBe(report.folder_token);
    expect((await update(report, { folder_token: empty })).folder_token).toBeNull();
  });

  test('moving to a folder of another workspace requires detaching saved filters', async () => {
    const second = await secondWorkspace();
    const workspace_token = account.workspace.token;
    const elsewhere = await folder({ workspace_token: second });
    const filtered = await create({
      workspace_token,
      saved_filter_tokens: [await savedFilter({ workspace_token })],
    });
    expect((await put(filtered, { folder_token: elsewhere })).status).toBe(400);
    const moved = await update(filtered, {
      folder_token: elsewhere,
      saved_filter_tokens: [],
    });
    expect(moved).toMatchObject({ workspace_token: second, folder_token: elsewhere });
  });

  test('moving a report to another workspace requires permission to create reports there', async () => {
    const second = await secondWorkspace();
    const elsewhere = await folder({ workspace_token: second });
    await account.setEveryoneAccess(second, 'view');
    const editor = await account.newUser('editor');
    const report = await create({ workspace_token: account.workspace.token });
    const path = `/v2/cost_reports/${report.token}`;
    expect((await editor.as.put(path, { folder_token: elsewhere })).status).toBe(403);
    await account.setEveryoneAccess(second, 'edit');
    expect((await editor.as.put(path, { folder_token: elsewhere })).status).toBe(200);
  });

  test('reports of a deleted folder move to its parent', async () => {
    const outer = await folder();
    const inner = await folder({ parent_folder_token: outer });
    const report = await create({ folder_token: inner });
    const folderOf = async () =>
      (await account.as.get(`/v2/cost_reports/${report.token}`)).body.folder_token;
    await account.as.delete(`/v2/folders/${inner}`);
    expect(await folderOf()).toBe(outer);
    await account.as.delete(`/v2/folders/${outer}`);
    expect(await folderOf()).toBeNull();
  });
});

describe('saved filters', () => {
  test('keep their order; null leaves them unchanged, [] clears them', async () => {
    const [a, b] = [await savedFilter(), await savedFilter()];
    const report = await create({ saved_filter_tokens: [b, a, b] });
    expect(report.saved_filter_tokens).toEqual([b, a]);
    expect(await update(report, { saved_filter_tokens: null })).toEqual(report);
    await account.as.delete(`/v2/saved_filters/${b}`);
    const path = `/v2/cost_reports/${report.token}`;
    expect((await account.as.get(path)).body.saved_filter_tokens).toEqual([a]);
    expect((await update(report, { saved_filter_tokens: [] })).saved_filter_tokens).toEqual([]);
  });

  test('must exist in the same workspace', async () => {
    const second = await secondWorkspace();
    const workspace_token = account.workspace.token;
    const foreign = await savedFilter({ workspace_token: second });
    const report = await create({ workspace_token });
    for (const wrong of [foreign, 'svd_fltr_x']) {
      const body = { workspace_token, saved_filter_tokens: [wrong] };
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([`Saved Filter not found: saved_filter_tokens ${wrong}`]);
      expect((await put(report, body)).status).toBe(400);
    }
  });

  test('that the caller cannot see cannot be attached, but stay attached', async () => {
    const hidden = await savedFilter();
    const report = await create({ saved_filter_tokens: [hidden] });
    const team_token = account.everyone.token;
    await account.as.post('/v2/access_grants', {
      team_token,
      resource_token: hidden,
      access: 'denied',
    });
    const editor = await account.newUser('editor');
    const rejected = await editor.as.post('/v2/cost_reports', {
      title: 'R',
      saved_filter_tokens: [hidden],
    });
    expect(rejected.status).toBe(400);
    const retained = await editor.as.put(`/v2/cost_reports/${report.token}`, {
      title: 'T',
      saved_filter_tokens: [hidden],
    });
    expect(retained.body).toMatchObject({ title: 'T', saved_filter_tokens: [hidden] });
  });

  test('list the reports they apply to, also through folders', async () => {
    const token = await savedFilter();
    const reportsOf = async () =>
      (await account.as.get(`/v2/saved_filters/${token}`)).body.cost_report_tokens;
    const outer = await folder({ saved_filter_tokens: [token] });
    const inner = await folder({ parent_folder_token: outer });
    await create();
    const [own, direct, deep, both] = [
      await create({ saved_filter_tokens: [token] }),
      await create({ folder_token: outer }),
      await create({ folder_token: inner }),
      await create({ folder_token: inner, saved_filter_tokens: [token] }),
    ].map((report) => report.token);
    expect(await reportsOf()).toEqual([own, direct, deep, both]);
    const { body } = await account.as.get(`/v2/cost_reports/${deep}`);
    expect(body.saved_filter_tokens).toEqual([]);
    await account.as.delete(`/v2/cost_reports/${own}`);
    await account.as.put(`/v2/folders/${outer}`, { saved_filter_tokens: [] });
    expect(await reportsOf()).toEqual([both]);
  });
});

describe('business metrics and forecasts', () => {
  const metric = { business_metric_token: 'bsnss_mtrc_x' };
  const attach = (...list: object[]) => ({ business_metric_tokens_with_metadata: list });

  test('an empty or absent list attaches nothing', async () => {
    const report = await create(attach());
    expect(report.business_metric_tokens_with_metadata).toEqual([]);
    expect((await put(report, { business_metric_tokens_with_metadata: null })).status).toBe(200);
  });

  test.each([
    ['an unknown metric', attach(metric), 400],
    ['a metric twice', attach(metric, metric), 422],
    ['no metric', attach({ label: 'x' }), 400],
    ['an unknown scale', attach({ ...metric, unit_scale: 'per_dozen' }), 400],
    ['no values under a key', attach({ ...metric, label_filters: { team: [] } }), 400],
    [
      'both forms of label filters',
      attach({ ...metric, label_filter: ['a'], label_filters: { team: ['a'] } }),
      400,
    ],
  ])('%s is rejected', async (_, body, status) => {
    const report = await create();
    expect((await post(body)).status).toBe(status);
    expect((await put(report, body)).status).toBe(400);
  });

  test('the default forecast is the baseline or an existing report forecast', async () => {
    const report = await create();
    const choose = (default_forecast: object) => put(report, { default_forecast });
    expect((await choose({ kind: 'baseline' })).body).toEqual(report);
    expect((await choose({ kind: 'report_forecast' })).status).toBe(400);
    const unknown = { kind: 'report_forecast', report_forecast_token: 'rprt_frcst_x' };
    expect((await choose(unknown)).status).toBe(400);
    expect((await choose({ kind: 'guess' })).status).toBe(400);
    expect((await choose({})).status).toBe(400);
  });

  test('forecasted costs validate their parameters and are empty at first', async () => {
    const { token } = await create();
    const read = (query: string) =>
      account.as.get(`/v2/cost_reports/${token}/forecasted_costs${query}`);
    const { status, body } = await read('?provider=aws&service=all&start_date=2026-03-11');
    expect(status).toBe(200);
    expect(body).toMatchObject({ forecasted_costs: [], currency: 'USD', links: { next: null } });
    for (const provider of ['all', 'custom_provider:accss_crdntl_1', 'anthropic']) {
      expect((await read(`?provider=${provider}`)).status).toBe(200);
    }
    for (const wrong of [
      'provider=ibm',
      'start_date=2026-02-30',
      'start_date=2026-04-02&end_date=2026-04-01',
    ]) {
      expect((await read(`?${wrong}`)).status, wrong).toBe(400);
    }
  });
});

test('lists can be searched by title and filtered by folder', async () => {
  const inside = await folder();
  const deeper = await folder({ parent_folder_token: inside });
  await create({ title: 'Alpha', folder_token: inside });
  await create({ title: 'alphabet' });
  await create({ title: 'Deep', folder_token: deeper });
  const titles = async (query: string) =>
    (await account.as.get(`/v2/cost_reports?${query}`)).body.cost_reports.map(
      (each: { title: string }) => each.title,
    );
  expect(await titles('q=ALPHA')).toEqual(['Alpha', 'alphabet']);
  expect(await titles(`folder_token=${inside}`)).toEqual(['Alpha']);
  expect(await titles('folder_token=fldr_x')).toEqual([]);
  expect(await titles('limit=1&page=2')).toEqual(['Alpha']);
});

test('access follows the workspace, grants and folders', async () => {
  const viewer = await account.newUser('viewer');
  const editor = await account.newUser('editor');
  const parent = await folder();
  const report = await create({ folder_token: parent });
  const path = `/v2/cost_reports/${report.token}`;
  expect((await viewer.as.get(path)).status).toBe(200);
  expect((await viewer.as.put(path, { title: 'X' })).status).toBe(403);
  expect((await viewer.as.post('/v2/cost_reports', { title: 'X' })).status).toBe(403);
  const team_token = account.everyone.token;
  const grant = (resource_token: string, access: string) =>
    account.as.post('/v2/access_grants', { team_token, resource_token, access });
  expect((await grant(parent, 'denied')).status).toBe(201);
  expect((await editor.as.get(path)).status).toBe(404);
  expect((await editor.as.get(`${path}/forecasted_costs`)).status).toBe(404);
  expect(
    (await editor.as.get(`/v2/cost_reports?folder_token=${parent}`)).body.cost_reports,
  ).toEqual([]);
  const allowed = await grant(report.token, 'allowed');
  expect(allowed.status).toBe(201);
  expect((await editor.as.put(path, { title: 'X' })).status).toBe(200);
  expect((await account.as.delete(path)).status).toBe(204);
  expect((await account.as.get(`/v2/access_grants/${allowed.body.token}`)).status).toBe(404);
  expect((await account.as.delete(path)).status).toBe(404);
});

describe('the audit log', () => {
  const entries = async (token: string) =>
    (await account.as.get(`/v2/audit_logs?object_type=cost_report&object_token=${token}`)).body
      .audit_logs;

  test('contains the saved filters of a deleted report', async () => {
    const filter = await savedFilter();
    const { token } = await create({ saved_filter_tokens: [filter] });
    await account.as.delete(`/v2/cost_reports/${token}`);
    const [destroyed] = await entries(token);
    expect(destroyed).toMatchObject({ event: 'record_destroyed', object_type: 'Cost Report' });
    expect(destroyed.changed_values.saved_filter_tokens).toEqual([[filter], null]);
  });

  test('records the change of a saved filter for each report it applies to', async () => {
    const filter = await savedFilter();
    const inside = await folder({ saved_filter_tokens: [filter] });
    const own = await create({ saved_filter_tokens: [filter] });
    const inherited = await create({ folder_token: inside });
    const unrelated = await create();
    const path = `/v2/saved_filters/${filter}`;
    await account.as.put(path, { filter: "costs.provider = 'aws'" });
    await account.as.put(path, { filter: "costs.provider = 'aws'" });
    for (const report of [own, inherited]) {
      const [updated, ...earlier] = await entries(report.token);
      expect(updated).toMatchObject({ event: 'record_updated', object_title: 'R' });
      expect(updated.changed_values).toEqual({
        saved_filters: [
          [{ token: filter, title: 'S', filter: null }],
          [{ token: filter, title: 'S', filter: "costs.provider = 'aws'" }],
        ],
      });
      expect(updated.unchanged_values).toEqual(
        (await account.as.get(`/v2/cost_reports/${report.token}`)).body,
      );
      expect(earlier).toHaveLength(1);
    }
    expect(await entries(unrelated.token)).toHaveLength(1);
    await account.as.delete(path);
    expect(await entries(own.token)).toHaveLength(2);
  });
});

describe('requests of the Terraform provider', () => {
  test('create treats "" and null as not set', async () => {
    const created = await post({
      end_date: '',
      previous_period_end_date: '',
      start_date: null,
      previous_period_start_date: '',
      folder_token: null,
      saved_filter_tokens: null,
      business_metric_tokens_with_metadata: null,
      chart_settings: null,
      settings: { aggregate_by: '' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      date_interval: 'this_month',
      settings: { amortize: true },
    });
  });

  test('update always contains groupings and returns computed values', async () => {
    const configured = {
      date_interval: 'last_month',
      chart_type: 'bar',
      date_bin: 'month',
      filter: "costs.provider = 'aws'",
      chart_settings: { x_axis_dimension: ['date'], y_axis_dimension: 'usage' },
    };
    const report = await create({ ...configured, groupings: 'service' });
    const updated = await update(report, { ...configured, groupings: '', end_date: '' });
    expect(updated).toMatchObject({
      ...configured,
      groupings: null,
      start_date: '2026-02-01',
      end_date: '2026-02-28',
    });
    expect((await account.as.get(`/v2/cost_reports/${report.token}`)).body).toEqual(updated);
    expect(await update(report, { ...updated, groupings: '' })).toEqual(updated);
  });

  test('custom dates are sent with date_interval and returned as sent', async () => {
    const dates = {
      date_interval: 'custom',
      start_date: '2024-01-01',
      end_date: '2024-01-31',
      previous_period_start_date: '2023-12-01',
      previous_period_end_date: '2023-12-31',
    };
    const report = await create({ ...dates, settings: { complete_period: true } });
    expect(report).toMatchObject(dates);
    expect(await update(report, { ...dates, groupings: '' })).toEqual(report);
  });
});
