import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTime } from '../clock.js';
import { type Account, newAccount } from '../harness.js';
import { FakeService } from './fake-service.js';

let account: Account;
let service: FakeService;
beforeEach(async () => {
  setTime('2026-03-10T09:00:00Z');
  account = await newAccount();
  service = await new FakeService().open();
});
afterEach(() => {
  service.close();
  setTime('2026-03-10T09:00:00Z');
});

async function newIntegration(provider: string, access: object): Promise<string> {
  const body = { provider, name: provider, endpoint: service.origin, ...access };
  const response = await account.as.post('/console/integrations/metrics', body);
  expect(response.body.errors).toBeUndefined();
  return response.body.token;
}

async function newMetric(source: object): Promise<string> {
  const response = await account.as.post('/v2/business_metrics', { title: 'Orders', ...source });
  expect(response.body.errors).toBeUndefined();
  return response.body.token;
}

const pull = (token: string) => account.app.jobs.run('pull-business-metrics', { token });
const valuesOf = async (token: string, query = '') =>
  (await account.as.get(`/v2/business_metrics/${token}/values${query}`)).body.values;
const stateOf = async (token: string) =>
  (await account.as.get('/console/business_metrics')).body.business_metrics.find(
    (each: { token: string }) => each.token === token,
  );

const unixSeconds = (day: string) => Date.parse(day) / 1000;

const newDatadogMetric = async (query = 'sum:orders{*}') =>
  newMetric({
    datadog_metric_fields: {
      integration_token: await newIntegration('datadog', { api_key: 'k', application_key: 'a' }),
      query,
    },
  });

test('Datadog: points are summed by day, and the group tag is the label', async () => {
  const token = await newDatadogMetric('sum:orders{*} by {shop}');
  expect(await stateOf(token)).toMatchObject({ state: 'waiting', pulled_at: null, error: null });
  service.reply = ({ query }) => {
    const isLastRequest = Number(query.get('to')) === unixSeconds('2026-03-10') - 1;
    const point = (time: string, amount: number | null) => [Date.parse(time), amount];
    const series = [
      {
        tag_set: ['shop:north:1'],
        pointlist: [point('2026-03-08T01:00Z', 0.1), point('2026-03-08T20:00Z', 0.2)],
      },
      { tag_set: ['shop:south'], pointlist: [point('2026-03-08', 5), point('2026-03-09', null)] },
    ];
    return [200, { status: 'ok', series: isLastRequest ? series : [] }];
  };
  expect(await pull(token)).toBe('1 business metrics pulled, 0 failed');
  expect(await valuesOf(token)).toEqual([
    { date: '2026-03-08T00:00:00Z', amount: '0.3', label: 'north:1' },
    { date: '2026-03-08T00:00:00Z', amount: '5.0', label: 'south' },
  ]);
  expect(service.requests).toHaveLength(6);
  expect(service.requests[0]).toMatchObject({
    path: '/api/v1/query',
    headers: { 'dd-api-key': 'k', 'dd-application-key': 'a' },
  });
  expect(service.requests[0]!.query.get('from')).toBe(String(unixSeconds('2025-09-11')));
  expect(await stateOf(token)).toMatchObject({
    state: 'pulled',
    pulled_at: '2026-03-10T09:00:00Z',
  });
});

test('pulling again reads recent days and is idempotent', async () => {
  const token = await newDatadogMetric();
  service.reply = () => [200, { series: [{ pointlist: [[Date.parse('2026-03-01'), 7]] }] }];
  await pull(token);
  const before = await valuesOf(token);
  service.requests.length = 0;
  setTime('2026-03-11T09:00:00Z');
  await pull(token);
  expect(service.requests.map(({ query }) => query.get('from'))).toEqual([
    String(unixSeconds('2026-02-24')),
  ]);
  expect(await valuesOf(token)).toEqual(before);
});

test('several tags make keyed labels, which can only be deleted as a whole', async () => {
  const token = await newDatadogMetric('sum:orders{*} by {shop,env}');
  const tag_set = ['shop:north', 'env:prod'];
  service.reply = () => [
    200,
    { series: [{ tag_set, pointlist: [[Date.parse('2026-03-01'), 7]] }] },
  ];
  await pull(token);
  const value = { date: '2026-03-01T00:00:00Z', amount: '7.0', label: 'env:prod, shop:north' };
  expect(await valuesOf(token)).toEqual([value]);
  expect(await valuesOf(token, '?label_values=north')).toEqual([value]);
  expect(await valuesOf(token, '?label_values=south')).toEqual([]);
  const { labels } = (await account.as.get(`/v2/business_metrics/${token}/labels`)).body;
  expect(labels).toEqual([{ value: 'north' }, { value: 'prod' }]);
  const path = `/v2/business_metrics/${token}/values`;
  expect((await account.as.delete(`${path}?label=north`)).status).toBe(422);
  expect((await account.as.delete(path)).body).toEqual({ deleted_count: 1 });
});

