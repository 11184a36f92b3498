import { beforeAll, expect, test } from 'vitest';
import { costsCsv, importCsv, newIntegration } from '../../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../../test/harness.js';
import { newResource } from '../../../../../test/resources.js';
import { addDays } from '../../../../platform/lib/days.js';
import { operatorContext } from '../../../../platform/kernel/operator-context.js';
import { providerFormats } from '../../../intake/ingest/formats/index.js';
import { evaluateWorkspace } from '../evaluate-workspace.js';
import { rules } from './index.js';

const owner = '111122223333';
// No price list has it: prices come from the bill, whatever other tests import.
const region = 'nowhere-1';
const plan = 'arn:aws:savingsplans::111122223333:savingsplan/plan-1';
const ec2 = (kind: string, id: string) => `arn:aws:ec2:us-east-1:${owner}:${kind}/${id}`;

let account: Account;
let integration: string;

/** The same charge on each of the 30 days before 2026-03-10. */
function daily(resource: string, usageType: string, charge: Record<string, string>) {
  return Array.from({ length: 30 }, (_, index) => {
    const day = addDays('2026-02-08', index);
    return {
      BillingAccountId: '999900001111',
      BillingCurrency: 'USD',
      BillingPeriodStart: `${day.slice(0, 7)}-01T00:00:00Z`,
      ChargePeriodStart: `${day}T00:00:00Z`,
      ChargePeriodEnd: `${addDays(day, 1)}T00:00:00Z`,
      ChargeCategory: 'Usage',
      EffectiveCost: charge['BilledCost'] ?? '0',
      ProviderName: 'AWS',
      PublisherName: 'AWS',
      InvoiceIssuerName: 'AWS',
      ServiceName: 'Amazon Elastic Compute Cloud',
      ServiceCategory: 'Compute',
      RegionId: region,
      SubAccountId: owner,
      ResourceId: resource,
      x_UsageType: usageType,
      ...charge,
    };
  });
}

const hours = (BilledCost: string, InstanceType?: string) => ({
  BilledCost,
  ConsumedQuantity: '24',
  ConsumedUnit: 'Hours',
  ...(InstanceType && { SkuPriceDetails: JSON.stringify({ InstanceType }) }),
});

const bill = [
  daily('i-big', 'BoxUsage:m5.xlarge', hours('4.608', 'm5.xlarge')),
  daily('i-small', 'BoxUsage:m5.large', hours('2.304', 'm5.large')),
  daily('i-paused', 'BoxUsage:m5.large', hours('2.304', 'm5.large')).slice(0, 1),
  daily('vol-stopped', 'EBS:VolumeUsage.gp3', { BilledCost: '0.4' }),
  daily('vol-paused', 'EBS:VolumeUsage.gp3', { BilledCost: '0.4' }),
  daily(
    `arn:aws:elasticloadbalancing:us-east-1:${owner}:loadbalancer/app/old/1`,
    'LoadBalancerUsage',
    hours('0.54'),
  ),
  daily('photos', 'TimedStorage-ByteHrs', { BilledCost: '7.66' }),
  daily(`arn:aws:logs:us-east-1:${owner}:log-group:/app/web`, 'TimedStorage-ByteHrs', {
    BilledCost: '3',
  }),
  daily(
    `arn:aws:eks:us-east-1:${owner}:cluster/shop`,
    'AmazonEKS-Hours:extendedSupport',
    hours('12'),
  ),
  daily('snap-1', 'EBS:SnapshotUsage', { BilledCost: '0.5' }),
  daily('snap-2', 'EBS:SnapshotUsage', { BilledCost: '0.5' }),
  ...(['Used', 'Unused'] as const).map((status) =>
    daily(plan, 'ComputeSP:1yrNoUpfront', {
      BilledCost: '0',
      EffectiveCost: status === 'Used' ? '21.6' : '2.4',
      CommitmentDiscountId: plan,
      CommitmentDiscountCategory: 'Spend',
      CommitmentDiscountType: 'Compute Savings Plan',
      CommitmentDiscountStatus: status,
    }),
  ),
].flat();

