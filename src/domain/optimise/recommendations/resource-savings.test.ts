import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { setTime } from '../../../../test/clock.js';
import { importCharges, newIntegration } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { propertyRuns } from '../../../../test/property-runs.js';
import { evaluateVolumes } from '../../../../test/recommendations.js';
import { newResource } from '../../../../test/resources.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { evaluateWorkspace } from './evaluate-workspace.js';
import type { Rule } from './rule.js';
import { rules } from './rules/index.js';

const owner = '111122223333';
const ec2 = (kind: string, id: string) => `arn:aws:ec2:us-east-1:${owner}:${kind}/${id}`;

/** The same charge on each of the 30 days before 2026-03-10; the bill names resources shortly. */
const daily = (resource: string, cost: string, more: object = {}) =>
  Array.from({ length: 30 }, (_, index) => ({
    resource,
    day: addDays('2026-02-08', index),
    cost,
    account: owner,
    region: 'us-east-1',
    ...more,
  }));

const detached = { state: 'available', detached_at: '2026-01-01T00:00:00Z' };

async function evaluate(account: Account, tested: readonly Rule[]): Promise<void> {
  const ctx = await operatorContext(account.app, account.account.token);
  const { failures } = await evaluateWorkspace(ctx, account.workspace.token, tested);
  expect(failures).toEqual([]);
}

const summaryOf = async ({ as }: Account, token: string) =>
  (await as.get(`/v2/resources/${token}?include_summary=true`)).body.summary;

const available = async ({ as }: Account) =>
  (await as.get('/v2/recommendations/savings')).body.available;

test('alternatives of a resource count with the largest, everywhere', async () => {
  const account = await newAccount();
  const integration = await newIntegration(account, { provider: 'aws' });
  await importCharges(account, daily('vol-1', '0.666666666666666667'), { integration });
  const token = await newResource(account, {
    integration_token: integration,
    uuid: ec2('volume', 'vol-1'),
    metadata: { ...detached, volume_type: 'gp2', size: 200 },
  });
  await evaluateVolumes(account);
  // To delete it saves 20.00, to change it to gp3 saves 4.00.
  expect(await summaryOf(account, token)).toMatchObject({
    recommendations: 2,
    recommendation_savings: '20.0',
  });
  expect(await available(account)).toBe('20.0');
});

test('a saving by list price is at most what the resource costs, and says so', async () => {
  const account = await newAccount();
  const integration = await newIntegration(account, { provider: 'aws' });
  await importCharges(account, daily('vol-1', '0.1'), { integration });
  await newResource(account, {
    integration_token: integration,
    uuid: ec2('volume', 'vol-1'),
    metadata: { volume_type: 'gp2', size: 1000 },
  });
  await evaluateVolumes(account);
  const [found] = (await account.as.get('/v2/recommendations')).body.recommendations;
  expect(found.potential_savings).toBe('3.0');
  const [resource] = (await account.as.get(`/v2/recommendations/${found.token}/resources`)).body
    .resources;
  expect(resource.recommendation_actions).toMatchObject([{ potential_savings: '3.0' }]);
  expect(resource.evidence).toContainEqual({
    label: 'Limited to the cost per month',
    value: '3.00 USD',
  });
});

test('a purchase and another finding about an instance are alternatives, whatever the bill calls it', async () => {
  const account = await newAccount();
  const integration = await newIntegration(account, { provider: 'aws' });
  const hours = { usage: '1', unit: 'Hours', usageType: 'BoxUsage:m5.large' };
  const service = 'Amazon Elastic Compute Cloud';
  const days = daily('i-1', '0.1', { ...hours, service });
  const hourly = days.flatMap((charge) =>
    Array.from({ length: 24 }, (_, hour) => ({
      ...charge,
      day: `${charge.day}T${String(hour).padStart(2, '0')}:00:00Z`,
    })),
  );
  await importCharges(account, hourly, { integration });
  const token = await newResource(account, {
    integration_token: integration,
    type: 'aws_instance',
    uuid: ec2('instance', 'i-1'),
    metadata: { state: 'running', max_cpu: 1, max_network_mb_per_day: 1 },
  });
  await account.app.jobs.run('sync-resources', { integration_token: integration });
  const types = ['idle-resource', 'aws:compute:savings-plan'];
  await evaluate(
    account,
    rules.filter(({ type }) => types.includes(type)),
  );
  const { recommendations } = (await account.as.get('/v2/recommendations')).body;
  expect(recommendations.map((each: { type: string }) => each.type).toSorted()).toEqual(
    types.toSorted(),
  );
  expect(await available(account)).toBe('72.0');
  expect(await summaryOf(account, token)).toMatchObject({
    recommendations: 2,
    recommendation_savings: '72.0',
  });
});

