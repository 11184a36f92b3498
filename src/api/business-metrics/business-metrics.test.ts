import { beforeEach, describe, expect, test } from 'vitest';
import { newIntegration } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { newToken } from '../../platform/lib/tokens.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const create = async (body: object) => account.as.post('/v2/business_metrics', body);
const newMetric = async (body: object = {}): Promise<string> =>
  (await create({ title: 'Orders', ...body })).body.token;
const newReport = async (title = 'Costs', more: object = {}): Promise<string> =>
  (
    await account.as.post('/v2/cost_reports', {
      title,
      workspace_token: account.workspace.token,
      ...more,
    })
  ).body.token;
const valuesOf = async (token: string, query = '') =>
  (await account.as.get(`/v2/business_metrics/${token}/values${query}`)).body.values;

test('a metric without a source is of import type csv', async () => {
  const { status, body } = await create({ title: 'Orders' });
  expect(status).toBe(201);
  expect(body).toEqual({
    token: expect.stringMatching(/^bsnss_mtrc_[0-9a-f]{16}$/),
    title: 'Orders',
    created_by_token: account.owner.token,
    cost_report_tokens_with_metadata: [],
    import_type: 'csv',
    integration_token: '',
  });
  expect((await account.as.get(`/v2/business_metrics/${body.token}`)).body).toEqual(body);
  const list = (await account.as.get('/v2/business_metrics?q=ORD')).body;
  expect(list.business_metrics).toEqual([body]);
  expect(list.links.next).toBeNull();
});

test('lists reject limits outside 1 to 5000', async () => {
  const token = await newMetric();
  for (const path of ['', `/${token}/values`, `/${token}/forecasted_values`]) {
    for (const limit of [0, 5001]) {
      const answer = await account.as.get(`/v2/business_metrics${path}?limit=${limit}`);
      expect(answer.status, `${path} ${limit}`).toBe(400);
    }
    expect((await account.as.get(`/v2/business_metrics${path}?limit=5000`)).status).toBe(200);
  }
  expect((await account.as.get(`/v2/business_metrics/${token}/labels?limit=6000`)).status).toBe(
    200,
  );
});

test('viewers have read access only', async () => {
  const token = await newMetric();
  const { as } = await account.newUser('viewer');
  expect((await as.get(`/v2/business_metrics/${token}`)).status).toBe(200);
  expect((await as.post('/v2/business_metrics', { title: 'x' })).status).toBe(403);
  expect((await as.delete(`/v2/business_metrics/${token}/values`)).status).toBe(403);
  const { as: editor } = await account.newUser('editor');
  expect((await editor.put(`/v2/business_metrics/${token}`, { title: 'x' })).status).toBe(200);
});

