import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountFacts,
  chargeFacts,
  resourceFacts,
} from '../../../../../test/recommendation-facts.js';
import { Decimal } from '../../../../platform/lib/decimal.js';
import type { Finding } from '../finding.js';
import { smallestFargateSize } from '../reference/fargate-sizes.js';
import { ebsRightsizing } from './ebs-rightsizing.js';
import { ecsRightsizing } from './ecs-rightsizing.js';
import { kubernetesRightsizing } from './kubernetes-rightsizing.js';
import { lambdaRightsizing } from './lambda-rightsizing.js';

type Metadata = Record<string, unknown>;

async function saving(found: Promise<readonly Finding[]> | readonly Finding[]) {
  return (await found)[0]?.actions[0]?.potential_savings;
}

const volume = (metadata: Metadata) =>
  resourceFacts({ type: 'aws_ebs_volume', id: 'vol-1', metadata });

test.each<[string, Metadata, string | undefined]>([
  // 4,000 IOPS × 0.005.
  ['gp3 IOPS', { volume_type: 'gp3', iops: 8000, max_iops: 3200 }, '20'],
  // Down to the 3,000 that gp3 includes.
  ['gp3 IOPS hardly used', { volume_type: 'gp3', iops: 8000, max_iops: 10 }, '25'],
  // 250 MB/s × 0.04.
  ['gp3 throughput', { volume_type: 'gp3', throughput: 500, max_throughput: 200 }, '10'],
  ['io1 IOPS', { volume_type: 'io1', iops: 10_000, max_iops: 4000 }, '325'],
  // 8,000 × 0.0455 above 32,000 and 2,000 × 0.065 below.
  ['io2 IOPS in two tiers', { volume_type: 'io2', iops: 40_000, max_iops: 24_000 }, '494'],
  ['exactly what is needed', { volume_type: 'io1', iops: 5000, max_iops: 4000 }, undefined],
  ['unknown use', { volume_type: 'io1', iops: 5000 }, undefined],
  ['no provisioned IOPS', { volume_type: 'gp2', iops: 8000, max_iops: 1 }, undefined],
])('a volume with %s', async (_, metadata, expected) => {
  expect(await saving(ebsRightsizing.find([volume(metadata)], accountFacts()))).toBe(expected);
});

test('IOPS and throughput are lowered together', async () => {
  const both = {
    volume_type: 'gp3',
    iops: 8000,
    max_iops: 3200,
    throughput: 500,
    max_throughput: 200,
  };
  const [finding] = await ebsRightsizing.find([volume(both)], accountFacts());
  expect(finding?.actions[0]).toMatchObject({
    potential_savings: '30',
    remediation_cli_command: 'aws ec2 modify-volume --volume-id vol-1 --iops 4000 --throughput 250',
  });
});

const service = (metadata: Metadata, charges = [] as ReturnType<typeof chargeFacts>[]) =>
  resourceFacts({
    type: 'aws_ecs_service',
    metadata: {
      launch_type: 'FARGATE',
      cpu: '1024',
      memory: '4096',
      desired_count: 2,
      ...metadata,
    },
    charges,
    runningHours: charges.length > 0 ? '360' : '0',
  });

test('a Fargate service saves the difference of vCPU and GB for each task', async () => {
  const [finding] = await ecsRightsizing.find(
    [service({ max_cpu: 20, max_memory: 40 })],
    accountFacts(),
  );
  // 256 units and 2,048 MiB: (0.75 × 0.04048 + 2 × 0.004445) × 2 × 730.
  expect(finding?.actions[0]).toMatchObject({
    instance_type: '256/2048',
    potential_savings: '57.305',
    terraform: 'cpu    = 256\nmemory = 2048',
  });
});

test('a service that the bill names saves for the hours that it ran', async () => {
  const half = service({ max_cpu: 20, max_memory: 40 }, [chargeFacts({})]);
  expect(await saving(ecsRightsizing.find([half], accountFacts()))).toBe('28.6525');
});

test.each<[string, Metadata]>([
  ['high use', { max_cpu: 70, max_memory: 70 }],
  ['unknown CPU', { max_memory: 10 }],
  ['EC2 instances', { launch_type: 'EC2', max_cpu: 5, max_memory: 5 }],
  ['more memory than now', { max_cpu: 70, max_memory: 90 }],
])('a service with %s keeps its size', async (_, metadata) => {
  expect(await ecsRightsizing.find([service(metadata)], accountFacts())).toEqual([]);
});