const compute = 'Amazon Elastic Compute Cloud';
const machineHours = { service: compute, usage: '24', unit: 'Hours', region: 'us-east-1' };

/** An account with a bill, and an inventory of resources by the identifier that the bill has. */
async function billed(
  bill: Parameters<typeof importCharges>[1],
  inventory: readonly { id: string; type: string; metadata: object }[],
) {
  const account = await newAccount();
  const integration = await newIntegration(account, { provider: 'aws' });
  await importCharges(account, bill, { integration });
  for (const { id, type, metadata } of inventory) {
    const given = { integration_token: integration, uuid: id, type, metadata: { ...metadata } };
    await newResource(account, given);
  }
  await evaluate(account, rules);
  const { body } = await account.as.get('/v2/resources?include_summary=true&limit=500');
  const savings = new Map<string, string>(
    body.resources.map((each: { uuid: string; summary: { recommendation_savings: string } }) => [
      each.uuid,
      each.summary.recommendation_savings,
    ]),
  );
  return { account, savings };
}

test('only what a resource pays itself is saved, at its own price; what does not exclude it is added', async () => {
  const onDemand = { ...machineHours, usageType: 'BoxUsage:m5.xlarge' };
  const byPlan = { ...onDemand, effective: '3', plan: 'plan-1' };
  const idle = { type: 'aws_instance', metadata: { max_cpu: 1, max_network_mb_per_day: 1 } };
  const storage = { service: 'Amazon S3', usageType: 'TimedStorage-ByteHrs' };
  const traffic = { service: 'Amazon S3', usageType: 'DataTransfer-Out-Bytes' };
  const { account, savings } = await billed(
    [
      ...daily('i-covered', '0', byPlan),
      ...daily('i-half', '0', byPlan),
      ...daily('i-half', '2', onDemand),
      ...daily('i-part-time', '2', onDemand).slice(20),
      ...daily('i-stopped', '2', onDemand).slice(0, 20),
      // At half the list price of 0.023.
      ...daily('photos', '3.833333333333333333', storage),
      ...daily('photos', '10', traffic),
    ],
    [
      ...['i-covered', 'i-half', 'i-part-time', 'i-stopped'].map((id) => ({ id, ...idle })),
      { id: 'photos', type: 'aws_s3_bucket', metadata: { standard_storage_gb: 10_000 } },
      { id: 'eipalloc-1', type: 'aws_eip', metadata: { allocation_id: 'eipalloc-1' } },
    ],
  );
  // A plan is paid for without the instance too.
  expect(savings.get('i-covered')).toBe('0.0');
  expect(savings.get('i-half')).toBe('60.0');
  expect(savings.get('i-part-time')).toBe('20.0');
  expect(savings.get('i-stopped')).toBe('0.0');
  // 80 % of 300.00 of traffic, and 19 of 23 parts of 115.00 of storage.
  expect(savings.get('photos')).toBe('335.0');
  expect(savings.get('eipalloc-1')).toBe('0.0');
  const total = {
    currency_code: 'USD',
    available: '415.0',
    cost: '495.0',
    resources: 3,
    left_out: { findings: 1, savings: '3.65' },
  };
  expect((await account.as.get('/v2/recommendations/savings')).body).toMatchObject(total);
  expect((await account.as.get('/console/savings')).body).toMatchObject(total);
});

