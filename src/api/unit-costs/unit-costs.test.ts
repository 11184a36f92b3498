import { beforeEach, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { exportCosts, exportedRows } from '../../../test/cost-exports.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const newMetric = async (title: string, values: object[]): Promise<string> =>
  (await account.as.post('/v2/business_metrics', { title, values })).body.token;

const newReport = async (more: object): Promise<string> => {
  const { body } = await account.as.post('/v2/cost_reports', {
    title: 'Report',
    workspace_token: account.workspace.token,
    ...more,
  });
  expect(body.errors).toBeUndefined();
  return body.token;
};

const june = { start_date: '2025-06-01', end_date: '2025-06-30', date_bin: 'month' };
const unitCosts = async (report: string, query = '') =>
  (await account.as.get(`/v2/unit_costs?cost_report_token=${report}${query}`)).body.unit_costs;
const shortened = (rows: Record<string, string>[]) =>
  rows.map((row) => [row['date'], row['business_metric_amount'], row['unit_cost_amount']]);

test('cost per thousand units with label filters, and gross margin', async () => {
  await importCharges(account, [
    { day: '2025-06-03', cost: '700.5' },
    { day: '2025-06-20', cost: '499.5' },
    { day: '2025-07-01', cost: '1' },
  ]);
  const values = [
    { date: '2025-06-01', amount: 400_000, label: 'app1' },
    { date: '2025-06-02', amount: 200_000, label: 'app2' },
    { date: '2025-06-30T23:00:00Z', amount: 50_000 },
    { date: '2025-07-01', amount: 1_000_000 },
  ];
  const units = await Promise.all(['a', 'b', 'c'].map((title) => newMetric(title, values)));
  const revenue = await newMetric('Revenue', [{ date: '2025-06-15', amount: 3000 }]);
  const scaled = { unit_scale: 'per_thousand' };
  const report = await newReport({
    ...june,
    business_metric_tokens_with_metadata: [
      { business_metric_token: units[0], ...scaled, label_filter: ['app1', 'app2'] },
      { business_metric_token: units[1], ...scaled },
      { business_metric_token: units[2], ...scaled, label_filter: [''] },
      { business_metric_token: revenue, ...scaled, calculation_type: 'gross_margin' },
    ],
  });
  const rows = await unitCosts(report);
  expect(rows[0]).toEqual({
    business_metric_token: units[0],
    business_metric_title: 'a',
    calculation_type: 'unit_cost',
    unit_cost_amount: '2.0',
    business_metric_amount: '600000.0',
    scale: 1000,
    date: '2025-06-01',
  });
  expect(shortened(rows)).toEqual([
    ['2025-06-01', '600000.0', '2.0'],
    ['2025-06-01', '650000.0', '1.846153846154'],
    ['2025-06-01', '50000.0', '24.0'],
    ['2025-06-01', '3000.0', '60.0'],
  ]);
});

test('usage is summed over all units; a raw metric is returned unchanged, also if zero', async () => {
  await importCharges(account, [
    { day: '2025-06-01', cost: '1', usage: '30', unit: 'Hours' },
    { day: '2025-06-01', cost: '1', usage: '0.5', unit: 'GB' },
  ]);
  const values = [
    { date: '2025-06-01', amount: 4 },
    { date: '2025-06-02', amount: 5, label: 'a' },
    { date: '2025-06-02', amount: -5, label: 'b' },
  ];
  const usage = await newMetric('Usage', values);
  const raw = await newMetric('Raw', values);
  const report = await newReport({
    ...june,
    date_bin: 'cumulative',
    business_metric_tokens_with_metadata: [
      {
        business_metric_token: raw,
        calculation_type: 'raw_business_metric',
        unit_scale: 'per_million',
      },
      {
        business_metric_token: usage,
        calculation_type: 'usage_unit_cost',
        unit_scale: 'per_hundred',
      },
    ],
  });
  expect(shortened(await unitCosts(report))).toEqual([
    ['2025-06-02', '0.0', '0.0'],
    ['2025-06-01', '4.0', '4.0'],
    ['2025-06-01', '4.0', '762.5'],
  ]);
  expect((await unitCosts(report)).map((row: { scale: number }) => row.scale)).toEqual([
    1_000_000, 1_000_000, 100,
  ]);
});

test('a segment has unit costs for its allocated costs, by its token or that of its report', async () => {
  await importCharges(account, [
    { day: '2025-06-03', cost: '300', account: '42' },
    { day: '2025-06-03', cost: '100', account: '7' },
    { day: '2025-06-04', cost: '50', provider: 'Google Cloud' },
  ]);
  const newSegment = async (body: object) => (await account.as.post('/v2/segments', body)).body;
  const root = await newSegment({ title: 'Company' });
  const below = { parent_segment_token: root.token };
  const filter = "costs.provider = 'aws'";
  const aws = await newSegment({ title: 'AWS', priority: 10, filter, ...below });
  const first = `${filter} AND costs.account_id = '42'`;
  await newSegment({ title: 'R&D', priority: 5, filter: first, ...below });
  await account.as.post('/v2/business_metrics', {
    title: 'Orders',
    values: [{ date: '2025-06-03', amount: 20 }],
    cost_report_tokens_with_metadata: [
      { cost_report_token: aws.token },
      { cost_report_token: root.report_token },
    ],
  });
  const inJune = '&start_date=2025-06-01&end_date=2025-06-30&date_bin=month';
  for (const token of [aws.token, aws.report_token]) {
    expect(shortened(await unitCosts(token, inJune))).toEqual([['2025-06-01', '20.0', '5.0']]);
  }
  expect(shortened(await unitCosts(root.token, inJune))).toEqual([['2025-06-01', '20.0', '20.0']]);
});

test('supports date bins, order, pagination and dates', async () => {
  await importCharges(account, [
    { day: '2025-06-03', cost: '10' },
    { day: '2025-06-09', cost: '20' },
    { day: '2025-06-09T05:00:00Z', cost: '2' },
  ]);
  const days = ['2025-06-03', '2025-06-08', '2025-06-09', '2025-06-10'];
  const metric = await newMetric('Orders', [
    ...days.map((date) => ({ date, amount: 2 })),
    { date: '2025-06-09T05:30:00Z', amount: 4 },
  ]);
  const business_metric_tokens_with_metadata = [{ business_metric_token: metric }];
  const report = await newReport({
    ...june,
    date_bin: 'day',
    business_metric_tokens_with_metadata,
  });
  expect(shortened(await unitCosts(report, '&order=asc'))).toEqual([
    ['2025-06-03', '2.0', '5.0'],
    ['2025-06-08', '2.0', '0.0'],
    ['2025-06-09', '6.0', '3.666666666667'],
    ['2025-06-10', '2.0', '0.0'],
  ]);
  // The range cuts off part of the first week, which is still dated by its Monday.
  const weeks = '&date_bin=week&order=asc&start_date=2025-06-04&end_date=2025-06-09';
  expect(shortened(await unitCosts(report, weeks))).toEqual([
    ['2025-06-02', '2.0', '0.0'],
    ['2025-06-09', '6.0', '3.666666666667'],
  ]);
  expect(shortened(await unitCosts(report, '&date_bin=quarter'))).toEqual([
    ['2025-04-01', '12.0', '2.666666666667'],
  ]);
  const hours = '&date_bin=hour&start_date=2025-06-09&end_date=2025-06-09';
  expect(shortened(await unitCosts(report, hours))).toEqual([
    ['2025-06-09T05:00:00Z', '4.0', '0.5'],
    ['2025-06-09T00:00:00Z', '2.0', '10.0'],
  ]);
  const path = `/v2/unit_costs?cost_report_token=${report}&limit=3`;
  const first = (await account.as.get(path)).body;
  expect(first.links).toMatchObject({ last: null, next: expect.stringContaining('page=2') });
  const second = (await account.as.get(`${path}&page=2`)).body;
  expect(shortened(second.unit_costs)).toEqual([['2025-06-03', '2.0', '5.0']]);
  expect(second.links.next).toBeNull();
});

test('filters and settings of the report apply, and all label keys must match', async () => {
  await importCharges(account, [
    { day: '2025-06-03', cost: '10', provider: 'AWS' },
    { day: '2025-06-03', cost: '5', provider: 'AWS', category: 'Tax' },
    { day: '2025-06-03', cost: '70', provider: 'Google Cloud' },
  ]);
  const metric = await newMetric('Orders', [{ date: '2025-06-03', amount: 100 }]);
  const report = await newReport({
    ...june,
    filter: "costs.provider = 'aws'",
    settings: { include_tax: false },
    business_metric_tokens_with_metadata: [
      { business_metric_token: metric, label_filters: { shop: ['a', 'b'], env: ['prod'] } },
    ],
  });
  expect(await unitCosts(report)).toEqual([]);
  const keyed = (labels: object, amount: string) => ({
    business_metric_token: metric,
    forecasted: false,
    at: new Date('2025-06-03T00:00:00Z'),
    label: JSON.stringify(labels),
    labels: JSON.stringify(labels),
    amount,
  });
  await account.app.services.db
    .insertInto('business_metric_values')
    .values([
      keyed({ shop: 'a', env: 'prod' }, '3'),
      keyed({ shop: 'b', env: 'prod' }, '1'),
      keyed({ shop: 'a', env: 'test' }, '9'),
      keyed({ shop: 'a' }, '9'),
    ])
    .execute();
  expect(shortened(await unitCosts(report))).toEqual([['2025-06-01', '4.0', '2.5']]);
});

test('quotients are rounded half to even at the twelfth digit', async () => {
  await importCharges(account, [{ day: '2025-06-03', cost: '1' }]);
  const metric = await newMetric('Orders', [
    { date: '2025-06-03', amount: '2000000000000' },
    { date: '2025-06-04', amount: '1' },
  ]);
  const business_metric_tokens_with_metadata = [{ business_metric_token: metric }];
  const report = await newReport({
    ...june,
    date_bin: 'day',
    business_metric_tokens_with_metadata,
  });
  // 0.0000000000005 is halfway between 0 and 0.000000000001; the even digit is 0.
  expect(shortened(await unitCosts(report))).toEqual([
    ['2025-06-04', '1.0', '0.0'],
    ['2025-06-03', '2000000000000.0', '0.0'],
  ]);
});

test('invalid requests are rejected', async () => {
  const report = await newReport(june);
  const statusOf = async (query: string) =>
    (await account.as.get(`/v2/unit_costs?${query}`)).status;
  expect(await statusOf('')).toBe(400);
  expect(await statusOf('cost_report_token=rprt_0000000000000000')).toBe(404);
  for (const wrong of [
    'limit=1001',
    'limit=0',
    'date_bin=cumulative',
    'order=up',
    'start_date=x',
  ]) {
    expect(await statusOf(`cost_report_token=${report}&${wrong}`), wrong).toBe(400);
  }
});

test('an export contains the same rows, ordered by date and amount', async () => {
  await importCharges(account, [
    { day: '2025-06-03', cost: '10' },
    { day: '2025-06-04', cost: '9' },
  ]);
  const values = ['2025-06-03', '2025-06-04'].map((date) => ({ date, amount: 100 }));
  const orders = await newMetric('Orders, all', values);
  const raw = await newMetric('Raw', values);
  const report = await newReport({
    ...june,
    date_bin: 'day',
    business_metric_tokens_with_metadata: [
      { business_metric_token: orders, unit_scale: 'per_hundred' },
      { business_metric_token: raw, calculation_type: 'raw_business_metric' },
    ],
  });
  const request = { cost_report_token: report };
  expect(await exportedRows(account, request, 'unit_costs')).toEqual([
    [
      'date',
      'business_metric_token',
      'business_metric_title',
      'calculation_type',
      'unit_cost_amount',
      'business_metric_amount',
      'scale',
    ],
    ['2025-06-03', raw, 'Raw', 'raw_business_metric', '100.0', '100.0', '1'],
    ['2025-06-03', orders, 'Orders, all', 'unit_cost', '10.0', '100.0', '100'],
    ['2025-06-04', raw, 'Raw', 'raw_business_metric', '100.0', '100.0', '1'],
    ['2025-06-04', orders, 'Orders, all', 'unit_cost', '9.0', '100.0', '100'],
  ]);
  const { body } = await exportCosts(account, { ...request, date_bin: 'month' }, '', 'unit_costs');
  expect(body).toMatchObject({
    export_type: 'unit_costs',
    attributes: { report_token: report, date_bin: 'month', groupings: null },
  });
  const rejected = await exportCosts(
    account,
    { ...request, workspace_token: 'wrkspc_0000000000000000' },
    '',
    'unit_costs',
  );
  expect(rejected.status).toBe(404);
});
