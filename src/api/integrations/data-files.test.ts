import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importCharges, newIntegration } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { endedRun } from '../../../test/import-runs.js';
import {
  azureDisk,
  configItem,
  configSnapshot,
  googleInstance,
} from '../../../test/inventories.js';

afterEach(() => setTime('2026-03-10T09:00:00Z'));

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

/** The answer to an upload; of an accepted one, the run when it has ended. */
async function upload(integration: string, content: string | Buffer, name = 'data') {
  const path = `/v2/integrations/${integration}/data_files?name=${name}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await account.as.send('POST', path, content, headers);
  if (answer.status !== 202) return answer;
  return { status: 202, body: await endedRun(account, answer.body.run_id) };
}

const stored = async (integration: string) => {
  const rows = await account.app.services.db
    .selectFrom('resources')
    .select(['uuid', 'type', 'label', 'account_id', 'region', 'metadata', 'tags', 'recent_cost'])
    .where('integration_token', '=', integration)
    .orderBy('uuid')
    .execute();
  return rows.map((row) => ({ ...row, recent_cost: Number(row.recent_cost) }));
};

const instance = 'arn:aws:ec2:us-east-1:201:instance/i-0a1';
test('an inventory and the bill know the same resource by two names', async () => {
  const token = await importCharges(
    account,
    [{ day: '2026-03-09', cost: '5', resource: 'i-0a1', account: '201' }],
    { provider: 'aws' },
  );
  await account.app.jobs.run('sync-resources', { integration_token: token });
  const [billed] = await stored(token);
  expect(billed).toMatchObject({ uuid: 'i-0a1', recent_cost: 5 });
  const content = gzipSync(configSnapshot(configItem('i-0a1'), configItem('i-0b2')));
  const { body } = await upload(token, content, 'config.json.gz');
  expect(body).toMatchObject({
    integration_token: token,
    file_names: ['config.json.gz'],
    status: 'committed',
    notes: ['config.json.gz: AWS Config snapshot, 2 rows read, 2 stored.'],
  });
  expect(body.bytes_done).toBe(body.bytes_total);
  setTime('2026-03-10T10:00:00Z');
  await account.app.jobs.run('sync-resources', { integration_token: token });
  expect(await stored(token)).toMatchObject([
    {
      uuid: instance,
      type: 'aws_instance',
      label: 'i-0a1',
      recent_cost: 5,
      metadata: { instance_id: 'i-0a1', instance_type: 'm5.xlarge', state: 'running' },
    },
    { uuid: instance.replace('0a1', '0b2'), recent_cost: 0 },
  ]);
});

test('what two inventories in a row do not list is gone; the same file again is none', async () => {
  const token = await newIntegration(account, { provider: 'aws' });
  await upload(token, configSnapshot(configItem('i-1'), configItem('i-2')));
  setTime('2026-03-11T09:00:00Z');
  const second = configSnapshot(configItem('i-1'));
  await upload(token, second);
  setTime('2026-03-12T09:00:00Z');
  await upload(token, second);
  expect(await stored(token)).toHaveLength(2);
  await upload(token, configSnapshot(configItem('i-1'), configItem('i-1')));
  expect((await stored(token)).map(({ label }) => label)).toEqual(['i-1']);
});

test('the time of a state is that of the first inventory with it', async () => {
  const token = await newIntegration(account, { provider: 'aws' });
  const withState = (name: string) =>
    configItem('i-1', { configuration: { instanceId: 'i-1', state: { name } } });
  const since: unknown[] = [];
  for (const [day, state] of [
    [11, 'running'],
    [12, 'stopped'],
    [13, 'stopped'],
  ] as const) {
    setTime(`2026-03-${day}T09:00:00Z`);
    await upload(token, `${configSnapshot(withState(state))}${' '.repeat(day)}`);
    const row = await account.app.services.db
      .selectFrom('resources')
      .select('state_since')
      .where('integration_token', '=', token)
      .executeTakeFirstOrThrow();
    since.push(row.state_since?.toISOString().slice(0, 10));
  }
  expect(since).toEqual(['2026-03-11', '2026-03-12', '2026-03-12']);
});

test('an inventory of one region says nothing about the others', async () => {
  const token = await newIntegration(account, { provider: 'aws' });
  await upload(
    token,
    configSnapshot(configItem('i-1'), configItem('i-2', { awsRegion: 'eu-west-1' })),
  );
  for (const day of [11, 12, 13]) {
    setTime(`2026-03-${day}T09:00:00Z`);
    await upload(token, `${configSnapshot(configItem('i-1'))}${' '.repeat(day)}`);
  }
  expect(await stored(token)).toHaveLength(2);
});

describe('inventories of', () => {
  test('Azure', async () => {
    const token = await newIntegration(account, { provider: 'azure' });
    for (const content of [[azureDisk], { count: 1, data: [azureDisk] }]) {
      const { body } = await upload(token, JSON.stringify(content));
      expect(body.notes[0]).toContain('Azure Resource Graph');
    }
    expect(await stored(token)).toMatchObject([
      {
        uuid: azureDisk.id,
        type: 'azurerm_managed_disk',
        account_id: 'rg',
        region: 'westeurope',
        metadata: { disk_state: 'Unattached', disk_size: 128 },
        tags: { team: 'data' },
      },
    ]);
  });

  test('Google Cloud', async () => {
    const token = await newIntegration(account, { provider: 'gcp' });
    await upload(token, `${JSON.stringify(googleInstance)}\n`);
    expect(await stored(token)).toMatchObject([
      {
        uuid: googleInstance.name,
        type: 'google_compute_instance',
        label: 'vm',
        account_id: 'p1',
        region: 'us-central1',
        metadata: { machine_type: 'e2-medium', zone: 'us-central1-a' },
        tags: { a: 'b' },
      },
    ]);
  });

  test('anyone, as JSON lines with warnings', async () => {
    const token = await newIntegration(account, { provider: 'aws' });
    const line = { uuid: 'vol-1', type: 'aws_ebs_volume', metadata: { size: 10 }, tags: { n: 1 } };
    const { body } = await upload(token, `${JSON.stringify(line)}\n{"uuid":"x"}\n`);
    expect(body.notes).toEqual([
      expect.stringMatching(/2 rows read, 1 stored\.$/),
      '  Row 2: uuid and type are required, and the other fields must be as documented.',
    ]);
    expect(await stored(token)).toMatchObject([{ metadata: { size: 10 }, tags: { n: '1' } }]);
  });
});

describe('characters that PostgreSQL cannot store are left out', () => {
  test('of an inventory', async () => {
    const token = await newIntegration(account, { provider: 'aws' });
    const line = {
      uuid: 'vol-1',
      type: 'aws_ebs_volume',
      label: 'a\0b\\u0000',
      tags: { 'n\0': '\ud800🙂' },
    };
    const { body } = await upload(token, `${JSON.stringify(line)}\n`);
    expect(body).toMatchObject({ status: 'committed', errors: [] });
    expect(await stored(token)).toMatchObject([{ label: 'ab\\u0000', tags: { n: '\ufffd🙂' } }]);
  });

  test('of metrics', async () => {
    const token = await newIntegration(account, { provider: 'aws' });
    const { body } = await upload(token, '# TYPE max_cpu gauge\nmax_cpu{resource_id="i\0-1"} 9\n');
    expect(body).toMatchObject({ status: 'committed', errors: [] });
  });
});

describe('utilisation', () => {
  const files: [string, string][] = [
    ['CSV', 'resource_id,max_cpu,max_memory\ni-0a1,12.5,40\nnobody,1,1\n'],
    [
      'Prometheus',
      '# TYPE max_cpu gauge\nother{a="b"} 1\nmax_cpu{resource_id="i-0a1"} 9\nmax_cpu{resource_id="i-0a1"} 12.5\naws_ec2_cpuutilization_maximum{dimension_InstanceId="nobody"} 1\nmax_memory{uuid="i-0a1"} 40\n',
    ],
    [
      'CloudWatch',
      JSON.stringify({
        MetricDataResults: [
          { Id: 'a', Label: 'x', Values: [3, 12.5, 1] },
          { Id: 'b', Label: 'i-0a1 mem_used_percent', Values: [40] },
          { Id: 'c', Label: 'nobody mem_used_percent', Values: [1] },
        ],
        MetricDataQueries: [
          {
            Id: 'a',
            MetricStat: {
              Stat: 'Maximum',
              Metric: {
                Namespace: 'AWS/EC2',
                MetricName: 'CPUUtilization',
                Dimensions: [{ Name: 'InstanceId', Value: 'i-0a1' }],
              },
            },
          },
        ],
      }),
    ],
  ];

  test.each(files)(
    'as %s is stored in the metadata and survives an inventory',
    async (_, content) => {
      const token = await newIntegration(account, { provider: 'aws' });
      await upload(token, configSnapshot(configItem('i-0a1')));
      const { body } = await upload(token, content);
      expect(body.notes).toEqual([
        expect.stringContaining(', 1 stored.'),
        '  nobody is no known resource of this integration.',
      ]);
      setTime('2026-03-11T09:00:00Z');
      await upload(token, ` ${configSnapshot(configItem('i-0a1'))}`);
      expect(await stored(token)).toMatchObject([
        { metadata: { max_cpu: 12.5, max_memory: 40, state: 'running' } },
      ]);
    },
  );
});

test('a file of no known format is rejected, and one that is cut off changes nothing', async () => {
  const token = await newIntegration(account, { provider: 'aws' });
  const unknown = await upload(token, 'a,b\n1,2\n', 'x.csv');
  expect([unknown.status, unknown.body.errors]).toEqual([
    422,
    ['x.csv has none of the known formats of data files.'],
  ]);
  const whole = configSnapshot(configItem('i-1'), configItem('i-2'));
  const cut = await upload(token, whole.slice(0, -30), 'cut.json');
  expect([cut.body.status, cut.body.errors]).toEqual(['failed', ['cut.json is not valid JSON.']]);
  expect(await stored(token)).toEqual([]);
});