const cloudwatch = {
  stat: 'Sum',
  region: 'eu-west-1',
  namespace: 'Shop',
  metric_name: 'Orders',
};

test('CloudWatch: one series per value of the label dimension, signed and paged', async () => {
  const integration_token = await newIntegration('aws', {
    access_key_id: 'AK',
    secret_access_key: 's',
  });
  const token = await newMetric({
    cloudwatch_fields: {
      ...cloudwatch,
      integration_token,
      label_dimension: 'Shop',
      dimensions: [{ name: 'Stage', value: 'prod' }],
    },
  });
  const stage = { Name: 'Stage', Value: 'prod' };
  service.reply = ({ headers, body }) => {
    if (headers['x-amz-target'] === 'GraniteServiceVersion20100801.ListMetrics') {
      return body.NextToken
        ? [200, { Metrics: [{ Dimensions: [{ Name: 'Shop', Value: 'b' }, stage] }] }]
        : [
            200,
            {
              NextToken: 'more',
              Metrics: [
                { Dimensions: [stage, { Name: 'Shop', Value: 'a' }] },
                { Dimensions: [stage, { Name: 'Shop', Value: 'a' }, { Name: 'Pod', Value: '1' }] },
              ],
            },
          ];
    }
    const point = (Id: string, day: string, value: number) => ({
      Id,
      Timestamps: [unixSeconds(day)],
      Values: [value],
    });
    return [
      200,
      { MetricDataResults: [point('m0', '2026-03-01', 10.5), point('m1', '2026-03-02', 20)] },
    ];
  };
  await pull(token);
  expect(await valuesOf(token)).toEqual([
    { date: '2026-03-02T00:00:00Z', amount: '20.0', label: 'b' },
    { date: '2026-03-01T00:00:00Z', amount: '10.5', label: 'a' },
  ]);
  const request = service.requests.at(-1)!;
  expect(request.headers.authorization).toContain('Credential=AK/20');
  expect(request.headers.authorization).toContain('/eu-west-1/monitoring/aws4_request');
  expect(request.body).toMatchObject({
    StartTime: unixSeconds('2025-09-11'),
    EndTime: unixSeconds('2026-03-10'),
    MetricDataQueries: [
      {
        MetricStat: {
          Metric: { Namespace: 'Shop', MetricName: 'Orders' },
          Period: 86_400,
          Stat: 'Sum',
        },
      },
      {},
    ],
  });
});

test('Snowflake: waits for a slow statement and sums the rows of all partitions', async () => {
  const access = { token: 'pat', warehouse: 'small', role: 'reader' };
  const integration_token = await newIntegration('snowflake', access);
  const sql_query = 'select day, n, shop from orders';
  const token = await newMetric({ snowflake_metric_fields: { integration_token, sql_query } });
  const rowType = [
    { name: 'DAY', type: 'date' },
    { name: 'N', type: 'fixed' },
    { name: 'SHOP', type: 'text' },
  ];
  const first = [
    ['20513', '12345678901234567890.5', 'a'],
    ['20513', '0.25', 'a'],
    ['20513', null, 'b'],
  ];
  service.reply = ({ path, query }) => {
    if (path === '/api/v2/statements') return [202, { statementHandle: 'h-1' }];
    if (query.get('partition') === '1') return [200, { data: [['20514', '3', null]] }];
    const resultSetMetaData = { rowType, partitionInfo: [{}, {}] };
    return [200, { statementHandle: 'h-1', resultSetMetaData, data: first }];
  };
  await pull(token);
  expect(await valuesOf(token)).toEqual([
    { date: '2026-03-02T00:00:00Z', amount: '3.0' },
    { date: '2026-03-01T00:00:00Z', amount: '12345678901234567890.75', label: 'a' },
  ]);
  expect(service.requests[0]).toMatchObject({
    headers: { authorization: 'Bearer pat' },
    body: { statement: sql_query, warehouse: 'small', role: 'reader' },
  });
});