describe('values', () => {
  test('are summed by day or month and label', async () => {
    const token = await newMetric({
      values: [
        { date: '2024-01-01T08:00:00.000Z', amount: 2, label: 'app1' },
        { date: '2024-01-01T20:00:00Z', amount: 3, label: 'app1' },
        { date: '2024-01-02', amount: 4, label: 'app1' },
        { date: '2024-01-02', amount: 1, label: 'app2' },
      ],
    });
    expect(await valuesOf(token, '?date_bin=day')).toEqual([
      { date: '2024-01-02T00:00:00Z', amount: '4.0', label: 'app1' },
      { date: '2024-01-02T00:00:00Z', amount: '1.0', label: 'app2' },
      { date: '2024-01-01T00:00:00Z', amount: '5.0', label: 'app1' },
    ]);
    expect(await valuesOf(token, '?date_bin=month')).toEqual([
      { date: '2024-01-01T00:00:00Z', amount: '9.0', label: 'app1' },
      { date: '2024-01-01T00:00:00Z', amount: '1.0', label: 'app2' },
    ]);
    expect(await valuesOf(token, '?label_values=app2,APP1')).toEqual([
      { date: '2024-01-02T00:00:00Z', amount: '1.0', label: 'app2' },
    ]);
    expect(await valuesOf(token, '?start_date=2024-01-02')).toHaveLength(2);
    const page = (await account.as.get(`/v2/business_metrics/${token}/values?limit=3&page=2`)).body;
    expect(page.values).toEqual([{ date: '2024-01-01T08:00:00Z', amount: '2.0', label: 'app1' }]);
    expect(page.links).toMatchObject({ next: null, last: expect.stringContaining('page=2') });
    for (const wrong of ['date_bin=week', 'start_date=2024-02-30']) {
      const answer = await account.as.get(`/v2/business_metrics/${token}/values?${wrong}`);
      expect(answer.status, wrong).toBe(400);
    }
  });

  test('replace values with the same date and label; null deletes, others are kept', async () => {
    const token = await newMetric({
      values: [
        { date: '2024-01-01', amount: 300, label: null },
        { date: '2024-01-02', amount: '0.1', label: 'a' },
        { date: '2024-01-03', amount: 7 },
      ],
      forecasted_values: [{ date: '2024-01-01', amount: 5 }],
    });
    const put = await account.as.put(`/v2/business_metrics/${token}`, {
      values: [
        {
          date: '2024-01-02T00:00:00+00:00',
          amount: '12345678901234567890.000000000000000001',
          label: 'a',
        },
        { date: '2024-01-03', amount: null, label: '' },
        { date: '2024-01-09', amount: null },
      ],
    });
    expect(put.status).toBe(200);
    expect(await valuesOf(token)).toEqual([
      {
        date: '2024-01-02T00:00:00Z',
        amount: '12345678901234567890.000000000000000001',
        label: 'a',
      },
      { date: '2024-01-01T00:00:00Z', amount: '300.0' },
    ]);
    const forecast = await account.as.get(`/v2/business_metrics/${token}/forecasted_values`);
    expect(forecast.body.values).toEqual([{ date: '2024-01-01T00:00:00Z', amount: '5.0' }]);
  });

  test.each([
    [400, { date: '2024-01-01' }, 'values[0].amount is missing'],
    [400, { date: '2024-01-01', amount: 'many' }, 'values[0].amount must be a number'],
    [400, { date: 'soon', amount: 1 }, 'values[0].date is invalid'],
    [400, { amount: 1 }, 'values[0].date is missing'],
  ])('that are invalid are rejected: %i', async (status, value, message) => {
    const answer = await create({ title: 'x', values: [value] });
    expect(answer.body).toEqual({ errors: [message] });
    expect(answer.status).toBe(status);
    expect((await account.as.get('/v2/business_metrics')).body.business_metrics).toEqual([]);
  });

  test('with duplicates are rejected, and nothing is stored', async () => {
    const value = { date: '2024-01-01', amount: 1 };
    const answer = await create({
      title: 'x',
      values: [
        value,
        { ...value, label: 'a' },
        { ...value, date: '2024-01-01T00:00:00Z', amount: null },
      ],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual(['values[2] has the date and label of an earlier value']);
    expect((await account.as.get('/v2/business_metrics')).body.business_metrics).toEqual([]);
  });

  test('have labels, historical and forecasted, ordered case-insensitively', async () => {
    const token = await newMetric({
      values: ['beta', 'Enterprise', 'alpha', ''].map((label) => ({
        date: '2024-01-01',
        amount: 1,
        label,
      })),
      forecasted_values: [{ date: '2025-01-01', amount: 1, label: 'gamma' }],
    });
    const { labels } = (await account.as.get(`/v2/business_metrics/${token}/labels`)).body;
    expect(labels.map(({ value }: { value: string }) => value)).toEqual([
      'alpha',
      'beta',
      'Enterprise',
      'gamma',
    ]);
  });

  test('write one audit entry per change', async () => {
    const token = await newMetric();
    const values = [1, 2, 3].map((day) => ({ date: `2024-01-0${day}`, amount: day }));
    await account.as.put(`/v2/business_metrics/${token}`, { values });
    await account.as.delete(`/v2/business_metrics/${token}/values?start_date=2024-01-02`);
    await account.as.delete(`/v2/business_metrics/${token}/values?start_date=2024-01-02`);
    const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
    expect(
      audit_logs.map((entry: { object_changes: object }) => entry.object_changes),
    ).toMatchObject([
      { values_count: [3, 1] },
      { values_count: [0, 3], values_written: [null, 3] },
      { title: [null, 'Orders'] },
    ]);
  });
});

describe('deleting values', () => {
  const fill = () =>
    newMetric({
      values: [
        { date: '2024-01-01', amount: 1 },
        { date: '2024-01-02', amount: 2, label: 'a' },
        { date: '2024-01-02T23:59:59.999Z', amount: 3 },
        { date: '2024-01-03', amount: 4 },
      ],
      forecasted_values: [{ date: '2024-01-02', amount: 5 }],
    });
  const drop = async (token: string, query: string, body?: object) =>
    account.as.delete(`/v2/business_metrics/${token}/values${query}`, body);

  test.each([
    ['', 4],
    ['?start_date=2024-01-02', 3],
    ['?end_date=2024-01-02', 3],
    ['?start_date=2024-01-02&end_date=2024-01-02', 2],
    ['?start_date=2024-01-02T00:00:01Z&end_date=2024-01-02', 1],
    ['?end_date=2024-01-02T00:00:00Z', 2],
    ['?label=', 3],
    ['?label=a', 1],
    ['?label=A', 0],
    ['?forecasted=true', 1],
  ])('%s deletes %i values, and none the second time', async (query, count) => {
    const token = await fill();
    const first = await drop(token, query);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ deleted_count: count });
    expect((await drop(token, query)).body).toEqual({ deleted_count: 0 });
  });

  test('accepts parameters in the body if the query has none', async () => {
    const token = await fill();
    expect((await drop(token, '', { label: '' })).body).toEqual({ deleted_count: 3 });
    const other = await fill();
    expect((await drop(other, '', { label: null, start_date: '2024-01-03' })).body).toEqual({
      deleted_count: 1,
    });
    expect((await drop(other, '?label=a', { label: '' })).body).toEqual({ deleted_count: 1 });
  });

  test.each([
    '?start_date=soon',
    '?end_date=2024-02-30',
    '?start_date=2024-01-03&end_date=2024-01-02',
  ])('%s is rejected', async (query) => {
    const token = await fill();
    expect((await drop(token, query)).status).toBe(422);
    expect(await valuesOf(token)).toHaveLength(4);
  });

  test('with several labels each can only delete all of them', async () => {
    const token = await fill();
    await account.app.services.db
      .updateTable('business_metrics')
      .set({ keyed_labels: true })
      .where('token', '=', token)
      .execute();
    for (const query of ['?start_date=2024-01-01', '?end_date=2024-01-01', '?label=']) {
      expect((await drop(token, query)).status, query).toBe(422);
    }
    expect((await drop(token, '')).body).toEqual({ deleted_count: 4 });
    expect((await drop(token, '?forecasted=1')).body).toEqual({ deleted_count: 1 });
  });
});