const inventory: [string, string, Record<string, unknown>][] = [
  [
    'aws_instance',
    ec2('instance', 'i-big'),
    { instance_type: 'm5.xlarge', state: 'running', max_cpu: 12 },
  ],
  [
    'aws_instance',
    ec2('instance', 'i-small'),
    { instance_type: 'm5.large', state: 'running', max_cpu: 90 },
  ],
  ['aws_instance', ec2('instance', 'i-stopped'), { instance_type: 'm5.large', state: 'stopped' }],
  ['aws_instance', ec2('instance', 'i-paused'), { instance_type: 'm5.large', state: 'stopped' }],
  [
    'aws_ebs_volume',
    ec2('volume', 'vol-stopped'),
    { volume_type: 'gp3', state: 'in-use', attached_instance_id: 'i-stopped' },
  ],
  [
    'aws_ebs_volume',
    ec2('volume', 'vol-paused'),
    { volume_type: 'gp3', state: 'in-use', attached_instance_id: 'i-paused' },
  ],
  ['aws_lb', `arn:aws:elasticloadbalancing:us-east-1:${owner}:loadbalancer/app/old/1`, {}],
  [
    'aws_eip',
    ec2('elastic-ip', 'eipalloc-1'),
    { allocation_id: 'eipalloc-1', association_id: null },
  ],
  [
    'aws_eip',
    ec2('elastic-ip', 'eipalloc-2'),
    { allocation_id: 'eipalloc-2', association_id: 'eipassoc-2' },
  ],
  ['aws_s3_bucket', 'arn:aws:s3:::photos', { name: 'photos', standard_storage_gb: 10_000 }],
  [
    'aws_cloudwatch_log_group',
    `arn:aws:logs:us-east-1:${owner}:log-group:/app/web`,
    { name: '/app/web', retention_in_days: null, creation_time: '2025-05-14T09:00:00Z' },
  ],
  ['aws_eks_cluster', `arn:aws:eks:us-east-1:${owner}:cluster/shop`, { version: '1.31' }],
  [
    'aws_instance_snapshot',
    ec2('snapshot', 'snap-1'),
    { volume_id: 'vol-gone', start_time: '2025-01-01T00:00:00Z' },
  ],
  [
    'aws_instance_snapshot',
    ec2('snapshot', 'snap-2'),
    { volume_id: 'vol-paused', start_time: '2025-01-01T00:00:00Z' },
  ],
  ['aws_savings_plan', plan, { end: '2027-01-01T00:00:00Z' }],
];

beforeAll(async () => {
  account = await newAccount();
  integration = await newIntegration(account, { provider: 'aws' });
  await importCsv(account, costsCsv(bill), { integration, formats: providerFormats });
  for (const [type, uuid, metadata] of inventory) {
    await newResource(account, { integration_token: integration, region, type, uuid, metadata });
  }
  const container = { name: 'web', cpu_request_m: 500, memory_request_mib: 1024, hours: 720 };
  await newResource(account, {
    integration_token: integration,
    provider: 'kubernetes',
    type: 'kubernetes_workload',
    uuid: 'cluster-1/shop/deployment/web',
    metadata: {
      cluster_id: 'cluster-1',
      controller_type: 'Deployment',
      replicas: 4,
      containers: [{ ...container, cpu_average_m: 100, memory_average_mib: 300 }],
    },
  });
});

test('a bill and an inventory give exactly the recommendations that they support', async () => {
  const ctx = await operatorContext(account.app, account.account.token);
  const tested = rules.filter(({ purchase }) => !purchase);
  const { failures } = await evaluateWorkspace(ctx, account.workspace.token, tested);
  expect(failures).toEqual([]);
  const { body } = await account.as.get('/v2/recommendations?limit=100');
  const found = body.recommendations.map((each: Record<string, unknown>) => [
    each['type'],
    each['provider_account_id'],
    each['potential_savings'],
    each['resources_affected_count'],
  ]);
  expect(found.toSorted()).toEqual([
    ['aws:cloudwatch:log-retention', owner, '81.0', 1],
    ['aws:ec2:rightsizing', owner, '69.12', 1],
    ['aws:ec2:snapshot-cleanup', owner, '15.0', 1],
    ['aws:ec2:unused-reserved-instances', owner, '72.0', 1],
    ['aws:eks:in-extended-support', owner, '360.0', 1],
    ['aws:elastic-ip:unattached', owner, '3.65', 1],
    ['aws:s3:glacier-instant-retrieval', owner, '189.83', 1],
    // The load balancer 16.20, and the volume of the instance that was stopped all the time 12.00.
    ['idle-resource', owner, '28.2', 2],
    ['kubernetes:workload:rightsizing', 'cluster-1', '42.46', 1],
  ]);
});
