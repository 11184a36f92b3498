import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { hasSamples, sample } from '../../../../test/ingest/sample-files.js';
import { efficiency, storeDataFile, storeFile } from '../../../../test/kubernetes.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { openCostCsv } from './opencost-csv.js';
import { openCostCloudCost, openCostJson } from './opencost-json.js';
import { openShiftPods, openShiftStorage } from './openshift.js';

let account: Account;
afterEach(() => setTime('2026-03-10T09:00:00Z'));
beforeAll(async () => {
  account = await newAccount();
});

/** An allocation of OpenCost over one hour. */
const allocation = (name: string, hour: number, more: object = {}) => ({
  name,
  properties: {
    cluster: 'prod',
    namespace: 'web',
    pod: name,
    container: 'app',
    controller: 'api',
    controllerKind: 'deployment',
    node: 'node-1',
    providerID: 'aws:///eu-west-1a/i-0abc',
    services: ['api'],
    labels: { app: 'shop', namespace: 'label of this name' },
    namespaceLabels: { team: 'web', app: 'ignored' },
  },
  window: {
    start: `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`,
    end: `2026-03-01T${String(hour + 1).padStart(2, '0')}:00:00Z`,
  },
  minutes: 60,
  cpuCores: 2,
  cpuCoreRequestAverage: 2,
  cpuCoreUsageAverage: 0.5,
  cpuCoreHours: 2,
  cpuCost: 0.04,
  ramBytes: 1024,
  ramByteRequestAverage: 512,
  ramByteUsageAverage: 1024,
  ramByteHours: 1024,
  ramCost: 0.01,
  pvCost: 0.002,
  pvByteHours: 4096,
  networkCost: 0.003,
  loadBalancerCost: 0.004,
  totalCost: 0.059,
  ...more,
});

const answer = (...steps: object[][]) =>
  JSON.stringify({
    code: 200,
    data: steps.map((step) =>
      Object.fromEntries(step.map((each) => [(each as { name: string }).name, each])),
    ),
  });

const march = { start_date: '2026-03-01', end_date: '2026-03-31', date_bin: 'total' };