describe('attachments', () => {
  test('appear on metric and report, each in its own order', async () => {
    const reports = [await newReport('one'), await newReport('two')];
    const token = await newMetric({
      cost_report_tokens_with_metadata: [
        { cost_report_token: reports[1], unit_scale: 'per_thousand', label: 'Per order' },
        { cost_report_token: reports[0], unit_scale: '', label_filter: [], label_filters: {} },
      ],
    });
    const other = await newMetric({ title: 'Revenue' });
    const sent = [
      {
        business_metric_token: other,
        calculation_type: 'gross_margin',
        label_filters: { a: ['b'] },
      },
      { business_metric_token: token, label_filter: ['', 'x'] },
    ];
    const { body: report } = await account.as.put(`/v2/cost_reports/${reports[1]}`, {
      business_metric_tokens_with_metadata: sent,
    });
    expect(report.business_metric_tokens_with_metadata).toEqual([
      { unit_scale: 'per_unit', ...sent[0] },
      { unit_scale: 'per_unit', calculation_type: 'unit_cost', ...sent[1] },
    ]);
    const { body: metric } = await account.as.get(`/v2/business_metrics/${token}`);
    expect(metric.cost_report_tokens_with_metadata).toEqual([
      {
        cost_report_token: reports[1],
        unit_scale: 'per_unit',
        calculation_type: 'unit_cost',
        label_filter: ['', 'x'],
      },
      { cost_report_token: reports[0], unit_scale: 'per_unit', calculation_type: 'unit_cost' },
    ]);
    await account.as.put(`/v2/business_metrics/${token}`, {
      cost_report_tokens_with_metadata: metric.cost_report_tokens_with_metadata,
    });
    const again = await account.as.get(`/v2/cost_reports/${reports[1]}`);
    expect(again.body).toEqual(report);
    await account.as.put(`/v2/cost_reports/${reports[1]}`, {
      business_metric_tokens_with_metadata: [],
    });
    const rest = await account.as.get(`/v2/business_metrics/${token}`);
    expect(rest.body.cost_report_tokens_with_metadata).toHaveLength(1);
  });

  test('to a segment are attached to its report and returned with the token they were sent with', async () => {
    const { body: segment } = await account.as.post('/v2/segments', { title: 'Company' });
    const report = segment.report_token;
    const attach = (...tokens: string[]) => ({
      title: 'Orders',
      cost_report_tokens_with_metadata: tokens.map((cost_report_token) => ({ cost_report_token })),
    });
    const { status, body: metric } = await create(attach(segment.token));
    expect(status).toBe(201);
    const path = `/v2/business_metrics/${metric.token}`;
    const attachedTokens = async () =>
      (await account.as.get(path)).body.cost_report_tokens_with_metadata.map(
        (entry: { cost_report_token: string }) => entry.cost_report_token,
      );
    expect(await attachedTokens()).toEqual([segment.token]);
    expect(
      (await account.as.get(`/v2/cost_reports/${report}`)).body
        .business_metric_tokens_with_metadata,
    ).toMatchObject([{ business_metric_token: metric.token }]);
    const twice = await account.as.put(path, attach(segment.token, report));
    expect(twice.status).toBe(422);
    expect(twice.body.errors).toEqual(['cost_report_tokens_with_metadata has duplicates']);
    expect((await account.as.put(path, attach('fltr_sgmt_0000000000000000'))).status).toBe(400);
    await account.as.put(path, attach(report));
    expect(await attachedTokens()).toEqual([report]);
    await account.as.delete(`/v2/segments/${segment.token}`);
    expect(await attachedTokens()).toEqual([]);
  });

  test('to a segment that the caller cannot see hide the metric', async () => {
    const { body: segment } = await account.as.post('/v2/segments', { title: 'Secret' });
    const cost_report_tokens_with_metadata = [{ cost_report_token: segment.token }];
    const token = await newMetric({ cost_report_tokens_with_metadata });
    await account.as.post('/v2/access_grants', {
      resource_token: segment.token,
      team_token: account.everyone.token,
      access: 'denied',
    });
    const { as } = await account.newUser('editor');
    const path = `/v2/business_metrics/${token}`;
    expect((await as.get(path)).status).toBe(404);
    expect((await as.put(path, { cost_report_tokens_with_metadata: [] })).status).toBe(404);
    const added = [...cost_report_tokens_with_metadata, { cost_report_token: await newReport() }];
    await account.as.put(path, { cost_report_tokens_with_metadata: added });
    const { body } = await as.get(path);
    expect(body.cost_report_tokens_with_metadata).toMatchObject([added[1]]);
    expect((await as.put(path, { cost_report_tokens_with_metadata })).status).toBe(400);
    expect((await as.put(path, { cost_report_tokens_with_metadata: [] })).status).toBe(200);
    expect((await account.as.get(path)).body.cost_report_tokens_with_metadata).toMatchObject(
      cost_report_tokens_with_metadata,
    );
  });

  test('to reports of another workspace only hide the metric from everyone else', async () => {
    const hidden = (await account.as.post('/v2/workspaces', { name: 'Hidden' })).body.token;
    await account.setEveryoneAccess(hidden, null);
    const cost_report_token = await newReport('x', { workspace_token: hidden });
    const values = [{ date: '2026-03-01', amount: '1' }];
    const attached = { cost_report_tokens_with_metadata: [{ cost_report_token }], values };
    const [token, unattached] = [await newMetric(attached), await newMetric()];
    const { as } = await account.newUser('integration_owner');
    const path = `/v2/business_metrics/${token}`;
    const list = (await as.get('/v2/business_metrics')).body.business_metrics;
    expect(list.map((each: { token: string }) => each.token)).toEqual([unattached]);
    expect((await as.get(path)).status).toBe(404);
    expect((await as.get(`${path}/values`)).status).toBe(404);
    expect((await as.put(path, { title: 'x' })).status).toBe(404);
    expect((await as.delete(path)).status).toBe(404);
    const report = await as.post('/v2/cost_reports', {
      title: 'x',
      workspace_token: account.workspace.token,
      business_metric_tokens_with_metadata: [{ business_metric_token: token }],
    });
    expect(report.status).toBe(400);
    const tag = await as.post('/v2/virtual_tag_configs', {
      key: 'share',
      overridable: true,
      values: [{ business_metric_token: token, filter: "costs.provider = 'aws'" }],
    });
    expect(tag.status).toBe(404);
    expect((await account.as.delete(path)).status).toBe(204);
  });

  test('to unknown reports, with duplicates or with both kinds of filters are rejected', async () => {
    const report = await newReport();
    const metric = await newMetric();
    const attach = (...tokens: string[]) => ({
      title: 'x',
      cost_report_tokens_with_metadata: tokens.map((cost_report_token) => ({ cost_report_token })),
    });
    expect((await create(attach('rprt_0000000000000000'))).status).toBe(404);
    const put = (body: object) => account.as.put(`/v2/business_metrics/${metric}`, body);
    expect((await put(attach('rprt_0000000000000000'))).status).toBe(400);
    expect((await put(attach(report, report))).status).toBe(422);
    const entry = { cost_report_token: report };
    for (const wrong of [
      { ...entry, label_filter: ['a'], label_filters: { a: ['b'] } },
      { ...entry, label_filters: { a: [] } },
      { ...entry, unit_scale: 'per_dozen' },
      {},
    ]) {
      const answer = await put({ cost_report_tokens_with_metadata: [wrong] });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
    const twice = [{ business_metric_token: metric }, { business_metric_token: metric }];
    const ofReport = { title: 'x', workspace_token: account.workspace.token };
    const post = (list: object[]) =>
      account.as.post('/v2/cost_reports', {
        ...ofReport,
        business_metric_tokens_with_metadata: list,
      });
    expect((await post(twice)).status).toBe(422);
    expect((await post([{ business_metric_token: 'bsnss_mtrc_0000000000000000' }])).status).toBe(
      400,
    );
    const other = await newAccount();
    const foreign = (await other.as.post('/v2/business_metrics', { title: 'x' })).body.token;
    expect((await post([{ business_metric_token: foreign }])).status).toBe(400);
  });

  test('to reports that the caller cannot see are retained but not returned', async () => {
    const [seen, hidden] = [await newReport('seen'), await newReport('hidden')];
    const metric = await newMetric({
      cost_report_tokens_with_metadata: [
        { cost_report_token: hidden },
        { cost_report_token: seen },
      ],
    });
    const { as } = await account.newUser('editor');
    await account.as.post('/v2/access_grants', {
      resource_token: hidden,
      team_token: account.everyone.token,
      access: 'denied',
    });
    const path = `/v2/business_metrics/${metric}`;
    expect((await as.get(path)).body.cost_report_tokens_with_metadata).toMatchObject([
      { cost_report_token: seen },
    ]);
    const named = await as.put(path, {
      cost_report_tokens_with_metadata: [{ cost_report_token: hidden }],
    });
    expect(named.status).toBe(400);
    expect((await as.put(path, { cost_report_tokens_with_metadata: [] })).status).toBe(200);
    const left = (await account.as.get(path)).body.cost_report_tokens_with_metadata;
    expect(left).toMatchObject([{ cost_report_token: hidden }]);
  });

  test('are audited as an update of each changed report', async () => {
    const report = await newReport('Logged');
    const metric = await newMetric({
      cost_report_tokens_with_metadata: [{ cost_report_token: report }],
    });
    const entries = async () =>
      (await account.as.get('/v2/audit_logs')).body.audit_logs.filter(
        (entry: { event: string; object_token: string }) =>
          entry.event === 'record_updated' && entry.object_token === report,
      );
    expect(await entries()).toHaveLength(1);
    const [{ object_changes: changes }] = await entries();
    expect(changes.business_metric_tokens_with_metadata[1]).toMatchObject([
      { business_metric_token: metric },
    ]);
    const same = { cost_report_tokens_with_metadata: [{ cost_report_token: report }] };
    await account.as.put(`/v2/business_metrics/${metric}`, same);
    expect(await entries()).toHaveLength(1);
    await account.as.put(`/v2/business_metrics/${metric}`, {
      cost_report_tokens_with_metadata: [],
    });
    expect(await entries()).toHaveLength(2);
  });

  test('are deleted with the report or the metric, and values with the metric', async () => {
    const report = await newReport();
    const entry = [{ cost_report_token: report }];
    const values = [{ date: '2024-01-01', amount: 1 }];
    const retained = await newMetric({ cost_report_tokens_with_metadata: entry });
    const deleted = await newMetric({
      cost_report_tokens_with_metadata: entry,
      values,
      forecasted_values: values,
    });
    expect((await account.as.delete(`/v2/business_metrics/${deleted}`)).status).toBe(204);
    expect((await account.as.delete(`/v2/business_metrics/${deleted}`)).status).toBe(404);
    const { body } = await account.as.get(`/v2/cost_reports/${report}`);
    expect(body.business_metric_tokens_with_metadata).toMatchObject([
      { business_metric_token: retained },
    ]);
    const left = await account.app.services.db
      .selectFrom('business_metric_values')
      .selectAll()
      .where('business_metric_token', '=', deleted)
      .execute();
    expect(left).toEqual([]);
    await account.as.delete(`/v2/cost_reports/${report}`);
    const metric = (await account.as.get(`/v2/business_metrics/${retained}`)).body;
    expect(metric.cost_report_tokens_with_metadata).toEqual([]);
  });
});

test('a metric that a virtual tag uses cannot be deleted', async () => {
  const metric = await newMetric({ values: [{ date: '2024-01-01', amount: 1 }] });
  const { db } = account.app.services;
  const now = account.app.clock();
  const config = newToken('vtag');
  await db
    .insertInto('virtual_tag_configs')
    .values({
      token: config,
      account_token: account.account.token,
      key: 'Cost centre',
      overridable: false,
      backfill_until: '2024-01-01',
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('virtual_tag_values')
    .values({
      token: newToken('vtag_val'),
      config_token: config,
      position: 0,
      kind: 'business_metric',
      definition: '{}',
      business_metric_token: metric,
    })
    .execute();
  const rejected = await account.as.delete(`/v2/business_metrics/${metric}`);
  expect(rejected.status).toBe(403);
  expect(rejected.body.errors[0]).toContain('Cost centre');
  expect(await valuesOf(metric)).toHaveLength(1);
  await db.deleteFrom('virtual_tag_configs').where('token', '=', config).execute();
  expect((await account.as.delete(`/v2/business_metrics/${metric}`)).status).toBe(204);
});

describe('external sources', () => {
  const fieldsOf = (integration_token: string) => ({
    integration_token,
    stat: 'Sum',
    region: 'us-east-1',
    namespace: 'AWS/ApplicationELB',
    metric_name: 'RequestCount',
  });

  test('keep their settings, also those absent from an update', async () => {
    const aws = await newIntegration(account, { provider: 'aws' });
    const { status, body } = await create({
      title: 'Requests',
      cloudwatch_fields: { ...fieldsOf(aws), label_dimension: 'LoadBalancer' },
      forecasted_values: [{ date: '2030-01-01', amount: 1 }],
    });
    expect(status).toBe(201);
    const { integration_token: _, ...fields } = fieldsOf(aws);
    expect(body).toMatchObject({ import_type: 'cloudwatch', integration_token: aws });
    expect(body.cloudwatch_fields).toEqual({
      ...fields,
      label_dimension: 'LoadBalancer',
      dimensions: [],
    });
    expect(body).not.toHaveProperty('datadog_metric_fields');
    const path = `/v2/business_metrics/${body.token}`;
    const dimensions = [{ name: 'Stage', value: 'prod' }];
    const changed = await account.as.put(path, {
      cloudwatch_fields: { stat: 'Average', dimensions },
    });
    expect(changed.body.cloudwatch_fields).toEqual({
      ...fields,
      stat: 'Average',
      label_dimension: 'LoadBalancer',
      dimensions,
    });
    const cleared = await account.as.put(path, { cloudwatch_fields: { label_dimension: '' } });
    expect(cleared.body.cloudwatch_fields.label_dimension).toBeNull();
  });

  test('can be replaced by each other or by the API; stored values are kept', async () => {
    const datadog = await newIntegration(account, { provider: 'datadog' });
    const snowflake = await newIntegration(account, { provider: 'snowflake' });
    const token = await newMetric({ values: [{ date: '2024-01-01', amount: 1 }] });
    const path = `/v2/business_metrics/${token}`;
    const query = 'sum:orders{*} by {shop}';
    const first = await account.as.put(path, {
      datadog_metric_fields: { integration_token: datadog, query },
    });
    expect(first.body).toMatchObject({
      import_type: 'datadog_metrics',
      integration_token: datadog,
      datadog_metric_fields: { query },
    });
    const sql_query = 'select day, orders from shop';
    const second = await account.as.put(path, {
      snowflake_metric_fields: { integration_token: snowflake, sql_query },
    });
    expect(second.body).toMatchObject({
      import_type: 'snowflake_metrics',
      snowflake_metric_fields: { sql_query },
    });
    expect(second.body).not.toHaveProperty('datadog_metric_fields');
    expect(await valuesOf(token)).toHaveLength(1);
    const sent = await account.as.put(path, { values: [{ date: '2024-01-02', amount: 1 }] });
    expect(sent.status).toBe(422);
    await account.as.delete(`/v2/integrations/${snowflake}`);
    expect((await account.as.get(path)).body).toMatchObject({
      import_type: 'snowflake_metrics',
      integration_token: null,
    });
    expect(await valuesOf(token)).toHaveLength(1);
  });

  test('are rejected if incomplete, multiple, combined with values or of the wrong integration', async () => {
    const aws = await newIntegration(account, { provider: 'aws' });
    const datadog = await newIntegration(account, { provider: 'datadog' });
    const cloudwatch_fields = fieldsOf(aws);
    const datadog_metric_fields = { integration_token: datadog, query: 'q' };
    const cases: [number, object][] = [
      [400, { cloudwatch_fields: { ...cloudwatch_fields, region: undefined } }],
      [400, { cloudwatch_fields: { ...cloudwatch_fields, stat: 'Median' } }],
      [400, { cloudwatch_fields: { ...cloudwatch_fields, region: 'x.example.com/' } }],
      [400, { datadog_metric_fields: { integration_token: datadog } }],
      [400, { snowflake_metric_fields: { sql_query: 'select 1' } }],
      [
        404,
        {
          datadog_metric_fields: { integration_token: 'accss_crdntl_0000000000000000', query: 'q' },
        },
      ],
      [422, { datadog_metric_fields: { integration_token: aws, query: 'q' } }],
      [422, { cloudwatch_fields, datadog_metric_fields }],
      [422, { datadog_metric_fields, values: [{ date: '2024-01-01', amount: 1 }] }],
    ];
    for (const [status, body] of cases) {
      const answer = await create({ title: 'x', ...body });
      expect(answer.status, JSON.stringify([body, answer.body])).toBe(status);
    }
    const token = await newMetric();
    const unknown = { integration_token: 'accss_crdntl_0000000000000000', query: 'q' };
    const put = await account.as.put(`/v2/business_metrics/${token}`, {
      datadog_metric_fields: unknown,
    });
    expect(put.status).toBe(400);
  });
});
