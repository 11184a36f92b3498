import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { awsBill, charge } from '../../../test/aws-bill.js';
import {
  type Charge,
  importCharges,
  importCsv,
  newIntegration,
} from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { evaluateVolumes } from '../../../test/recommendations.js';
import { newResource } from '../../../test/resources.js';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';

afterEach(() => setTime('2026-03-10T09:00:00Z'));

const sync = ({ app }: Account, integration_token: string) =>
  app.jobs.run('sync-resources', { integration_token });

const arn = (rest: string) => `arn:aws:${rest}`;
const bill: Charge[] = [
  { day: '2026-03-09', cost: '2.5', resource: 'i-0a1', resourceName: 'web', tags: { team: 'web' } },
  { day: '2026-02-10', cost: '4', resource: 'i-0a1', tags: { team: 'web' } },
  // Before the window of 30 days, and charges that do not count.
  { day: '2026-02-07', cost: '100', resource: 'i-0a1' },
  { day: '2026-03-09', cost: '9', resource: 'i-0a1', category: 'Tax' },
  { day: '2026-03-08', cost: '1', resource: arn('s3:::logs'), service: 'Amazon S3', region: '' },
  // Eight days ago: not listed any more.
  { day: '2026-03-02', cost: '50', resource: 'vol-old' },
  { day: '2026-03-03', cost: '8', resource: 'vol-01', account: '202' },
  { day: '2026-03-09', cost: '3', resource: 'stream-1', service: 'Amazon Kinesis' },
  { day: '2026-03-09', cost: '7' },
];

let account: Account;
let integration: string;
beforeAll(async () => {
  account = await newAccount();
  integration = await importCharges(account, bill, { provider: 'aws' });
  await sync(account, integration);
});

