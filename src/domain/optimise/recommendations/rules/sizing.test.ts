import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountFacts,
  chargeFacts,
  resourceFacts,
} from '../../../../../test/recommendation-facts.js';
import type { ResourceFacts } from '../facts.js';
import { Decimal } from '../../../../platform/lib/decimal.js';
import type { Finding } from '../finding.js';
import { ec2Machines } from '../reference/ec2-machines.js';
import type { ResourceRule } from '../rule.js';
import { azureVmRightsizing } from './azure-vm-rightsizing.js';
import { ec2OptimalTypes } from './ec2-optimal-types.js';
import { ec2Rightsizing } from './ec2-rightsizing.js';
import { gcpRightsizing } from './gcp-rightsizing.js';
import { rdsRightsizing } from './rds-rightsizing.js';

const prices = {
  'ec2 m5.2xlarge': '0.384',
  'ec2 m5.xlarge': '0.192',
  'ec2 m5.large': '0.096',
  'ec2 c5.9xlarge': '1.53',
  'ec2 c5.4xlarge': '0.68',
  'ec2 c6i.large': '0.085',
  'ec2 r6i.large': '0.126',
  'ec2 m6i.large': '0.096',
  'ec2 m7i.large': '0.1008',
  'ec2 m6g.large': '0.077',
  'ec2 t3.large': '0.0832',
  'rds db.m5.xlarge': '0.342',
  'rds db.m5.large': '0.171',
  'virtual-machines Standard_D4s_v3': '0.192',
  'virtual-machines Standard_D2s_v3': '0.096',
};

function machine(
  type: string,
  metadata: Record<string, unknown>,
  given: Partial<ResourceFacts> = {},
) {
  return resourceFacts({ type, id: 'm-1', metadata, ...given });
}

const instance = (metadata: Record<string, unknown>, given: Partial<ResourceFacts> = {}) =>
  machine('aws_instance', { instance_type: 'm5.xlarge', ...metadata }, given);

async function find(rule: ResourceRule, resource: ResourceFacts): Promise<readonly Finding[]> {
  return rule.find([resource], accountFacts({ prices }));
}

/** Target and saving of each action. */
async function targets(rule: ResourceRule, resource: ResourceFacts): Promise<unknown[]> {
  const findings = await find(rule, resource);
  return findings.flatMap(({ actions }) =>
    actions.map((action) => [action.instance_type, action.potential_savings]),
  );
}

test('an m5.xlarge that is always on and half used saves 70.08 as m5.large', async () => {
  const [finding] = await find(ec2Rightsizing, instance({ max_cpu: 39.9, max_memory: 39.9 }));
  expect(finding?.actions).toMatchObject([
    {
      action: 'modify',
      instance_type: 'm5.large',
      potential_savings: '70.08',
      remediation_cli_command: `aws ec2 modify-instance-attribute --instance-id m-1 --instance-type '{"Value":"m5.large"}'`,
    },
  ]);
  expect(finding?.evidence).toContainEqual({
    label: 'Price of m5.xlarge per hour',
    value: '0.192 USD',
  });
});

test('an instance that ran half of the time saves half', async () => {
  const halfTime = instance({ max_cpu: 10 }, { runningHours: '360' });
  expect(await targets(ec2Rightsizing, halfTime)).toEqual([['m5.large', '35.04']]);
});

test.each<[string, Record<string, unknown>]>([
  ['CPU of 40 %', { max_cpu: 40, max_memory: 10 }],
  ['memory of 40 %', { max_cpu: 10, max_memory: 40 }],
  ['unknown CPU', { max_memory: 10 }],
  ['no smaller size', { max_cpu: 10, instance_type: 'm5.large' }],
  ['an unknown type', { max_cpu: 10, instance_type: 'x9.huge' }],
  ['an unknown price', { max_cpu: 10, instance_type: 'r5.xlarge' }],
  ['a spot price', { max_cpu: 10, instance_lifecycle: 'spot' }],
  // 39 % of 36 vCPU is 87.75 % of 16.
  ['a next size that is less than half', { max_cpu: 39, instance_type: 'c5.9xlarge' }],
])('an instance with %s keeps its size', async (_, metadata) => {
  expect(await find(ec2Rightsizing, instance(metadata))).toEqual([]);
});

