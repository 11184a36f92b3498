import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { awsBill, workedMonth } from '../../../../test/aws-bill.js';
import { importCharges, importCsv } from '../../../../test/cost-fixtures.js';
import { costRequests, everything } from '../../../../test/cost-requests.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { efficiency, storeDataFile } from '../../../../test/kubernetes.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { refreshCommitments } from '../../optimise/financial-commitments/refresh-commitments.js';
import { providerFormats } from '../../intake/ingest/formats/index.js';
import { openShiftPods } from '../../optimise/kubernetes/openshift.js';

afterEach(() => setTime('2026-03-10T09:00:00Z'));

const march = { start_date: '2026-03-01', end_date: '2026-03-31' };
const gib = 2 ** 30 * 3600;
/** One pod that takes half of a node of two cores and 8 GiB for an hour, and uses half of that. */
const podUsage = (node: string) =>
  [
    'report_period_start,report_period_end,pod,namespace,node,resource_id,interval_start,interval_end,pod_usage_cpu_core_seconds,pod_request_cpu_core_seconds,pod_usage_memory_byte_seconds,pod_request_memory_byte_seconds,node_capacity_cpu_cores,node_capacity_cpu_core_seconds,node_capacity_memory_bytes,node_capacity_memory_byte_seconds,pod_labels',
    `2026-03-01 00:00:00 +0000 UTC,,api,web,alpha,${node},2026-03-01 00:00:00 +0000 UTC,2026-03-01 00:59:59 +0000 UTC,1800,3600,${2 * gib},${4 * gib},2,7200,${8 * 2 ** 30},${8 * gib},app:shop`,
  ].join('\n');

const nodeCharge = {
  day: '2026-03-01T00:00:00Z',
  service: 'EC2',
  cost: '10',
  listCost: '16',
  resource: 'arn:aws:ec2:eu-west-1:1:instance/i-0abc',
};

const clusterCosts = (account: Account) =>
  costRequests(() => account).total({ ...march, filter: "costs.provider = 'kubernetes'" });
const totalOf = async (account: Account) =>
  (await efficiency(account, { ...march, date_bin: 'total' })).total[0];

describe('the costs of a delegated cluster follow those of its nodes', () => {
  let parent: Account;
  let bill: string;
  let cluster: string;
  let child: ManagedAccount;
  const apply = async (...rules: TestRule[]) => {
    await assignRules(child, rules);
    return rebill(child);
  };

  beforeAll(async () => {
    parent = await newAccount();
    bill = await importCharges(parent, [nodeCharge]);
    ({ integration: cluster } = await storeDataFile(parent, openShiftPods, podUsage('i-0abc')));
    child = await newManagedAccount(parent, [bill, cluster]);
  });

  test('with a rule for the service of the nodes', async () => {
    await apply({ type: 'adjustment', service: 'EC2', percentage: '150' });
    expect(await clusterCosts(child)).toBe('15.0');
    expect(await totalOf(child)).toEqual({
      currency: 'USD',
      idle_cost: '11.25',
      amount: '15.0',
      cost_efficiency: '25.0',
    });
    const all = { ...march, filter: everything };
    expect(await costRequests(() => child).total(all)).toBe('15.0');
    expect(await clusterCosts(parent)).toBe('10.0');
    expect(await totalOf(parent)).toMatchObject({ amount: '16.0', cost_efficiency: '25.0' });
    expect(await rebill(child)).toEqual({ rebilled: 0, removed: 0 });
  });

  test('once, with a rule for all costs', async () => {
    await apply({ type: 'adjustment', percentage: '50' });
    expect(await clusterCosts(child)).toBe('5.0');
    expect(await totalOf(child)).toMatchObject({ amount: '5.0', idle_cost: '3.75' });
  });

  test('again, when the bill of its nodes is corrected', async () => {
    await apply({
      type: 'custom',
      sql_query: "UPDATE costs SET costs.amount = 8 WHERE costs.service = 'EC2'",
    });
    expect(await clusterCosts(child)).toBe('8.0');
    setTime('2026-03-10T09:30:00Z');
    await importCharges(parent, [{ ...nodeCharge, cost: '20' }], { integration: bill });
    await rebill(child);
    setTime('2026-03-10T10:00:00Z');
    await parent.app.jobs.run('price-clusters');
    await rebill(child);
    expect(await clusterCosts(parent)).toBe('20.0');
    expect(await clusterCosts(child)).toBe('8.0');
  });

  test('and are not shown if the bill is not shared', async () => {
    const other = await newManagedAccount(parent, [cluster]);
    await assignRules(other, [{ type: 'adjustment', percentage: '90' }]);
    await rebill(other);
    expect(await clusterCosts(other)).toBe('0.0');
    const { hidden_nodes: hidden, total } = await efficiency(other, {
      ...march,
      date_bin: 'total',
    });
    expect(hidden).toBe(true);
    expect(total).toMatchObject([{ amount: '0.0', idle_cost: '0.0', cost_efficiency: null }]);
    expect((await efficiency(child, march)).hidden_nodes).toBe(false);
  });

  test('a cluster of the managed account itself is priced from its rebilled costs', async () => {
    const other = await newManagedAccount(parent, [bill]);
    await assignRules(other, [{ type: 'adjustment', percentage: '50' }]);
    await storeDataFile(other, openShiftPods, podUsage('i-0abc'));
    setTime('2026-03-10T11:00:00Z');
    await rebill(other);
    await other.app.jobs.run('price-clusters');
    await rebill(other);
    expect(await clusterCosts(other)).toBe('10.0');
  });
});

test('the price of a commitment is what rules make of it', async () => {
  const parent = await newAccount();
  const bill = await importCsv(parent, awsBill(workedMonth()), { formats: providerFormats });
  await refreshCommitments(parent.app.services, bill, parent.app.clock());
  const child = await newManagedAccount(parent, [bill]);
  const prices = async (path: string) => {
    const { body } = await child.as.get(path);
    const found = Object.values(body).find((value) => Array.isArray(value));
    return (found as { commitment: string }[]).map(({ commitment }) => commitment);
  };
  const paths = ['/v2/financial_commitments', '/v2/financial_commitments/status'];
  expect(await prices(paths[0]!)).toEqual(['$0.20', '$0.98']);
  await assignRules(child, [{ type: 'adjustment', percentage: '50' }]);
  for (const path of paths) expect(await prices(path)).toEqual(['$0.20', '$0.98']);
  await rebill(child);
  for (const path of paths) expect(await prices(path)).toEqual(['$0.10', '$0.49']);
});
