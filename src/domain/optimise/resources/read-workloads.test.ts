import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { storeDataFile } from '../../../../test/kubernetes.js';
import { assignRules, newManagedAccount, rebill } from '../../../../test/managed-accounts.js';
import { openCostJson } from '../kubernetes/opencost-json.js';

afterAll(() => setTime('2026-03-10T09:00:00Z'));

let account: Account;
let cluster: string;
let bill: string;

const mib = 2 ** 20;
/** A pod of OpenCost over two days. */
const pod = (name: string, kind: string, more: object = {}) => ({
  name,
  properties: {
    cluster: 'prod',
    namespace: 'web',
    pod: name,
    container: 'app',
    controller: name.replace(/-\d+$/, ''),
    controllerKind: kind,
    node: 'node-1',
    providerID: 'aws:///eu-west-1a/i-0abc',
    labels: { app: 'shop' },
  },
  window: { start: '2026-03-08T00:00:00Z', end: '2026-03-10T00:00:00Z' },
  minutes: 2880,
  cpuCores: 0.5,
  cpuCoreRequestAverage: 0.5,
  cpuCoreUsageAverage: 0.1,
  cpuCost: 4,
  ramBytes: 1024 * mib,
  ramByteRequestAverage: 1024 * mib,
  ramByteUsageAverage: 300 * mib,
  ramCost: 1,
  totalCost: 5,
  ...more,
});

const store = (...pods: { name: string }[]) =>
  storeDataFile(
    account,
    openCostJson,
    JSON.stringify({
      code: 200,
      data: [Object.fromEntries(pods.map((each) => [each.name, each]))],
    }),
    cluster ? { integration: cluster } : {},
  );

const sync = () => account.app.jobs.run('sync-resources', { integration_token: cluster });
const workloads = async (of: Account = account) => {
  const query = new URLSearchParams({
    workspace_token: of.workspace.token,
    filter: "resources.provider = 'kubernetes' AND resources.type = 'kubernetes_workload'",
    include_cost: 'true',
    include_summary: 'true',
  });
  const { status, body } = await of.as.get(`/v2/resources?${query.toString()}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.resources;
};

beforeAll(async () => {
  account = await newAccount();
  bill = await importCharges(
    account,
    ['2026-03-08', '2026-03-09'].map((day) => ({
      day,
      service: 'EC2',
      cost: '20',
      resource: 'i-0abc',
    })),
  );
  ({ integration: cluster } = await store(
    ...[1, 2, 3, 4].map((number) => pod(`api-${number}`, 'deployment')),
    pod('report-1', 'job'),
    pod('loose', '', { properties: { cluster: 'prod', namespace: 'web', pod: 'loose' } }),
  ));
  await sync();
});

test('workloads of clusters are resources, with requests, use and efficiency', async () => {
  const [api, report, ...others] = await workloads();
  expect(others).toEqual([]);
  expect(api).toMatchObject({
    uuid: 'prod/web/deployment/api',
    type: 'kubernetes_workload',
    label: 'api',
    provider: 'kubernetes',
    region: 'eu-west-1',
    tags: { app: 'shop' },
    costs: [
      { category: 'cpu', amount: 16 },
      { category: 'ram', amount: 4 },
    ],
    summary: { cost: '20.0', billed_services: [] },
  });
  expect(api.metadata).toEqual({
    cluster_id: 'prod',
    namespace: 'web',
    controller_name: 'api',
    controller_type: 'deployment',
    replicas: 4,
    cost_efficiency: 21.9,
    containers: [
      {
        name: 'app',
        cpu_request_m: 500,
        memory_request_mib: 1024,
        cpu_average_m: 100,
        memory_average_mib: 300,
        hours: 48,
      },
    ],
  });
  expect(report).toMatchObject({
    uuid: 'prod/web/job/report',
    metadata: { containers: [{ cpu_request_m: null, cpu_average_m: null, hours: 48 }] },
  });
});

test('they are recommended smaller requests', async () => {
  await account.app.jobs.run('find-recommendations', { account_token: account.account.token });
  const { body } = await account.as.get('/v2/recommendations?type=kubernetes');
  expect(body.recommendations).toMatchObject([
    {
      type: 'kubernetes:workload:rightsizing',
      provider_account_id: 'prod',
      potential_savings: '42.46',
      resources_affected_count: 1,
    },
  ]);
});

test('their costs are in no total beside those of the nodes', async () => {
  const { body: all } = await account.as.post('/v2/cost_reports', {
    title: 'All costs',
    start_date: '2026-03-01',
    end_date: '2026-03-31',
  });
  const { body } = await account.as.get(`/v2/costs?cost_report_token=${all.token}`);
  expect(body.total_cost.amount).toBe('40.0');
});

test('a managed account sees their rebilled costs', async () => {
  const child = await newManagedAccount(account, [bill, cluster]);
  await assignRules(child, [{ type: 'adjustment', service: 'EC2', percentage: '150' }]);
  await rebill(child);
  expect((await workloads(child))[0]).toMatchObject({
    summary: { cost: '30.0' },
    metadata: { cost_efficiency: 21.9 },
  });
});

test('they follow the data, and leave with it', async () => {
  const [before] = await workloads();
  setTime('2026-03-10T10:00:00Z');
  await store(pod('api-1', 'deployment', { cpuCoreUsageAverage: 0.5 }));
  await sync();
  const found = await workloads();
  expect(found).toMatchObject([
    { token: before.token, metadata: { replicas: 1, containers: [{ cpu_average_m: 500 }] } },
  ]);
  await account.app.services.db
    .updateTable('loads')
    .set({ status: 'superseded' })
    .where('integration_token', '=', cluster)
    .execute();
  setTime('2026-03-10T10:30:00Z');
  await sync();
  expect(await workloads()).toEqual([]);
});