interface Found {
  uuid: string;
  recommendation_actions: { potential_savings: string }[];
}

/** What each action of each recommendation saves. */
async function allActions({ as }: Account): Promise<{ uuid: string; saving: string }[]> {
  const { recommendations } = (await as.get('/v2/recommendations?limit=500')).body;
  const found: Found[] = [];
  for (const { token } of recommendations as { token: string }[]) {
    const { body } = await as.get(`/v2/recommendations/${token}/resources?limit=500`);
    found.push(...(body.resources as Found[]));
  }
  return found.flatMap(({ uuid, recommendation_actions: actions }) =>
    actions.map(({ potential_savings: saving }) => ({ uuid, saving })),
  );
}

/** Resources as bills and inventories have them, with more waste than any company has. */
const kinds = [
  {
    type: 'aws_instance',
    charge: { ...machineHours, usageType: 'BoxUsage:m5.2xlarge' },
    metadata: { instance_type: 'm5.2xlarge', max_cpu: 9, max_memory: 9 },
  },
  {
    type: 'aws_instance',
    charge: { ...machineHours, usageType: 'BoxUsage:m4.large' },
    metadata: { instance_type: 'm4.large', max_cpu: 1, max_network_mb_per_day: 1 },
  },
  {
    type: 'aws_db_instance',
    charge: { ...machineHours, service: 'Amazon RDS', usageType: 'InstanceUsage:db.m4.2xlarge' },
    metadata: {
      db_instance_class: 'db.m4.2xlarge',
      engine: 'postgres',
      engine_version: '11.22',
      multi_az: true,
      max_cpu: 9,
    },
  },
  {
    type: 'aws_ebs_volume',
    charge: { service: compute, usageType: 'EBS:VolumeUsage.gp2' },
    metadata: { ...detached, volume_type: 'gp2', size: 500 },
  },
  {
    type: 'aws_ebs_volume',
    charge: { service: compute, usageType: 'EBS:VolumeUsage.gp2' },
    metadata: { state: 'in-use', volume_type: 'gp2', size: 900 },
  },
  {
    type: 'aws_s3_bucket',
    charge: { service: 'Amazon S3', usageType: 'TimedStorage-ByteHrs' },
    metadata: { standard_storage_gb: 9000, object_count: 10 },
  },
  {
    type: 'aws_s3_bucket',
    charge: { service: 'Amazon S3', usageType: 'DataTransfer-Out-Bytes' },
    metadata: { standard_storage_gb: 9000, object_count: 10 },
  },
  {
    type: 'aws_eks_cluster',
    charge: { ...machineHours, service: 'Amazon EKS', usageType: 'EKS-Hours:extendedSupport' },
    metadata: { version: '1.29' },
  },
  { type: 'aws_eip', charge: machineHours, metadata: { allocation_id: 'eipalloc' } },
] as const;

/** A resource of a generated bill: when it runs, what it costs a day, and how much of it a plan covers. */
const generated = fc.record({
  kind: fc.constantFrom(...kinds),
  first: fc.constantFrom(0, 0, 4, 11, 26),
  last: fc.constantFrom(29, 29, 27, 22, 8),
  everyDays: fc.constantFrom(1, 1, 1, 3, 7),
  cents: fc.integer({ min: 10, max: 4000 }),
  plan: fc.constantFrom('none', 'none', 'half', 'all'),
});
type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never;

const daysOf = ({ first, last, everyDays }: Generated) =>
  Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index).filter(
    (day) => (day - first) % everyDays === 0,
  );

const paidPerDay = ({ cents, plan }: Generated) =>
  new Decimal(cents).div(100).times({ none: 1, half: 0.5, all: 0 }[plan]);