test.each<[string, [number, object | string], string]>([
  [
    'a rejected credential',
    [403, { errors: ['Forbidden'] }],
    'Datadog rejected the credential (403); check it and its permissions.',
  ],
  [
    'an invalid query',
    [400, { errors: ['Rule is not valid'] }],
    'Datadog rejected the query (400): Rule is not valid',
  ],
  [
    'an error in a 200 response',
    [200, { status: 'error', error: 'No such metric' }],
    'Datadog rejected the query: No such metric',
  ],
  ['an HTML page', [200, '<html>'], 'Datadog did not return JSON; check the endpoint.'],
  ['a redirect', [302, ''], 'Datadog returned status 302; check the endpoint and the query.'],
])(
  '%s is reported, stored values stay, and the next pull can succeed',
  async (_name, failure, error) => {
    const token = await newDatadogMetric();
    const success: [number, object] = [
      200,
      { series: [{ pointlist: [[Date.parse('2026-03-01'), 7]] }] },
    ];
    service.reply = () => success;
    await pull(token);
    service.reply = () => failure;
    expect(await pull(token)).toBe('0 business metrics pulled, 1 failed');
    expect(await stateOf(token)).toMatchObject({
      state: 'failed',
      pulled_at: '2026-03-10T09:00:00Z',
      error,
    });
    expect(await valuesOf(token)).toHaveLength(1);
    service.reply = () => success;
    await pull(token);
    expect(await stateOf(token)).toMatchObject({ state: 'pulled', error: null });
  },
);

test('no response is reported', async () => {
  const token = await newDatadogMetric();
  service.close();
  await pull(token);
  const { state, error } = await stateOf(token);
  expect(state).toBe('failed');
  expect(error).toMatch(/^Datadog did not respond at 127\.0\.0\.1:\d+; check the endpoint/);
});

test('a missing credential or integration is reported', async () => {
  const created = await account.as.post('/console/integrations/watched', {
    provider: 'datadog',
    name: 'Datadog bills',
    url: 's3://bills/datadog',
  });
  const integration_token = created.body.token;
  const token = await newMetric({ datadog_metric_fields: { integration_token, query: 'q' } });
  const missingCredential = `No datadog credential is configured; set one with PUT /console/integrations/${integration_token}/metrics_access.`;
  expect(await stateOf(token)).toMatchObject({ state: 'not_configured', error: missingCredential });
  await pull(token);
  expect(await stateOf(token)).toMatchObject({ state: 'not_configured', error: missingCredential });
  const path = `/console/integrations/${integration_token}/metrics_access`;
  expect((await account.as.put(path, { api_key: 'k' })).status).toBe(400);
  const access = { api_key: 'k', application_key: 'a', endpoint: service.origin };
  expect((await account.as.put(path, access)).status).toBe(200);
  service.reply = () => [200, { series: [] }];
  await pull(token);
  expect(await stateOf(token)).toMatchObject({ state: 'pulled', error: null });
  await account.as.delete(`/v2/integrations/${integration_token}`);
  expect(await stateOf(token)).toMatchObject({
    state: 'not_configured',
    error: 'The integration of this metric was deleted; choose another one.',
  });
});

test('the audit log names keys without their values', async () => {
  await newDatadogMetric();
  const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
  const entry = audit_logs.find(
    (each: { object_changes: object }) => 'api_key' in each.object_changes,
  );
  expect(entry.object_changes).toMatchObject({
    api_key: [null, '[FILTERED]'],
    metrics: [null, { endpoint: service.origin }],
  });
  const rejected = await account.as.post('/console/integrations/metrics', {
    provider: 'snowflake',
    name: 'S',
    token: 't',
  });
  expect(rejected.body.errors).toEqual(['endpoint is missing']);
  const linkLocal = await newMetric({
    datadog_metric_fields: {
      integration_token: await newIntegration('datadog', {
        api_key: 'k',
        application_key: 'a',
        endpoint: 'http://169.254.169.254',
      }),
      query: 'q',
    },
  });
  await pull(linkLocal);
  expect((await stateOf(linkLocal)).error).toBe(
    '169.254.169.254 is not a public address; allow it with FARTHING_OUTBOUND_NETWORKS.',
  );
});

test('an endpoint of CloudWatch receives neither the keys for bills nor those of the server', async () => {
  const { serverCredentials } = account.app.services;
  const bills = { url: 's3://bills', access_key_id: 'bill-key', secret_access_key: 's' };
  const integration = (
    await account.as.post('/console/integrations/watched', {
      provider: 'aws',
      name: 'AWS bills',
      ...bills,
    })
  ).body.token;
  const path = `/console/integrations/${integration}/metrics_access`;
  await account.as.put(path, { endpoint: service.origin });
  const token = await newMetric({
    cloudwatch_fields: {
      integration_token: integration,
      stat: 'Sum',
      region: 'eu-west-1',
      namespace: 'Shop',
      metric_name: 'Orders',
    },
  });
  serverCredentials.aws = { accessKeyId: 'server-key', secretAccessKey: 's' };
  try {
    await pull(token);
  } finally {
    delete serverCredentials.aws;
  }
  expect(service.requests).toEqual([]);
  expect((await stateOf(token)).error).toContain('No aws credential is configured');
});
