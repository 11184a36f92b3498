import { describe, expect, test } from 'vitest';
import { accountFacts } from '../../../../../test/recommendation-facts.js';
import { Decimal } from '../../../../platform/lib/decimal.js';
import type { UncoveredUsage } from '../facts.js';
import { purchaseRules } from './purchases.js';

const kind: Omit<UncoveredUsage, 'quantities' | 'costs' | 'resources'> = {
  service: 'Amazon Elastic Compute Cloud - Compute',
  serviceCode: 'AmazonEC2',
  category: null,
  usageType: null,
  operation: null,
  instanceType: null,
  region: 'us-east-1',
  unit: 'Hours',
};

/** Usage of 3 units for 500 hours and 1 for 220, at 0.25 per unit, of two resources. */
const steady = (given: Partial<UncoveredUsage>, factor = 1): UncoveredUsage => {
  const quantities = Array.from({ length: 720 }, (_, hour) => (hour < 500 ? 3 : 1) * factor);
  return {
    ...kind,
    quantities: quantities.map(String),
    costs: quantities.map((quantity) => new Decimal(quantity).div(factor).times('0.25').toFixed()),
    resources: [
      { uuid: 'one', cost: '258' },
      { uuid: 'two', cost: '172' },
    ],
    ...given,
  };
};

/** The same units and costs, but only in a tenth of the hours. */
const rare = (given: Partial<UncoveredUsage>, factor = 1): UncoveredUsage => {
  const usage = steady(given, factor);
  const sparse = (values: readonly string[]) =>
    values.map((value, hour) => (hour % 10 === 0 ? value : '0'));
  return { ...usage, quantities: sparse(usage.quantities), costs: sparse(usage.costs) };
};

const ruleOf = (type: string) => purchaseRules.find((rule) => rule.type === type)!;

async function savings(type: string, usage: readonly UncoveredUsage[]): Promise<string[]> {
  const rule = ruleOf(type);
  const found = await rule.find(
    accountFacts({ provider: rule.provider, uncoveredUsage: () => Promise.resolve(usage) }),
  );
  return found.map(({ actions }) => new Decimal(actions[0]!.potential_savings).toFixed(2));
}

// With a discount of 30 %, one unit saves 54.00 in the window, 54.75 a month: 60 % and 40 % of it.
test.each([
  ['aws:compute:savings-plan', { usageType: 'BoxUsage:m5.large' }, 1, ['29.56', '19.71']],
  [
    'aws:database:savings-plan',
    { serviceCode: 'AmazonElastiCache', usageType: 'NodeUsage:cache.m5.large' },
    1,
    ['21.90', '14.60'],
  ],
  [
    'aws:rds:reserved-instances',
    { serviceCode: 'AmazonRDS', usageType: 'InstanceUsage:db.t3.small' },
    1,
    ['32.85', '21.90'],
  ],
  [
    'aws:elasticache:reserved-instances',
    { serviceCode: 'AmazonElastiCache', usageType: 'NodeUsage:cache.m5.large' },
    1,
    ['32.85', '21.90'],
  ],
  [
    'aws:opensearch:reserved-instances',
    { serviceCode: 'AmazonES', usageType: 'ESInstance:m5.large' },
    1,
    ['32.85', '21.90'],
  ],
  [
    'aws:redshift:reserved-instances',
    { serviceCode: 'AmazonRedshift', usageType: 'Node:ra3.xlplus' },
    1,
    ['32.85', '21.90'],
  ],
  [
    'aws:dynamodb:reserved-capacity',
    { serviceCode: 'AmazonDynamoDB', usageType: 'ReadCapacityUnit-Hrs' },
    100,
    ['97.33', '64.89'],
  ],
  [
    'azure:compute:reserved-instances',
    { service: 'Virtual Machines', usageType: 'Virtual Machines D2 v3' },
    1,
    ['48.06', '32.04'],
  ],
  [
    'azure:compute:savings-plan',
    { service: 'Virtual Machines', usageType: 'Virtual Machines D2 v3' },
    1,
    ['16.42', '10.95'],
  ],
  [
    'azure:app-service:reserved-instances',
    { service: 'Azure App Service', category: 'Azure App Service Premium v3 Plan' },
    1,
    ['48.06', '32.04'],
  ],
  [
    'azure:cosmosdb:reserved-instances',
    { service: 'Azure Cosmos DB', usageType: 'Azure Cosmos DB 100 RU/s' },
    1,
    ['21.90', '14.60'],
  ],
  [
    'azure:sqldb:reserved-instances',
    { service: 'SQL Database', usageType: 'SQL Database vCore' },
    1,
    ['41.49', '27.66'],
  ],
  [
    'azure:sql-paas-db:reserved-instances',
    { service: 'Azure Database for PostgreSQL', usageType: 'vCore' },
    1,
    ['41.49', '27.66'],
  ],
  [
    'azure:blob-storage:reserved-instances',
    { service: 'Storage', category: 'Storage Tiered Block Blob', usageType: 'Hot LRS Data Stored' },
    100_000 / 730,
    ['19.71', '13.14'],
  ],
  [
    'azure:files:reserved-instances',
    { service: 'Storage', category: 'Storage Premium Files', usageType: 'Premium LRS Data Stored' },
    10_240 / 730,
    ['19.71', '13.14'],
  ],
  [
    'gcp:compute:commitment',
    { service: 'Compute Engine', category: 'N2 Instance Core running in Americas' },
    1,
    ['54.63', '36.42'],
  ],
  [
    'datadog:commitment:opportunity',
    { service: 'Infrastructure', category: 'Infra Hosts' },
    1,
    ['18.62', '12.41'],
  ],
])('%s saves what steady usage would', async (type, given, factor, expected) => {
  expect(await savings(type, [steady(given, factor)])).toEqual(expected);
  expect(await savings(type, [rare(given, factor)])).toEqual([]);
  expect(
    await savings(type, [
      steady({ service: 'Other', serviceCode: 'Other', category: 'committed' }),
    ]),
  ).toEqual([]);
});

test('every purchase of the published list has a rule', () => {
  expect(purchaseRules).toHaveLength(17);
});

describe('grouping', () => {
  const rds = (size: string, region: string) =>
    steady({ serviceCode: 'AmazonRDS', usageType: `InstanceUsage:db.m5.${size}`, region });

  test('sizes of a family are bought together, in normalized units', async () => {
    // 4 + 8 normalized units of the same hours: 12 for 220 hours and 36 for 500.
    const found = await savings('aws:rds:reserved-instances', [
      rds('large', 'us-east-1'),
      rds('xlarge', 'us-east-1'),
    ]);
    expect(found.map(Number).reduce((sum, each) => sum + each)).toBeCloseTo(2 * 54.75, 1);
  });

  test('regions are bought apart', async () => {
    const found = await savings('aws:rds:reserved-instances', [
      rds('large', 'us-east-1'),
      rds('large', 'eu-west-1'),
    ]);
    expect(found).toEqual(['32.85', '21.90', '32.85', '21.90']);
  });
});