test('a Fargate size is always at least what is needed', () => {
  const cpu = fc.integer({ min: 1, max: 16_384 });
  const memory = fc.integer({ min: 1, max: 122_880 });
  fc.assert(
    fc.property(cpu, memory, (neededCpu, neededMib) => {
      const size = smallestFargateSize(neededCpu, neededMib);
      expect(size!.cpu).toBeGreaterThanOrEqual(neededCpu);
      expect(size!.memoryMib).toBeGreaterThanOrEqual(neededMib);
    }),
    { seed: 14 },
  );
  expect(smallestFargateSize(200, 1500)).toEqual({ cpu: 256, memoryMib: 2048 });
  expect(smallestFargateSize(20_000, 512)).toBeUndefined();
});

const lambda = (memory_size: number, max_memory_used: number | null) =>
  resourceFacts({
    type: 'aws_lambda_function',
    metadata: { memory_size, max_memory_used },
    charges: [
      chargeFacts({ usageType: 'USE1-Lambda-GB-Second', cost: '100' }),
      chargeFacts({ usageType: 'USE1-Request', cost: '40' }),
    ],
  });

test.each<[number, number | null, string | undefined]>([
  // 512 of 1,024 MB are needed.
  [1024, 409, '50'],
  // Never below 128 MB.
  [256, 10, '50'],
  // Exactly 60 % is enough use.
  [1000, 600, undefined],
  [128, 10, undefined],
  [1024, null, undefined],
])('a function with %i MB that used %s saves %s', async (size, used, expected) => {
  expect(await saving(lambdaRightsizing.find([lambda(size, used)], accountFacts()))).toBe(expected);
});

const container = (given: Metadata = {}) => ({
  name: 'web',
  cpu_request_m: 500,
  memory_request_mib: 1024,
  cpu_average_m: 100,
  memory_average_mib: 300,
  hours: 720,
  ...given,
});

const workload = (metadata: Metadata) =>
  resourceFacts({
    type: 'kubernetes_workload',
    metadata: {
      namespace: 'shop',
      controller_name: 'web',
      controller_type: 'Deployment',
      replicas: 4,
      containers: [container()],
      ...metadata,
    },
  });

test('a deployment of 4 replicas saves 42.46', async () => {
  const [finding] = await kubernetesRightsizing.find([workload({})], accountFacts());
  const [action] = finding!.actions;
  expect(new Decimal(action!.potential_savings).toFixed(3)).toBe('42.455');
  expect(new Decimal(action!.potential_savings).toFixed(2, Decimal.ROUND_HALF_UP)).toBe('42.46');
  expect(JSON.parse(action!.containers!)).toEqual([
    {
      name: 'web',
      current: { cpu_m: 500, memory_mib: 1024 },
      recommended: { cpu_m: 125, memory_mib: 375 },
    },
  ]);
  expect(action!.remediation_cli_command).toBe(
    'kubectl set resources deployment web --namespace shop --containers web --requests cpu=125m,memory=375Mi',
  );
});

test('replicas count for deployments and stateful sets only', async () => {
  const of = async (controller_type: string) =>
    new Decimal(
      (await saving(kubernetesRightsizing.find([workload({ controller_type })], accountFacts()))) ??
        0,
    ).toFixed(2);
  expect(await Promise.all(['StatefulSet', 'DaemonSet', 'CronJob', 'Pod'].map(of))).toEqual([
    '42.46',
    '10.61',
    '10.61',
    '0.00',
  ]);
});

test('a request that is used to 80 % stays, the other is lowered', async () => {
  const containers = [container({ cpu_average_m: 400 })];
  const [finding] = await kubernetesRightsizing.find([workload({ containers })], accountFacts());
  expect(JSON.parse(finding!.actions[0]!.containers!)).toMatchObject([
    { recommended: { cpu_m: 500, memory_mib: 375 } },
  ]);
});

test.each([
  ['that use 80 %', [container({ cpu_average_m: 400, memory_average_mib: 819.2 })]],
  ['with 47 hours of data', [container({ hours: 47 })]],
  ['without averages', [container({ cpu_average_m: null })]],
  ['of unknown shape', 'nonsense'],
])('containers %s stay as they are', async (_, containers) => {
  expect(await kubernetesRightsizing.find([workload({ containers })], accountFacts())).toEqual([]);
});

test('a saving on requests is never negative', async () => {
  const amount = fc.double({ min: 0, max: 5000, noNaN: true });
  await fc.assert(
    fc.asyncProperty(amount, amount, amount, amount, async (...amounts) => {
      const [cpu_request_m, memory_request_mib, cpu_average_m, memory_average_mib] = amounts;
      const given = { cpu_request_m, memory_request_mib, cpu_average_m, memory_average_mib };
      const resource = workload({ containers: [container(given)] });
      const found = await saving(kubernetesRightsizing.find([resource], accountFacts()));
      expect(new Decimal(found ?? 0).gte(0)).toBe(true);
    }),
    { seed: 14 },
  );
});