test('35 % of 36 vCPU is 78.75 % of 16, which is allowed', async () => {
  const large = instance({ max_cpu: 35, instance_type: 'c5.9xlarge' });
  expect(await targets(ec2Rightsizing, large)).toEqual([['c5.4xlarge', '620.5']]);
});

test('the cheapest types of any family come first, at most three', async () => {
  const measured = instance({ max_cpu: 20, max_memory: 10 });
  expect(await targets(ec2OptimalTypes, measured)).toEqual([
    ['c6i.large', '78.11'],
    ['m5.large', '70.08'],
    ['m6i.large', '70.08'],
  ]);
});

test('memory that was not measured is not taken away', async () => {
  // 16 GiB are those of r6i.large; arm and burstable types never replace an m5.
  expect(await targets(ec2OptimalTypes, instance({ max_cpu: 20 }))).toEqual([
    ['r6i.large', '48.18'],
  ]);
});

test('network and disk count where they are measured', async () => {
  const busy = { max_cpu: 20, max_memory: 10, max_network: 70 };
  expect(await targets(ec2OptimalTypes, instance(busy))).toEqual([]);
  const calm = { max_cpu: 20, max_memory: 10, max_network: 40, max_disk: 30 };
  expect(await targets(ec2OptimalTypes, instance(calm))).toHaveLength(3);
});

test('bytes per second count against the bandwidth of the target', async () => {
  // m5.large has 624 Mbit/s of network; 80 % of it are 62.4 MB/s.
  const peaks = (max_network_in_bytes_per_second: number) =>
    instance({ max_cpu: 20, max_memory: 10, max_network_in_bytes_per_second });
  const names = async (bytes: number) =>
    (await find(ec2OptimalTypes, peaks(bytes)))[0]?.actions.map((action) => action.instance_type);
  expect(await names(62_400_000)).toEqual(['c6i.large', 'm5.large', 'm6i.large']);
  expect(await names(62_400_001)).toEqual(['c6i.large', 'm6i.large', 'm7i.large']);
});

test("a type that the provider's own optimiser found counts as it is", async () => {
  const group = machine('aws_auto_scaling_group', {
    instance_type: 'm5.2xlarge',
    recommended_instance_type: 'm5.xlarge',
    desired_capacity: 3,
  });
  expect(await targets(ec2OptimalTypes, group)).toEqual([['m5.xlarge', '420.48']]);
});

test('an instance without measures has no optimal type', async () => {
  expect(await find(ec2OptimalTypes, instance({ max_memory: 10 }))).toEqual([]);
});

test.each([
  [false, '124.83'],
  [true, '249.66'],
])('a database saves twice as much with a standby (%s)', async (multi_az, saving) => {
  const database = machine('aws_db_instance', {
    db_instance_class: 'db.m5.xlarge',
    engine: 'postgres',
    max_cpu: 12,
    multi_az,
  });
  const [finding] = await find(rdsRightsizing, database);
  expect(finding?.actions[0]).toMatchObject({
    instance_type: 'db.m5.large',
    potential_savings: saving,
    remediation_cli_command:
      'aws rds modify-db-instance --db-instance-identifier m-1 --db-instance-class db.m5.large',
  });
});

test.each([{ max_cpu: 40 }, {}])('a database with %o keeps its class', async (metadata) => {
  const database = machine('aws_db_instance', { db_instance_class: 'db.m5.xlarge', ...metadata });
  expect(await find(rdsRightsizing, database)).toEqual([]);
});

