import { beforeAll, describe, expect, test } from 'vitest';
import { importFlows } from '../../../test/flow-logs.js';
import { flowRecord } from '../../../test/flow-records.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { newResource } from '../../../test/resources.js';

const arn = (rest: string) => `arn:aws:ec2:us-east-1:111122223333:${rest}`;

let account: Account;
let integration: string;

/** Stores a resource in the integration of the test, and returns its token. */
const add = (uuid: string, type: string, metadata: object = {}, more: object = {}) =>
  newResource(account, {
    integration_token: integration,
    uuid,
    type,
    metadata: { ...metadata },
    ...more,
  });

/** Relation, identifier and bytes of each neighbour. */
async function neighboursOf(token: string, of = account, query = '') {
  const { status, body } = await of.as.get(`/v2/resources/${token}/neighbours?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  type Found = { relation: string; bytes: number | null; resource: { uuid: string } };
  const order = ['attached', 'traffic', 'subnet', 'vpc', 'resource_group'];
  const names = (body.neighbours as Found[]).map((found) => order.indexOf(found.relation));
  expect(names).toEqual(names.toSorted((one, other) => one - other));
  // Neighbours of the same cost come in the order of their random tokens.
  return (body.neighbours as Found[])
    .map(({ relation, bytes, resource }) => [relation, resource.uuid.replace(/^.*[/:]/, ''), bytes])
    .toSorted((one, other) => String(one).localeCompare(String(other)));
}

const tokens: Record<string, string> = {};

beforeAll(async () => {
  account = await newAccount();
  ({ integration } = await importFlows(account, []));
  const network = { vpc_id: 'vpc-1' };
  tokens['web'] = await add(arn('instance/i-web'), 'aws_instance', {
    ...network,
    instance_id: 'i-web',
    subnet_id: 'subnet-a',
    state: 'in-use',
  });
  tokens['data'] = await add(
    arn('volume/vol-data'),
    'aws_ebs_volume',
    { volume_id: 'vol-data', attached_instance_id: 'i-web' },
    {
      recent_cost: '12',
      recent_costs: JSON.stringify([{ category: 'Storage', currency: 'USD', amount: '12' }]),
      costs_through: '2026-03-09',
    },
  );
  await add(arn('volume/vol-free'), 'aws_ebs_volume', { attached_instance_id: 'i-webcam' });
  await add(arn('snapshot/snap-1'), 'aws_instance_snapshot', { volume_id: 'vol-data' });
  await add(
    'arn:aws:elasticloadbalancing:us-east-1:111122223333:loadbalancer/app/front/1',
    'aws_lb',
    {
      ...network,
      targets: [{ id: 'i-web' }],
    },
  );
  // A bucket whose name is a word among the attributes of the instance.
  await add('arn:aws:s3:::in-use', 'aws_s3_bucket', { name: 'in-use' });
  await add(arn('network-interface/eni-web'), 'aws_network_interface', {
    interface_id: 'eni-web',
    private_ip_address: '10.0.1.10',
    instance_id: 'i-web',
    az_id: 'use1-az1',
    ...network,
  });
  await add(arn('network-interface/eni-db'), 'aws_network_interface', {
    interface_id: 'eni-db',
    private_ip_address: '10.0.2.20',
    az_id: 'use1-az2',
    instance_id: 'i-db',
    vpc_id: 'vpc-1',
  });
  await add(arn('instance/i-db'), 'aws_instance', { ...network, subnet_id: 'subnet-b' });
  await add(arn('instance/i-near'), 'aws_instance', { ...network, subnet_id: 'subnet-a' });
  await add(arn('instance/i-other'), 'aws_instance', { vpc_id: 'vpc-2', subnet_id: 'subnet-z' });
  await importFlows(account, [flowRecord({ dstaddr: '10.0.2.20', bytes: '50000' })], {
    integration,
    name: 'day.log',
  });
}, 300_000);

describe('neighbours of a resource', () => {
  test('are what is attached, what it talks to, and what shares its network', async () => {
    expect(await neighboursOf(tokens['web']!)).toEqual([
      ['attached', '1', null],
      ['attached', 'eni-web', null],
      ['attached', 'vol-data', null],
      ['subnet', 'i-near', null],
      ['traffic', 'i-db', 50_000],
      ['vpc', 'eni-db', null],
    ]);
  });

  test('are found from both sides, with the cost of 30 days', async () => {
    expect(await neighboursOf(tokens['data']!)).toEqual([
      ['attached', 'i-web', null],
      ['attached', 'snap-1', null],
    ]);
    const { body } = await account.as.get(`/v2/resources/${tokens['web']}/neighbours`);
    expect(body.neighbours[0].resource.summary).toMatchObject({
      cost: '12.0',
      currency: 'USD',
      end_date: '2026-03-09',
    });
    expect(body.traffic).toEqual({
      start_date: '2026-03-09',
      end_date: '2026-03-09',
      sampled: false,
    });
  });

  test('are limited per relation, and counted', async () => {
    expect(await neighboursOf(tokens['web']!, account, 'limit=1')).toHaveLength(4);
    const { body } = await account.as.get(`/v2/resources/${tokens['web']}/neighbours?limit=1`);
    expect(body.totals).toContainEqual({ relation: 'attached', total: 3 });
    expect((await account.as.get(`/v2/resources/${tokens['web']}/neighbours?limit=0`)).status).toBe(
      400,
    );
  });

  test('are those of the workspace alone', async () => {
    const other = await newAccount();
    expect((await other.as.get(`/v2/resources/${tokens['web']}/neighbours`)).status).toBe(404);
    const elsewhere = (await account.as.post('/v2/workspaces', { name: 'Elsewhere' })).body.token;
    const volume = await newResource(account, {
      integration_token: (await importFlows(account, [], { name: 'none.log' })).integration,
      uuid: arn('volume/vol-far'),
      metadata: { attached_instance_id: 'i-web' },
    });
    await account.app.services.db
      .updateTable('integration_workspaces')
      .set({ workspace_token: elsewhere })
      .where('integration_token', '=', (eb) =>
        eb.selectFrom('resources').select('integration_token').where('token', '=', volume),
      )
      .execute();
    expect((await neighboursOf(tokens['web']!)).map(([, name]) => name)).not.toContain('vol-far');
    expect(await neighboursOf(volume)).toEqual([]);
  });
});

test('resources of other clouds name each other by path, and share a resource group', async () => {
  const other = await newAccount();
  const { integration: integration_token } = await importFlows(other, []);
  const azure = (rest: string) => `/subscriptions/s-1/resourceGroups/${rest}`;
  const addTo = (provider: string, uuid: string, type: string, metadata = {}) =>
    newResource(other, { integration_token, provider, uuid, type, metadata });
  const vm = azure('Web/providers/Microsoft.Compute/virtualMachines/vm');
  const disk = azure('web/providers/Microsoft.Compute/disks/os');
  const machine = await addTo('azure', vm, 'azurerm_virtual_machine', {
    storage_profile: { osDisk: { managedDisk: { id: disk.toUpperCase() } } },
  });
  await addTo('azure', disk, 'azurerm_managed_disk');
  await addTo('azure', azure('WEB/providers/Microsoft.Network/loadBalancers/lb'), 'azurerm_lb');
  await addTo('azure', azure('web-2/providers/Microsoft.Compute/disks/os'), 'azurerm_managed_disk');
  expect(await neighboursOf(machine, other)).toEqual([
    ['attached', 'os', null],
    ['resource_group', 'lb', null],
  ]);

  const zone = 'projects/p/zones/us-central1-a';
  const instance = await addTo(
    'gcp',
    `//compute.googleapis.com/${zone}/instances/vm`,
    'google_compute_instance',
    { disks: [{ source: `https://www.googleapis.com/compute/v1/${zone}/disks/boot` }] },
  );
  const boot = await addTo(
    'gcp',
    `//compute.googleapis.com/${zone}/disks/boot`,
    'google_compute_disk',
  );
  await addTo('gcp', `//compute.googleapis.com/${zone}/disks/my-boot`, 'google_compute_disk');
  expect(await neighboursOf(instance, other)).toEqual([['attached', 'boot', null]]);
  expect(await neighboursOf(boot, other)).toEqual([['attached', 'vm', null]]);
});