describe('hours of OpenCost', () => {
  let integration: string;
  beforeAll(async () => {
    const stored = await storeDataFile(
      account,
      openCostJson,
      answer([allocation('api-1', 0)], [allocation('api-1', 1)]),
    );
    expect(stored).toMatchObject({ rowsRead: 2, rowsStored: 10, warnings: [] });
    integration = stored.integration;
  });

  test('become figures of cpu, memory and GPUs alone', async () => {
    const { total, figures } = await efficiency(account, { ...march, groupings: 'category' });
    expect(total).toEqual([
      { currency: 'USD', idle_cost: '0.06', amount: '0.1', cost_efficiency: '40.0' },
    ]);
    expect(figures).toEqual([
      {
        date: '2026-03-01',
        groups: ['cpu'],
        currency: 'USD',
        idle_cost: '0.06',
        amount: '0.08',
        cost_efficiency: '25.0',
      },
      {
        date: '2026-03-01',
        groups: ['ram'],
        currency: 'USD',
        idle_cost: '0.0',
        amount: '0.02',
        cost_efficiency: '100.0',
      },
    ]);
  });

  test.each([
    ['cluster_id', ['prod']],
    ['namespace', ['web']],
    ['region', ['eu-west-1']],
    ['labeled', ['labeled']],
    ['pod', ['api-1']],
    ['label:app', ['shop']],
    ['label:namespace', ['label of this name']],
    ['label:missing', [null]],
    ['controller', ['deployment/api']],
    ['node', ['node-1']],
  ])('are grouped by %s', async (groupings, groups) => {
    const { figures } = await efficiency(account, { ...march, groupings });
    expect(figures).toMatchObject([{ groups, amount: '0.1' }]);
  });

  test('count in each of their labels', async () => {
    const { figures } = await efficiency(account, { ...march, groupings: 'label' });
    expect(
      figures.map(({ groups, amount }: { groups: string[]; amount: string }) => [
        groups[0],
        amount,
      ]),
    ).toEqual([
      ['app:shop', '0.1'],
      ['namespace:label of this name', '0.1'],
      ['team:web', '0.1'],
    ]);
  });

  test.each([
    ["kubernetes.namespace = 'web'", 1],
    ["kubernetes.namespace = 'other'", 0],
    ["kubernetes.labels->>'app' = 'shop'", 1],
    ["kubernetes.category = 'gpu'", 0],
    ["kubernetes.pod LIKE 'api%'", 1],
  ])('are filtered by %s', async (filter, count) => {
    expect((await efficiency(account, { ...march, filter })).figures).toHaveLength(count);
  });

  test('are replaced hour by hour, and the other hours of the day stay', async () => {
    const next = answer(
      [allocation('api-1', 1, { cpuCost: 0.08, totalCost: 0.099 })],
      [allocation('api-2', 2)],
    );
    await storeDataFile(account, openCostJson, next, { integration });
    const { figures } = await efficiency(account, { ...march, groupings: 'pod' });
    expect(figures).toMatchObject([
      { groups: ['api-1'], amount: '0.14' },
      { groups: ['api-2'], amount: '0.05' },
    ]);
    await storeDataFile(account, openCostJson, next, { integration });
    expect((await efficiency(account, march)).total).toMatchObject([{ amount: '0.19' }]);
  });

  test('repeat the bill, so they count only where a filter names them', async () => {
    await importCharges(account, [{ day: '2026-03-01', service: 'EC2', cost: '5' }]);
    const total = async (filter: string) => {
      const query = new URLSearchParams({
        filter,
        start_date: '2026-03-01',
        end_date: '2026-03-31',
      });
      return (await account.as.get(`/v2/costs?${query.toString()}`)).body.total_cost.amount;
    };
    const { body: all } = await account.as.post('/v2/cost_reports', {
      title: 'All costs',
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    });
    const { body } = await account.as.get(`/v2/costs?cost_report_token=${all.token}`);
    expect(body.total_cost.amount).toBe('5.0');
    const clusters = "costs.provider = 'kubernetes'";
    expect(await total(clusters)).toBe('0.217');
    expect(await total(`${clusters} AND costs.service = 'prod'`)).toBe('0.217');
    expect(await total(`${clusters} AND tags.name = 'namespace' AND tags.value = 'web'`)).toBe(
      '0.217',
    );
    expect(
      await total(`${clusters} AND tags.name = 'vntg:category' AND tags.value = 'storage'`),
    ).toBe('0.006');
    expect(await total(`costs.provider = 'aws' OR ${clusters}`)).toBe('5.217');
  });
});

test('a sum of categories that differs from the total is a warning', async () => {
  const own = await newAccount();
  const wrong = answer([allocation('api-1', 0, { totalCost: 1 })]);
  const { warnings } = await storeDataFile(own, openCostJson, wrong);
  expect(warnings).toEqual(['api-1: the categories add up to 0.059, but the total cost is 1.']);
});

test('idle capacity of OpenCost is idle as a whole', async () => {
  const own = await newAccount();
  const idle = allocation('prod/__idle__', 0, {
    properties: { cluster: 'prod' },
    cpuCoreRequestAverage: 0,
    cpuCoreUsageAverage: 0,
  });
  await storeDataFile(own, openCostJson, answer([idle]));
  const { figures } = await efficiency(own, { ...march, groupings: 'namespace' });
  expect(figures).toMatchObject([
    { groups: ['__idle__'], idle_cost: '0.05', amount: '0.05', cost_efficiency: '0.0' },
  ]);
});

test('Kubernetes data needs an integration of a cluster', async () => {
  const own = await newAccount();
  const aws = await importCharges(own, [{ day: '2026-03-01', service: 'EC2', cost: '5' }]);
  await expect(
    storeDataFile(own, openCostJson, answer([allocation('a', 0)]), { integration: aws }),
  ).rejects.toThrow('needs an integration of the provider kubernetes');
});

test('the CSV export of OpenCost has one day per row', async () => {
  const own = await newAccount();
  const csv = [
    'Date,Namespace,ControllerKind,ControllerName,Pod,Container,CPUCoreUsageAverage,CPUCoreRequestAverage,RAMBytesUsageAverage,RAMBytesRequestAverage,NetworkReceiveBytes,NetworkTransferBytes,GPUs,PVBytes,CPUCost,RAMCost,NetworkCost,PVCost,GPUCost,TotalCost,Labels,Label_team',
    '2026-03-01,web,deployment,api,api-1,app,0.25,1,300,200,0,0,0,0,1.2,0.3,0.1,0,0,1.6,"{""app"":""shop""}",core',
  ].join('\n');
  expect(openCostCsv.recognizes(Buffer.from(csv), 'x.csv')).toBe(true);
  const { rowsRead, rowsStored } = await storeDataFile(own, openCostCsv, csv);
  expect([rowsRead, rowsStored]).toEqual([1, 3]);
  const { figures } = await efficiency(own, { ...march, groupings: 'cluster_id,label:team' });
  expect(figures).toMatchObject([
    { groups: ['Cluster', 'core'], idle_cost: '0.9', amount: '1.5', cost_efficiency: '40.0' },
  ]);
});