test('an Azure machine is made smaller as an EC2 instance is', async () => {
  const size = { virtual_machine_size: 'Standard_D4s_v3' };
  const vm = (metadata: Record<string, unknown>) =>
    machine('azurerm_virtual_machine', { ...size, ...metadata }, { uuid: '/subscriptions/s/vm' });
  expect(await targets(azureVmRightsizing, vm({ max_cpu: 30 }))).toEqual([
    ['Standard_D2s_v3', '70.08'],
  ]);
  expect(await find(azureVmRightsizing, vm({ max_cpu: 30, max_memory: 50 }))).toEqual([]);
  expect(await find(azureVmRightsizing, vm({}))).toEqual([]);
});

const gcp = (max_cpu: number | null, given: Partial<ResourceFacts> = {}) =>
  machine(
    'google_compute_instance',
    { machine_type: 'n2-standard-4', zone: 'us-east1-b', max_cpu },
    given,
  );

const perUnit: Record<string, string> = { 'vcpu-hour': '0.03', 'gb-hour': '0.004' };

test('a Compute Engine instance is priced by its cores and memory', async () => {
  const account = accountFacts({
    onDemandPrice: ({ unit }) => Promise.resolve(perUnit[unit ?? 'hour'] ?? null),
  });
  const [finding] = await gcpRightsizing.find([gcp(5)], account);
  // 2 cores and 8 GiB less: (0.06 + 0.032) × 730.
  expect(finding?.actions[0]).toMatchObject({
    action: 'modify',
    instance_type: 'n2-standard-2',
    potential_savings: '67.16',
  });
});

test('a Compute Engine instance below 5 % CPU is stopped', async () => {
  const idle = gcp(4.9, { cost30: '100', daysWithCost: 30 });
  const [finding] = await find(gcpRightsizing, idle);
  expect(finding?.actions).toMatchObject([
    {
      action: 'stop',
      potential_savings: '100',
      remediation_cli_command: 'gcloud compute instances stop m-1 --zone us-east1-b',
    },
  ]);
});

test.each([40, null])('a Compute Engine instance with CPU of %s keeps its type', async (cpu) => {
  expect(await find(gcpRightsizing, gcp(cpu))).toEqual([]);
});

const names = ec2Machines.all.map(({ name }) => name);
const percent = fc.option(fc.integer({ min: 0, max: 100 }));

test('no target projects a measured peak above 80 %, and none costs more', async () => {
  // One price per vCPU and GiB, so that every type has one.
  const priceOf = (name: string): string | null => {
    const found = ec2Machines.find(name);
    return found ? String(found.vcpu * 0.03 + found.memoryGib * 0.004) : null;
  };
  const account = accountFacts({
    onDemandPrice: ({ name }) => Promise.resolve(priceOf(name)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.record({ max_cpu: percent, max_memory: percent, max_network: percent }),
      async (instance_type, peaks) => {
        const current = ec2Machines.find(instance_type)!;
        for (const rule of [ec2Rightsizing, ec2OptimalTypes]) {
          const findings = await rule.find([instance({ instance_type, ...peaks })], account);
          for (const action of findings.flatMap(({ actions }) => actions)) {
            const target = ec2Machines.find(action.instance_type!)!;
            expect((peaks.max_cpu! * current.vcpu) / target.vcpu).toBeLessThanOrEqual(80);
            if (peaks.max_memory !== null) {
              const projected = (peaks.max_memory * current.memoryGib) / target.memoryGib;
              expect(projected).toBeLessThanOrEqual(80);
            }
            expect(new Decimal(action.potential_savings).gte(0)).toBe(true);
          }
        }
      },
    ),
    { numRuns: 100, seed: 14 },
  );
});

test('charges of a stopped instance give no saving', async () => {
  const stopped = instance({ max_cpu: 0 }, { runningHours: '0', charges: [chargeFacts({})] });
  expect(await targets(ec2Rightsizing, stopped)).toEqual([['m5.large', '0']]);
});