function chargesOf(given: Generated, resource: string) {
  const { kind, plan, cents } = given;
  return daysOf(given).flatMap((index) => {
    const charge = { ...kind.charge, resource, day: addDays('2026-02-08', index), account: owner };
    const effective = new Decimal(cents).div(100).minus(paidPerDay(given)).toFixed();
    return [
      { ...charge, cost: paidPerDay(given).toFixed() },
      ...(plan === 'none' ? [] : [{ ...charge, cost: '0', effective, plan: 'plan-1' }]),
    ];
  });
}

/** What the month to come costs at the current rate, computed another way: day by day. */
function modelCost(given: Generated): Decimal {
  const days = daysOf(given).filter(() => paidPerDay(given).gt(0));
  const recent = days.filter((day) => day >= 23).length;
  const average = paidPerDay(given).times(days.length);
  const lately = paidPerDay(given).times(recent).times(30).div(7);
  return days.length < 7 ? average : Decimal.min(average, lately);
}

test('a surcharge that the bill does not have is in no total, and is limited all the same', async () => {
  const charge = {
    ...machineHours,
    service: 'Amazon EKS',
    usageType: 'AmazonEKS-Hours:perCluster',
  };
  const { account, savings } = await billed(daily('cluster-1', '2.4', charge), [
    { id: 'cluster-1', type: 'aws_eks_cluster', metadata: { version: '1.31' } },
  ]);
  const { recommendations } = (await account.as.get('/v2/recommendations')).body;
  expect(recommendations).toMatchObject([
    {
      type: 'aws:eks:in-extended-support',
      potential_savings: '72.0',
      unbilled_savings: '72.0',
    },
  ]);
  expect(savings.get('cluster-1')).toBe('0.0');
});

test('over generated bills, no resource, service or total saves more than it costs', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(generated, { minLength: 30, maxLength: 30 }), async (resources) => {
      const named = resources.map((given, index) => ({ given, id: `r-${index}` }));
      const { account, savings } = await billed(
        [
          // So that the bill covers the window.
          ...['2026-02-08', '2026-03-09'].map((day) => ({ day, cost: '0.01', account: owner })),
          ...named.flatMap(({ given, id }) => chargesOf(given, id)),
        ],
        named.map(({ given, id }) => ({ id, ...given.kind })),
      );
      const sums = new Map<string, { saving: Decimal; cost: Decimal }>();
      for (const { given, id } of named) {
        const saving = new Decimal(savings.get(id)!);
        const cost = modelCost(given).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
        expect(saving.toNumber(), JSON.stringify(given)).toBeLessThanOrEqual(cost.toNumber());
        for (const key of ['total', given.kind.type, given.kind.charge.service]) {
          const { saving: before, cost: costBefore } = sums.get(key) ?? nothing;
          sums.set(key, { saving: saving.plus(before), cost: cost.plus(costBefore) });
        }
        if (saving.gt(0)) found += 1;
      }
      for (const { saving, cost } of sums.values()) expect(saving.lte(cost)).toBe(true);
      const costs = new Map(named.map(({ given, id }) => [id, modelCost(given)]));
      for (const { uuid, saving } of await allActions(account)) {
        expect(new Decimal(saving).minus(costs.get(uuid)!).toNumber(), uuid).toBeLessThan(0.01);
      }
      const { body } = await account.as.get('/v2/recommendations/savings');
      expect(Number(body.available)).toBeLessThanOrEqual(Number(body.cost));
      const { saving, cost } = sums.get('total')!;
      // Both are sums of rounded amounts, or rounded sums.
      expect(Math.abs(Number(body.available) - saving.toNumber())).toBeLessThan(0.2);
      expect(Number(body.cost)).toBeLessThan(cost.toNumber() + 0.2);
    }),
    // A smaller counterexample is not worth as many imports.
    { seed: 29, numRuns: propertyRuns(2), endOnFailure: true },
  );
  expect(found).toBeGreaterThan(20);
});

const nothing = { saving: new Decimal(0), cost: new Decimal(0) };