describe.runIf(hasSamples)('the sample files', () => {
  const july = { start_date: '2023-07-01', end_date: '2023-07-31', date_bin: 'total' };

  test('of OpenCost give the published figures', async () => {
    const own = await newAccount();
    const path = sample('kubernetes/opencost-allocation-2023-07.json');
    expect(openCostJson.recognizes((await readFile(path)).subarray(0, 65_536), path)).toBe(true);
    const { warnings } = await storeFile(own, openCostJson, path);
    expect(warnings).toEqual([]);
    const { total, figures } = await efficiency(own, { ...july, groupings: 'namespace' });
    // The total costs add up to 1.77816; OpenCost rounds them and the costs of categories separately.
    expect(total).toMatchObject([{ amount: '1.77815' }]);
    const rounded = figures.map((figure: Record<string, string> & { groups: string[] }) => [
      figure.groups[0],
      figure['amount'],
      Number(figure['idle_cost']).toFixed(6),
    ]);
    expect(rounded).toEqual([
      ['kube-system', '1.52743', '1.404904'],
      ['prometheus', '0.14136', '0.000000'],
      ['opencost', '0.10936', '0.093044'],
    ]);
    const [system] = figures;
    expect(Number(system.idle_cost).toFixed(9)).toBe('1.404904427');
    expect(system.cost_efficiency).toBe('8.0216817');
    const categories = await efficiency(own, {
      ...july,
      groupings: 'category',
      filter: "kubernetes.namespace = 'kube-system'",
    });
    const idle = categories.figures.map((figure: { idle_cost: string }) =>
      Number(figure.idle_cost).toFixed(9),
    );
    expect(idle).toEqual(['1.401020593', '0.003883834']);
    const days = await efficiency(own, { ...july, date_bin: 'day' });
    expect(days.figures).toHaveLength(8);
  });

  test('of OpenCost cloud costs are recognised and refused', async () => {
    const path = sample('kubernetes/opencost-cloudcost-2023-10.json');
    const start = (await readFile(path)).subarray(0, 65_536);
    expect(openCostJson.recognizes(start, path)).toBe(false);
    expect(openCostCloudCost.recognizes(start, path)).toBe(true);
    await expect(storeFile(account, openCostCloudCost, path)).rejects.toThrow('repeat the bills');
  });

  test('of OpenShift keep their usage, which has no cost without a bill', async () => {
    const own = await newAccount();
    const pods = sample('kubernetes/openshift-pod-usage-2019-02.csv');
    expect(openShiftPods.recognizes((await readFile(pods)).subarray(0, 65_536), pods)).toBe(true);
    const stored = await storeFile(own, openShiftPods, pods);
    expect(stored).toMatchObject({
      rowsRead: 480,
      warnings: [expect.stringContaining('No bill has the nodes alpha')],
    });
    const volumes = sample('kubernetes/openshift-storage-2019-01.csv');
    const { integration } = stored;
    expect(await storeFile(own, openShiftStorage, volumes, { integration })).toMatchObject({
      rowsRead: 381,
      rowsStored: 381,
    });
    const usage = await selectRows<Record<string, string>>(
      own.app.services.costs.client,
      sql`SELECT category, sum(requested) AS requested, sum(used) AS used,
         min(window_start) AS first, max(window_end) AS last,
         countIf(namespace = 'namespace_ci') AS ci, countIf(namespace = 'namespace_qa') AS qa
       FROM kubernetes_allocation
       WHERE integration_token = ${sql.bind('String', integration)} AND category IN ('cpu', 'storage')
       GROUP BY category ORDER BY category`,
    );
    const seconds = (hours: string | undefined) => (Number(hours) * 3600).toFixed(5);
    const [cpu, storage] = usage;
    expect(seconds(cpu?.['requested'])).toBe('8750200.00000');
    expect(seconds(cpu?.['used'])).toBe('4387480.43168');
    expect(cpu).toMatchObject({ ci: '240', qa: '240', first: '2019-02-01T00:00:00Z' });
    expect(Math.round(Number(storage?.['used']) * 3600)).toBe(295_027_396_853_760);
    expect(storage).toMatchObject({ first: '2019-01-31T14:00:00Z', last: '2019-02-05T21:00:00Z' });
  });
});