const list = async (query = '', { as } = account) => {
  const { status, body } = await as.get(`/v2/resources?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  // Tests inspect resources of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  return body.resources as any[];
};
const filtered = async (filter: string) =>
  (await list(`filter=${encodeURIComponent(filter)}`)).map(({ uuid }) => uuid);

describe('resources of a bill', () => {
  test('are listed while they had costs in the last seven complete days, largest first', async () => {
    const found = await list('include_cost=true');
    expect(found.map(({ uuid, type, costs }) => [uuid, type, costs])).toEqual([
      ['vol-01', 'aws_ebs_volume', [{ category: expect.any(String), amount: 8 }]],
      ['i-0a1', 'aws_instance', [{ category: expect.any(String), amount: 6.5 }]],
      ['stream-1', expect.stringMatching(/^aws_.*kinesis/), expect.any(Array)],
      [arn('s3:::logs'), 'aws_s3_bucket', [{ category: expect.any(String), amount: 1 }]],
    ]);
    expect(found[1]).toMatchObject({
      label: 'web',
      provider: 'aws',
      tags: { team: 'web' },
      billing_account_id: '100',
      created_at: '2026-03-10T09:00:00Z',
    });
  });

  test('have no costs unless they are requested', async () => {
    expect(Object.keys((await list('limit=1'))[0])).not.toContain('costs');
  });

  test('are found by token and by identifier', async () => {
    const [, { token }] = await list();
    const { as } = account;
    expect((await as.get(`/v2/resources/${token}?include_cost=true`)).body).toMatchObject({
      uuid: 'i-0a1',
      costs: [{ amount: 6.5 }],
    });
    const encoded = encodeURIComponent(arn('s3:::logs'));
    expect((await as.get(`/v2/resources/${encoded}`)).body.type).toBe('aws_s3_bucket');
    expect((await as.get('/v2/resources/vol-old')).status).toBe(404);
  });

  test('are filtered by VQL', async () => {
    expect(await filtered(`resources.type = 'aws_ec2_instance'`)).toEqual(['i-0a1']);
    expect(await filtered(`resources.account_id = '202'`)).toEqual(['vol-01']);
    expect(await filtered(`tags.name = 'team' AND tags.value = 'web'`)).toEqual(['i-0a1']);
    const bad = await account.as.get(`/v2/resources?filter=${encodeURIComponent('costs.x = 1')}`);
    expect(bad.status).toBe(400);
  });

  test('are filtered by virtual tags: the value of most of their cost', async () => {
    const created = await account.as.post('/v2/virtual_tag_configs', {
      key: 'Product',
      overridable: true,
      values: [
        { name: 'shop', filter: `costs.provider = 'aws' AND costs.account_id = '202'` },
        { name: 'rest', filter: `costs.provider = 'aws'` },
      ],
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    await sync(account, integration);
    const filter = `tags.name = 'Product' AND tags.value = 'shop'`;
    expect(await filtered(filter)).toEqual(['vol-01']);
  });

  test('pages, and rejects a report and a filter together', async () => {
    const { body } = await account.as.get('/v2/resources?limit=3&page=2');
    expect(body.resources).toHaveLength(1);
    expect(body.links.prev).toContain('page=1');
    const both = await account.as.get(`/v2/resources?resource_report_token=x&filter=y`);
    expect([both.status, both.body.errors]).toEqual([
      400,
      ['resource_report_token and filter exclude each other'],
    ]);
    for (const query of ['resource_report_token=x', 'workspace_token=wrkspc_0']) {
      expect((await account.as.get(`/v2/resources?${query}`)).status, query).toBe(404);
    }
  });

  test('are searched by name and identifier', async () => {
    const uuids = async (query: string) => (await list(query)).map(({ uuid }) => uuid);
    expect(await uuids('q=WEB')).toEqual(['i-0a1']);
    expect(await uuids('q=vol-')).toEqual(['vol-01']);
    expect(await uuids('q=%25')).toEqual([]);
    const filter = encodeURIComponent(`resources.type = 'aws_instance'`);
    expect(await uuids(`q=vol&filter=${filter}`)).toEqual([]);
  });

  test('are summarized on request', async () => {
    const [, found] = await list('include_summary=true');
    expect(Object.keys(found)).not.toContain('costs');
    expect(found.summary).toEqual({
      currency: 'USD',
      cost: '6.5',
      unconverted_costs: [],
      start_date: '2026-02-08',
      end_date: '2026-03-09',
      billed_id: 'i-0a1',
      billed_services: [expect.any(String)],
      state: null,
      state_since: null,
      utilization: {},
      virtual_tags: { Product: 'rest' },
      recommendations: 0,
      recommendation_savings: '0.0',
      uses_example_prices: false,
    });
    const one = await account.as.get(`/v2/resources/${found.token}?include_summary=true`);
    expect(one.body).toEqual(found);
  });

  test('have their cost of each of the 30 days on request, which adds up to that of the summary', async () => {
    const [volume, instance] = await list('include_daily_costs=true');
    const onDays = (costs: string[]) =>
      costs.flatMap((cost, day) => (cost === '0.0' ? [] : [[day, cost]]));
    expect(instance.daily_costs).toHaveLength(30);
    // February 10 and March 9, of the days from February 8 on; without tax.
    expect(onDays(instance.daily_costs)).toEqual([
      [2, '4.0'],
      [29, '2.5'],
    ]);
    expect(onDays(volume.daily_costs)).toEqual([[23, '8.0']]);
    expect(Object.keys((await list('limit=1'))[0])).not.toContain('daily_costs');
  });

  test('are found by no search of another account', async () => {
    const other = await newAccount();
    expect(await list('q=i-0a1', other)).toEqual([]);
    const [, { token }] = await list();
    expect((await other.as.get(`/v2/resources/${token}?include_daily_costs=true`)).status).toBe(
      404,
    );
  });

  test('stay as they are when the bill is read again', async () => {
    const before = await list('include_cost=true');
    setTime('2026-03-10T12:00:00Z');
    await sync(account, integration);
    expect(await list('include_cost=true')).toEqual(before);
  });
});

test('costs are converted to the currency of the workspace; a currency without a rate is named', async () => {
  const other = await newAccount();
  const day = '2026-03-09';
  const euros = await importCharges(other, [
    { day, cost: '10', resource: 'i-1', currency: 'EUR' },
    { day, cost: '3', resource: 'i-1', currency: 'GBP' },
  ]);
  await other.app.services.db
    .insertInto('exchange_rates')
    .values({
      account_token: other.account.token,
      base_currency_code: 'EUR',
      currency_code: 'USD',
      effective_date: '2026-03-01',
      rate: '1.25',
      updated_at: other.app.clock(),
    })
    .execute();
  await sync(other, euros);
  const [found] = await list(
    'include_cost=true&include_summary=true&include_daily_costs=true',
    other,
  );
  const amounts = found.costs.map((cost: { amount: number }) => cost.amount);
  expect(amounts).toEqual([12.5, 3]);
  expect(found.costs[1].category).toContain('(GBP)');
  expect(found.summary).toMatchObject({
    cost: '12.5',
    unconverted_costs: [{ currency: 'GBP', amount: '3.0' }],
  });
  expect(found.daily_costs.at(-1)).toBe('12.5');
});

test('an integration takes its resources with it, and only its workspaces see them', async () => {
  const other = await newAccount();
  const second = (await other.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const charges: Charge[] = [{ day: '2026-03-09', cost: '1', resource: 'i-1' }];
  const first = await importCharges(other, charges, { workspaces: [other.workspace.token] });
  await sync(other, first);
  const of = (workspace: string) => list(`workspace_token=${workspace}`, other);
  expect([(await of(other.workspace.token)).length, (await of(second)).length]).toEqual([1, 0]);
  expect((await other.as.get('/v2/resources')).status).toBe(400);
  expect((await other.as.delete(`/v2/integrations/${first}`)).status).toBe(204);
  expect(await of(other.workspace.token)).toEqual([]);
});

test('a resource leaves the list when its costs end', async () => {
  const other = await newAccount();
  const token = await newIntegration(other, { provider: 'aws' });
  const at = (day: string, resource: string): Charge => ({ day, cost: '1', resource });
  const options = { integration: token };
  await importCharges(other, [at('2026-03-08', 'i-1'), at('2026-03-09', 'i-2')], options);
  await sync(other, token);
  expect(await list('', other)).toHaveLength(2);
  setTime('2026-03-20T09:00:00Z');
  await importCharges(
    other,
    [at('2026-03-08', 'i-1'), at('2026-03-09', 'i-2'), at('2026-03-19', 'i-2')],
    options,
  );
  await sync(other, token);
  expect((await list('', other)).map(({ uuid }) => uuid)).toEqual(['i-2']);
});

test('a summary has the state, the utilisation and the recommendations of a resource', async () => {
  const other = await newAccount();
  const token = await newResource(other, {
    metadata: { volume_type: 'gp2', size: 100, state: 'in-use', max_iops: 90, max_size: 4 },
    state_since: new Date('2026-02-01T00:00:00Z'),
  });
  await evaluateVolumes(other);
  const { body } = await other.as.get(`/v2/resources/${token}?include_summary=true`);
  expect(body.summary).toMatchObject({
    cost: '0.0',
    start_date: null,
    end_date: null,
    billed_id: null,
    state: 'in-use',
    state_since: '2026-02-01T00:00:00Z',
    utilization: { max_iops: 90 },
    recommendations: 1,
    // No bill has it, so nothing says that the saving is within its cost.
    recommendation_savings: '0.0',
  });
});

test('instances have the type and the zone that the bill has', async () => {
  const other = await newAccount();
  const usage = charge('Usage', '2026-03-09T00:00:00Z', '2026-03-09T01:00:00Z', '1');
  const instance = { 'lineItem/ResourceId': 'i-1', 'lineItem/UsageType': 'BoxUsage:m5.large' };
  const bill = [
    { ...usage, ...instance, 'lineItem/AvailabilityZone': 'us-east-1b' },
    // Traffic of the instance, which no zone is charged for.
    { ...usage, ...instance, 'lineItem/UsageType': 'DataTransfer-Out-Bytes' },
  ];
  const token = await importCsv(other, awsBill(bill), { formats: providerFormats });
  await sync(other, token);
  expect(await list('', other)).toMatchObject([
    { uuid: 'i-1', metadata: { instance_type: 'm5.large', zone: 'us-east-1b' } },
  ]);
});
