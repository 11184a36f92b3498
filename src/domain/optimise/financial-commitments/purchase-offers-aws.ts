import type { PriceKey } from '../prices/index.js';
import { hasText, normalizedUnits, type PurchaseOffer, type UsageKind } from './purchase-offer.js';

/** Instance type: as billed, or the end of a usage type such as `USE1-InstanceUsage:db.m5.large`. */
const typeOf = ({ instanceType, usageType }: UsageKind) =>
  instanceType ?? /:([^:]+)$/.exec(usageType ?? '')?.[1] ?? '';

const familyOf = (usage: UsageKind) => typeOf(usage).replace(/\.[^.]+$/, '');
const sizeOf = (usage: UsageKind) => typeOf(usage).split('.').at(-1) ?? '';
const regionOf = ({ region }: UsageKind) => region ?? '';

/** Names of the services in bills without product codes. */
const names = {
  AmazonEC2: /Elastic Compute Cloud/,
  AmazonRDS: /Relational Database Service/,
  AWSLambda: /Lambda/,
  AmazonDynamoDB: /DynamoDB/,
  AmazonElastiCache: /ElastiCache/,
  AmazonES: /OpenSearch|Elasticsearch/,
  AmazonRedshift: /Redshift/,
  AmazonDocDB: /DocumentDB/,
  AmazonNeptune: /Neptune/,
} as const;

const isOf = (
  { serviceCode, service, usageType: billed }: UsageKind,
  code: keyof typeof names,
  usageType: RegExp,
) =>
  (serviceCode === null ? names[code].test(service) : serviceCode === code) &&
  hasText(billed, usageType);

const isRdsInstance = (usage: UsageKind) =>
  isOf(usage, 'AmazonRDS', /InstanceUsage|Multi-AZUsage/i);

/** Engines by the end of the operation of a line: `CreateDBInstance:0014`. */
const engines: Readonly<Record<string, string>> = {
  '0002': 'mysql',
  '0014': 'postgresql',
  '0016': 'aurora-mysql',
  '0018': 'mariadb',
  '0021': 'aurora-postgresql',
};

const keyOf = (service: string, usage: UsageKind, platform?: string): PriceKey | undefined => {
  const [type, region] = [typeOf(usage), usage.region];
  return type === '' || region === null ? undefined : { ...aws, service, type, region, platform };
};

const aws = { provider: 'aws' } as const;
const plan = { ...aws, whole: false, group: (): string[] => [] };
const reservation = { ...aws, whole: true, discount: '0.3' };

export const awsOffers: readonly PurchaseOffer[] = [
  {
    ...plan,
    type: 'aws:compute:savings-plan',
    category: 'savings_plan',
    service: 'AWS Savings Plans',
    title: 'Compute Savings Plan',
    discount: '0.27',
    isEligible: (usage) =>
      isOf(usage, 'AmazonEC2', /BoxUsage|DedicatedUsage/) ||
      hasText(usage.usageType, /Fargate/) ||
      isOf(usage, 'AWSLambda', /GB-Second|Provisioned/),
  },
  {
    ...plan,
    type: 'aws:database:savings-plan',
    category: 'database_savings_plan',
    service: 'AWS Database Savings Plans',
    title: 'Database Savings Plan',
    discount: '0.2',
    isEligible: (usage) =>
      isRdsInstance(usage) ||
      isOf(usage, 'AmazonRDS', /Aurora:Serverless/) ||
      isOf(usage, 'AmazonDynamoDB', /(Read|Write)(CapacityUnit|RequestUnits)/) ||
      isOf(usage, 'AmazonElastiCache', /NodeUsage/) ||
      isOf(usage, 'AmazonDocDB', /InstanceUsage/) ||
      isOf(usage, 'AmazonNeptune', /InstanceUsage/),
  },
  {
    ...reservation,
    type: 'aws:rds:reserved-instances',
    category: 'rds_reserved_instances',
    service: 'Amazon RDS',
    title: 'RDS reserved instances',
    isEligible: isRdsInstance,
    // The operation of a line names the engine: `CreateDBInstance:0014`.
    group: (usage) => [regionOf(usage), familyOf(usage), usage.operation ?? ''],
    priceKey: (usage) => {
      const engine = engines[/:(\d+)$/.exec(usage.operation ?? '')?.[1] ?? ''];
      return engine === undefined ? undefined : keyOf('rds', usage, engine);
    },
    units: (usage) =>
      normalizedUnits(sizeOf(usage)) * (hasText(usage.usageType, /Multi-AZ/i) ? 2 : 1),
  },
  {
    ...reservation,
    type: 'aws:elasticache:reserved-instances',
    category: 'elasticache_reserved_instances',
    service: 'Amazon ElastiCache',
    title: 'ElastiCache reserved nodes',
    isEligible: (usage) => isOf(usage, 'AmazonElastiCache', /NodeUsage/),
    group: (usage) => [regionOf(usage), typeOf(usage), usage.operation ?? ''],
    priceKey: (usage) => keyOf('elasticache', usage),
  },
  {
    ...reservation,
    type: 'aws:opensearch:reserved-instances',
    category: 'elastic_search_reserved_instances',
    service: 'Amazon OpenSearch Service',
    title: 'OpenSearch reserved instances',
    isEligible: (usage) => isOf(usage, 'AmazonES', /ESInstance/),
    group: (usage) => [regionOf(usage), typeOf(usage)],
    priceKey: (usage) => keyOf('es', usage),
  },
  {
    ...reservation,
    type: 'aws:redshift:reserved-instances',
    category: 'redshift_reserved_instances',
    service: 'Amazon Redshift',
    title: 'Redshift reserved nodes',
    isEligible: (usage) => isOf(usage, 'AmazonRedshift', /Node:/),
    group: (usage) => [regionOf(usage), typeOf(usage)],
    priceKey: (usage) => keyOf('redshift', usage),
  },
  {
    ...reservation,
    discount: '0.5',
    type: 'aws:dynamodb:reserved-capacity',
    category: 'dynamodb_reserved_capacity_recommender',
    service: 'Amazon DynamoDB',
    title: 'DynamoDB reserved capacity, in blocks of 100 units',
    isEligible: (usage) => isOf(usage, 'AmazonDynamoDB', /(Read|Write)CapacityUnit-Hrs/),
    group: (usage) => [regionOf(usage), hasText(usage.usageType, /Write/) ? 'write' : 'read'],
    units: () => 1 / 100,
  },
];