describe('OpenShift usage', () => {
  const csv = (...rows: string[]) =>
    [
      'report_period_start,report_period_end,pod,namespace,node,resource_id,interval_start,interval_end,pod_usage_cpu_core_seconds,pod_request_cpu_core_seconds,pod_usage_memory_byte_seconds,pod_request_memory_byte_seconds,node_capacity_cpu_cores,node_capacity_cpu_core_seconds,node_capacity_memory_bytes,node_capacity_memory_byte_seconds,pod_labels',
      ...rows,
    ].join('\n');
  const gib = 2 ** 30 * 3600;
  const row = (hour: number, pod: string, cores: [number, number], ram: [number, number]) => {
    const at = (minute: string) =>
      `2026-03-01 ${String(hour).padStart(2, '0')}:${minute} +0000 UTC`;
    const seconds = [cores[1] * 3600, cores[0] * 3600, ram[1] * gib, ram[0] * gib];
    return `2026-03-01 00:00:00 +0000 UTC,,${pod},web,alpha,i-0abc,${at('00:00')},${at('59:59')},${seconds.join()},2,7200,${8 * 2 ** 30},${8 * gib},app:shop|team:web`;
  };
  const usage = csv(
    row(0, 'api', [1, 0.25], [2, 1.5]),
    row(0, 'job', [0.5, 0.5], [2, 2]),
    row(1, 'api', [1, 0.25], [2, 1.5]),
  );

  test('is priced from the bill of its nodes: billed in cost reports; at list prices, where the bill has them, in efficiency reports', async () => {
    const own = await newAccount();
    const { integration } = await storeDataFile(own, openShiftPods, usage, { name: 'pods.csv' });
    expect((await efficiency(own, march)).total).toMatchObject([
      { amount: '0.0', cost_efficiency: null },
    ]);
    // Two hours of a node at half its list price; the bill comes after the usage.
    setTime('2026-03-10T09:30:00Z');
    await importCharges(own, [
      {
        day: '2026-03-01T00:00:00Z',
        service: 'EC2',
        cost: '0.048',
        listCost: '0.096',
        resource: 'arn:aws:ec2:eu-west-1:1:instance/i-0abc',
      },
      {
        day: '2026-03-01T01:00:00Z',
        service: 'EC2',
        cost: '0.036',
        listCost: '0.084',
        resource: 'arn:aws:ec2:eu-west-1:1:instance/i-0abc',
      },
      // A line without a list price counts at its cost.
      {
        day: '2026-03-01T01:00:00Z',
        service: 'EC2',
        cost: '0.012',
        resource: 'arn:aws:ec2:eu-west-1:1:instance/i-0abc',
      },
    ]);
    setTime('2026-03-10T10:00:00Z');
    await own.app.jobs.run('price-clusters');
    const { total, figures } = await efficiency(own, { ...march, groupings: 'namespace,pod' });
    expect(total).toMatchObject([{ amount: '0.192' }]);
    const amounts = figures.map(
      (figure: { groups: string[]; amount: string; idle_cost: string }) => [
        ...figure.groups,
        Number(figure.amount).toFixed(6),
        Number(figure.idle_cost).toFixed(6),
      ],
    );
    expect(amounts).toEqual([
      ['__idle__', null, '0.088753', '0.088753'],
      ['web', 'api', '0.079247', '0.051059'],
      ['web', 'job', '0.024000', '0.000000'],
    ]);
    const query = new URLSearchParams({
      filter: "costs.provider = 'kubernetes'",
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    });
    expect((await own.as.get(`/v2/costs?${query.toString()}`)).body.total_cost.amount).toBe(
      '0.096',
    );
    const again = await storeDataFile(own, openShiftPods, usage, { integration, name: 'pods.csv' });
    expect(again.warnings).toEqual([]);
    expect((await efficiency(own, march)).total).toEqual(total);
  });
});