test('findings about Azure resources belong to their subscription', async () => {
  const account = await newAccount();
  const integration = await newIntegration(account, { provider: 'azure' });
  const subscription = '6b9d2f0a-0000-4000-8000-00000000000a';
  const disk = (id: string) =>
    `/subscriptions/${id}/resourceGroups/Shop/providers/Microsoft.Compute/disks/data`;
  const place = { provider: 'Microsoft' as const, account: `/subscriptions/${subscription}` };
  await importCharges(account, daily(disk(subscription), '1', place), { integration });
  await newResource(account, {
    integration_token: integration,
    provider: 'azure',
    type: 'azurerm_managed_disk',
    uuid: disk(subscription),
    account_id: 'shop',
    provider_account_id: subscription.toUpperCase(),
    metadata: { disk_state: 'Unattached', last_ownership_update: '2025-12-01T00:00:00Z' },
  });
  await evaluate(
    account,
    rules.filter(({ type }) => type === 'azure:disks:unattached'),
  );
  const { recommendations } = (await account.as.get('/v2/recommendations')).body;
  expect(recommendations).toMatchObject([
    { provider_account_id: subscription, potential_savings: '30.0' },
  ]);
});

const costsPerDay = ['0.05', '0.1', '0.333333333333333333', '1', '2.5', '40'];
const probeTypes = ['probe:one', 'probe:two', 'probe:three'];

let several: Account;
const tokens: string[] = [];
beforeAll(async () => {
  several = await newAccount();
  const integration = await newIntegration(several, { provider: 'aws' });
  const bill = costsPerDay.flatMap((cost, index) => daily(`vol-${index}`, cost));
  await importCharges(several, bill, { integration });
  for (const index of costsPerDay.keys()) {
    const uuid = ec2('volume', `vol-${index}`);
    tokens.push(await newResource(several, { integration_token: integration, uuid }));
  }
});

/** A rule that finds these savings, in cents, of the volumes in order; 0 finds nothing. */
const probe = (type: string, savings: readonly number[]): Rule => ({
  scope: 'resource',
  type,
  category: type,
  service: 'Amazon EBS',
  provider: 'aws',
  description: type,
  resourceTypes: ['aws_ebs_volume'],
  needs: [],
  minimumSaving: '0.01',
  find: (volumes) =>
    volumes.map(({ uuid, id }) => ({
      uuid,
      actions: [
        {
          action: 'modify',
          description: type,
          potential_savings: new Decimal(savings[Number(id.slice(4))]!).div(100).toFixed(),
        },
      ],
      evidence: [],
    })),
});

test('every total counts a resource once, with its largest saving, and never more than it costs', async () => {
  const savings = fc.array(fc.integer({ min: 0, max: 5000 }), {
    minLength: costsPerDay.length,
    maxLength: costsPerDay.length,
  });
  let minutes = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(savings, savings, savings), async (byRule) => {
      minutes += 1;
      setTime(new Date(Date.parse('2026-03-10T09:00:00Z') + minutes * 60_000).toISOString());
      await evaluate(
        several,
        probeTypes.map((type, index) => probe(type, byRule[index]!)),
      );
      const expected = costsPerDay.map((cost, index) =>
        Decimal.min(
          new Decimal(cost).times(30),
          Decimal.max(...byRule.map((each) => new Decimal(each[index]!).div(100))),
        ),
      );
      for (const [index, token] of tokens.entries()) {
        const { recommendation_savings: saving } = await summaryOf(several, token);
        expect(saving).toBe(text(expected[index]!));
      }
      const { body } = await several.as.get('/v2/recommendations/savings');
      const total = text(Decimal.sum(...expected));
      expect(body.available).toBe(total);
      for (const groups of [body.by_category, body.by_account, body.by_provider]) {
        const amounts = groups.map((each: { available: string }) => each.available);
        expect(text(Decimal.sum(0, ...amounts))).toBe(total);
      }
    }),
    { seed: 31, numRuns: propertyRuns(8) },
  );
  setTime('2026-03-10T09:00:00Z');
});

/** As the API writes amounts. */
const text = (amount: Decimal) => {
  const cents = amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);
  return cents.endsWith('0') ? cents.slice(0, -1) : cents;
};
