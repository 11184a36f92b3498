import { beforeAll, describe, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { addInterface, importFlows } from '../../../test/flow-logs.js';
import { flowRecord } from '../../../test/flow-records.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;

type Flow = Record<string, unknown> & { groupings: Record<string, { value: string | null }> };

const path = (parameters: Record<string, string>, of = account) =>
  `/v2/network_flow_logs?${new URLSearchParams({
    workspace_token: of.workspace.token,
    date_interval: 'last_7_days',
    filter: '',
    ...parameters,
  }).toString()}`;

const anyFlow = "network_flow_logs.account_id != 'none'";

async function read(parameters: Record<string, string>, of = account) {
  const response = await of.as.get(path({ filter: anyFlow, ...parameters }, of));
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as { network_flow_logs: Flow[]; [key: string]: unknown };
}

/** Values of a grouping with the bytes of each. */
const bytesBy = async (grouping: string, more: Record<string, string> = {}) => {
  const { network_flow_logs: rows } = await read({ groupings: grouping, ...more });
  return Object.fromEntries(
    rows.map((row) => [String(row.groupings[grouping]!.value), row['bytes']]),
  );
};

let databaseToken: string;

beforeAll(async () => {
  account = await newAccount();
  const { integration } = await importFlows(account, []);
  databaseToken = await addInterface(account, integration, 'eni-db', '10.0.2.20', {
    az_id: 'use1-az2',
    subnet_id: 'subnet-b',
    instance_id: 'i-db',
  });
  await addInterface(account, integration, 'eni-near', '10.0.1.11', { az_id: 'use1-az1' });
  await addInterface(account, integration, 'eni-far', '10.9.0.5', {
    region: 'eu-west-1',
    vpc_id: 'vpc-9',
    az_id: 'euw1-az1',
    owner_arn: 'arn:aws:rds:eu-west-1:111122223333:db:replica',
  });
  // The same private address in two other VPCs says nothing about who the peer is.
  await addInterface(account, integration, 'eni-x', '10.7.0.1', {
    vpc_id: 'vpc-7',
    az_id: 'use1-az2',
  });
  await addInterface(account, integration, 'eni-y', '10.7.0.1', {
    vpc_id: 'vpc-8',
    az_id: 'use1-az3',
  });
  await addInterface(account, integration, 'eni-nat', '10.0.1.99', {
    az_id: 'use1-az1',
    interface_type: 'nat_gateway',
    nat_gateway_id: 'nat-1',
  });
  await importFlows(
    account,
    [
      flowRecord({ dstaddr: '10.0.2.20', bytes: '50000', 'traffic-path': '1' }),
      flowRecord({ dstaddr: '10.0.1.11', bytes: '7' }),
      flowRecord({ dstaddr: '10.9.0.5', bytes: '300', 'traffic-path': '5' }),
      flowRecord({ dstaddr: '10.7.0.1', bytes: '20' }),
      flowRecord({ dstaddr: '8.8.8.8', bytes: '4000' }),
      flowRecord({
        srcaddr: '140.82.112.3',
        dstaddr: '10.0.1.10',
        bytes: '6000',
        'flow-direction': 'ingress',
      }),
      // The NAT gateway hides the address that the packet goes to.
      flowRecord({
        'interface-id': 'eni-nat',
        srcaddr: '10.0.1.99',
        dstaddr: '10.0.1.98',
        'pkt-dstaddr': '198.51.100.7',
        'instance-id': '-',
        bytes: '1073741824',
      }),
    ],
    { integration, name: 'day.log.gz', gzip: true },
  );
});

describe('what becomes of a record', () => {
  test('each category is told by the peer, and free traffic is not stored', async () => {
    expect(await bytesBy('traffic_category', { flow_weight: 'bytes' })).toEqual({
      public: 4000 + 6000 + 1073741824,
      cross_az: 50000,
      cross_region: 300,
      unknown: 20,
    });
  });

  test('the peer is looked up in the same VPC first, and only where the address is unique elsewhere', async () => {
    expect(
      await bytesBy('peer_interface_id', {
        filter: "network_flow_logs.peer_region IN ('us-east-1', 'eu-west-1')",
      }),
    ).toEqual({
      'eni-db': 50000,
      'eni-far': 300,
    });
  });

  test('a resource is the owner of the interface, else the interface', async () => {
    expect(Object.keys(await bytesBy('resource_uuid')).toSorted()).toEqual([
      'arn:aws:ec2:us-east-1:111122223333:instance/i-web',
      'arn:aws:ec2:us-east-1:111122223333:natgateway/nat-1',
    ]);
    expect(Object.keys(await bytesBy('peer_resource_uuid')).toSorted()).toEqual([
      'arn:aws:ec2:us-east-1:111122223333:instance/i-db',
      'arn:aws:rds:eu-west-1:111122223333:db:replica',
      'null',
    ]);
  });

  test('known ranges have host names, others none', async () => {
    expect(
      await bytesBy('dsthostname', { filter: "network_flow_logs.dsthostname = 'dns.google'" }),
    ).toEqual({
      'dns.google': 4000,
    });
    expect(await bytesBy('srchostname', { flow_direction: 'ingress' })).toEqual({
      'github.com': 6000,
    });
  });

  test('a path has its name as label, an interface its resource', async () => {
    const { network_flow_logs: rows } = await read({
      groupings: 'traffic_path,peer_interface_id',
      filter: "network_flow_logs.traffic_category = 'cross-AZ'",
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]!.groupings).toEqual({
      traffic_path: { value: '1', label: 'In VPC', provider_resource_token: null },
      peer_interface_id: {
        value: 'eni-db',
        label: 'Interface eni-db',
        provider_resource_token: databaseToken,
      },
    });
  });
});

describe('prices', () => {
  const costOf = async (filter: string, of = account) => {
    const { network_flow_logs: rows } = await read({ filter, groupings: 'traffic_category' }, of);
    return rows.map((row) => row['estimated_cost']);
  };

  test('list prices apply where no bill has a rate', async () => {
    // 50,000 bytes at 0.01 per 2^30.
    expect(await costOf("network_flow_logs.traffic_category = 'cross_az'")).toEqual([
      '0.000000465661287308',
    ]);
    expect(await costOf("network_flow_logs.traffic_category = 'unknown'")).toEqual(['0.0']);
    expect(await costOf("network_flow_logs.srchostname = 'github.com'")).toEqual(['0.0']);
    // Internet transfer and the processing of the NAT gateway.
    expect(await costOf("network_flow_logs.interface_id = 'eni-nat'")).toEqual(['0.135']);
  });

  test('a flow with separators in its account and region is priced like any other', async () => {
    const other = await newAccount();
    const bytes = String(2 ** 30);
    await importFlows(other, [flowRecord({ 'account-id': 'a|b|', region: '|c|1|', bytes })]);
    const { network_flow_logs: rows } = await read({ groupings: 'account_id' }, other);
    expect(rows).toMatchObject([
      { groupings: { account_id: { value: 'a|b|' } }, estimated_cost: '0.09' },
    ]);
  });

  test('the bill of the account decides, then that of the organisation in the region', async () => {
    const billed = await newAccount();
    await importCharges(billed, [
      {
        day: '2026-03-01',
        cost: '30.00',
        usage: '3000',
        unit: 'GB',
        account: '999999999999',
        region: 'us-east-1',
        usageType: 'USE1-DataTransfer-Regional-Bytes',
      },
      {
        day: '2026-03-01',
        cost: '10.00',
        usage: '500',
        unit: 'GB',
        account: '111122223333',
        region: 'us-east-1',
        usageType: 'USE1-DataTransfer-Regional-Bytes',
      },
      {
        day: '2026-03-01',
        cost: '5.00',
        usage: '100',
        unit: 'GB',
        account: '999999999999',
        region: 'us-east-1',
        usageType: 'DataTransfer-Out-Bytes',
      },
      // Older than 30 days.
      {
        day: '2026-01-01',
        cost: '999.00',
        usage: '1',
        unit: 'GB',
        account: '111122223333',
        region: 'us-east-1',
        usageType: 'DataTransfer-Out-Bytes',
      },
    ]);
    const { integration } = await importFlows(billed, []);
    await addInterface(billed, integration, 'eni-db', '10.0.2.20', { az_id: 'use1-az2' });
    await importFlows(
      billed,
      [
        flowRecord({ dstaddr: '10.0.2.20', bytes: '1073741824' }),
        flowRecord({ bytes: '1073741824' }),
      ],
      { integration, name: 'b.log' },
    );
    expect(await costOf("network_flow_logs.traffic_category = 'cross_az'", billed)).toEqual([
      '0.02',
    ]);
    expect(await costOf("network_flow_logs.traffic_category = 'public'", billed)).toEqual(['0.05']);
  });

  test('sampled bytes are scaled up: 125 GB at half of the records are 250 GB', async () => {
    const sampled = await newAccount();
    await importCharges(sampled, [
      {
        day: '2026-03-01',
        cost: '40.00',
        usage: '4000',
        unit: 'GB',
        account: '111122223333',
        region: 'us-east-1',
        usageType: 'DataTransfer-Regional-Bytes',
      },
    ]);
    const { integration } = await importFlows(sampled, []);
    await addInterface(sampled, integration, 'eni-db', '10.0.2.20', { az_id: 'use1-az2' });
    // Which records are read depends on their number alone: of the first 15, ten are.
    const records = Array.from({ length: 15 }, () =>
      flowRecord({ dstaddr: '10.0.2.20', bytes: String(12.5 * 2 ** 30) }),
    );
    const half = { integration, sampleRate: 0.5, name: 'half.log' };
    expect(await importFlows(sampled, records, half)).toMatchObject({
      rowsRead: 15,
      rowsStored: 10,
      warnings: ['5 records left out by sampling 50%.'],
    });
    const body = await read({}, sampled);
    expect(body['sampling']).toEqual({ sampled: true, max_sampling_rate_percent: 50 });
    expect(body.network_flow_logs).toMatchObject([
      {
        bytes: 250 * 2 ** 30,
        sampled_bytes: 125 * 2 ** 30,
        estimated_cost: '2.5',
        sampled_estimated_cost: '1.25',
        currency: 'USD',
      },
    ]);
  });

  test('costs are converted to the currency of the workspace at the day of the flow', async () => {
    const euro = await newAccount();
    await euro.as.put(`/v2/workspaces/${euro.workspace.token}`, {
      enable_currency_conversion: true,
      currency: 'EUR',
    });
    for (const [effective_date, rate] of [
      ['2026-03-08', '0.5'],
      ['2026-03-09', '0.8'],
    ] as const) {
      await euro.app.services.db
        .insertInto('exchange_rates')
        .values({
          account_token: euro.account.token,
          base_currency_code: 'USD',
          currency_code: 'EUR',
          effective_date,
          rate,
          updated_at: euro.app.clock(),
        })
        .execute();
    }
    await importFlows(euro, [flowRecord({ bytes: String(2 ** 30) })]);
    const { network_flow_logs: rows } = await read({}, euro);
    expect(rows).toMatchObject([{ estimated_cost: '0.072', currency: 'EUR' }]);
  });
});

describe('the list', () => {
  test('is ordered by the weight, and paged without a count', async () => {
    const first = await read({ groupings: 'dstaddr', limit: '2' });
    const links = first['links'] as Record<string, string | null>;
    expect(first.network_flow_logs.map((row) => row.groupings['dstaddr']!.value)).toEqual([
      '198.51.100.7',
      '10.0.2.20',
    ]);
    expect(links['last']).toBeNull();
    const next = await account.as.get(
      new URL(links['next']!).pathname + new URL(links['next']!).search,
    );
    expect(next.body.network_flow_logs[0].groupings.dstaddr.value).toBe('8.8.8.8');
    const byBytes = await read({ groupings: 'dstaddr', flow_weight: 'bytes' });
    expect(byBytes['flow_weight']).toBe('bytes');
    expect(byBytes.network_flow_logs.map((row) => row.groupings['dstaddr']!.value)).toEqual([
      '198.51.100.7',
      '10.0.2.20',
      '10.0.1.10',
      '8.8.8.8',
      '10.9.0.5',
      '10.7.0.1',
    ]);
    expect(byBytes['sampling']).toEqual({ sampled: false, max_sampling_rate_percent: null });
    expect(byBytes.network_flow_logs[0]).toMatchObject({
      sampled_bytes: null,
      sampled_estimated_cost: null,
    });
  });

  test('a report gives what the request leaves open', async () => {
    const { body: report } = await account.as.post('/v2/network_flow_reports', {
      title: 'Ingress',
      workspace_token: account.workspace.token,
      flow_direction: 'ingress',
      flow_weight: 'bytes',
      groupings: ['srcaddr', 'srcaddr'],
    });
    const of = (more: string) =>
      account.as.get(`/v2/network_flow_logs?network_flow_report_token=${report.token}${more}`);
    const { body } = await of('');
    expect(body.flow_weight).toBe('bytes');
    expect(body.network_flow_logs.map((row: Flow) => row.groupings)).toEqual([
      { srcaddr: { value: '140.82.112.3', label: '140.82.112.3', provider_resource_token: null } },
    ]);
    const replaced = await of(
      `&flow_direction=all&groupings=region&filter=${encodeURIComponent("network_flow_logs.dstaddr = '8.8.8.8'")}`,
    );
    expect(replaced.body.network_flow_logs).toMatchObject([{ bytes: 4000 }]);
    expect((await of('&start_date=2026-03-01&end_date=2026-03-02')).body.network_flow_logs).toEqual(
      [],
    );
  });

  test.each([
    ['neither report nor filter', { filter: '' }, 400],
    ['an unknown field', { filter: "network_flow_logs.provider = 'aws'" }, 400],
    ['an unknown grouping', { groupings: 'colour' }, 400],
    ['dates and an interval', { start_date: '2026-03-01', end_date: '2026-03-02' }, 400],
    ['one date', { date_interval: '', start_date: '2026-03-01' }, 400],
    [
      'reversed dates',
      { date_interval: '', start_date: '2026-03-03', end_date: '2026-03-02' },
      400,
    ],
    ['no dates', { date_interval: '' }, 400],
    ['an unknown workspace', { workspace_token: 'wrkspc_0000000000000000' }, 404],
    ['an unknown report', { network_flow_report_token: 'ntflw_lg_rprt_0000000000000000' }, 404],
  ])('refuses %s', async (_case, parameters, status) => {
    const { status: actual } = await account.as.get(path({ filter: anyFlow, ...parameters }));
    expect(actual).toBe(status);
  });

  test('a workspace without flow logs has no answer', async () => {
    const other = await newAccount();
    const coverage = '/v2/network_flow_logs/coverage';
    expect((await other.as.get(coverage)).body).toMatchObject({ file_count: 0, last_date: null });
    expect((await account.as.get(coverage)).body).toEqual({
      file_count: 2,
      first_date: '2026-03-09',
      last_date: '2026-03-09',
      retention_days: 7,
    });
    const { status, body } = await other.as.get(path({ filter: anyFlow }, other));
    expect({ status, body }).toEqual({
      status: 422,
      body: { errors: ['The workspace has no flow logs; import VPC flow logs first.'] },
    });
  });
});
