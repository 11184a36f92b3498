// Lines of a company with 60 accounts: resources that live for weeks, most billed by the day and some by
// the hour, with tags that depend on their account. ClickHouse generates them; no row passes through Node.
import { focusSelectText } from './focus-select.mjs';

/** The twelve months of all queries. */
export const year = { start: '2025-01-01', end: '2025-12-31', today: '2026-01-15' };

const accounts = 60;
const regions = ['eu-west-1', 'us-east-1', 'eu-central-1', 'ap-southeast-2'];
const services = [
  'Amazon Elastic Compute Cloud',
  'Amazon Relational Database Service',
  'Amazon Simple Storage Service',
  'AWS Lambda',
  'Amazon DynamoDB',
  'Elastic Load Balancing',
  'Amazon ElastiCache',
  'Amazon CloudFront',
  'AmazonCloudWatch',
  'Amazon SageMaker',
  'AWS Key Management Service',
  'Amazon Simple Queue Service',
];
const teams = [
  'web',
  'payments',
  'discovery',
  'machine-learning',
  'mobile',
  'data',
  'platform',
  'security',
];

const list = (texts) => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
const pick = (texts, hash) => `${list(texts)}[1 + ${hash} % ${texts.length}]`;
const hash = (purpose) => `sipHash64('${purpose}', resource)`;

/** A resource lives for 14 to 90 days. One in 25 is billed by the hour, which makes half of all rows. */
const rowsPerResource = 90;

/** A SELECT of exactly this many rows in the columns of a FOCUS file. */
export function focusLines(count) {
  const resources = `
    SELECT number AS resource, ${hash('hourly')} % 25 = 0 AS by_hour,
      toDate('${year.start}') + ${hash('start')} % 365 AS first_day,
      if(by_hour, 24, 1) * least(14 + ${hash('life')} % 77, 365 - ${hash('start')} % 365) AS periods,
      toUInt32(${hash('account')} % ${accounts}) AS account,
      toUInt32(${hash('component')} % 20) AS component,
      -- A component uses a few services, and mostly one region.
      toUInt32((component + ${hash('service')} % 3) % ${services.length}) AS service_index,
      if(${hash('away')} % 8 = 0, ${hash('region')}, account) % ${regions.length} AS region_index,
      ${hash('kind')} % 2 AS kind, ${hash('tidy')} % 8 != 0 AS tagged,
      toDecimal128(0.01 + ${hash('price')} % 400 / 1000, 4) AS price,
      lower(hex(${hash('id')})) AS id
    FROM numbers(${Math.ceil((count / rowsPerResource) * 1.6)})`;
  const rows = `
    SELECT *, toDateTime(first_day, 'UTC') + INTERVAL if(by_hour, 1, 24) * period HOUR AS start,
      toDecimal128(if(by_hour, 1, 6 + sipHash64('used', resource, period) % 18), 3) AS used, used * price AS cost
    FROM (SELECT *, arrayJoin(range(periods)) AS period FROM (${resources}))
    WHERE start < toDateTime('${year.end}', 'UTC') + INTERVAL 1 DAY
    LIMIT ${count}`;
  return `${focusSelectText(columns)} FROM (${rows})`;
}

const columns = {
  BillingAccountId: "'288014477031'",
  BillingAccountName: "'Payer'",
  BillingCurrency: "'USD'",
  BillingPeriodStart: 'toStartOfMonth(start)',
  BillingPeriodEnd: 'toStartOfMonth(start) + INTERVAL 1 MONTH',
  ChargePeriodStart: 'start',
  ChargePeriodEnd: 'start + INTERVAL if(by_hour, 1, 24) HOUR',
  ChargeCategory: "'Usage'",
  ChargeDescription: "concat('Usage of kind ', toString(kind), ' by the hour')",
  ChargeFrequency: "'Usage-Based'",
  BilledCost: 'cost',
  EffectiveCost: 'cost',
  ListCost: "cost * toDecimal128('1.1', 1)",
  ContractedCost: 'cost',
  ListUnitPrice: "price * toDecimal128('1.1', 1)",
  ContractedUnitPrice: 'price',
  PricingCategory: "'Standard'",
  PricingQuantity: 'used',
  PricingUnit: "'Hours'",
  ConsumedQuantity: 'used',
  ConsumedUnit: "'Hours'",
  InvoiceId: "'2025'",
  InvoiceIssuerName: "'Amazon Web Services, Inc.'",
  ProviderName: "'AWS'",
  PublisherName: "'AWS'",
  RegionId: `${list(regions)}[1 + region_index]`,
  ResourceId: "concat('arn:aws:thing:', id)",
  ResourceName: "concat('thing-', substring(id, 1, 6))",
  ResourceType: "concat('Type ', toString(service_index))",
  ServiceCategory: "'Compute'",
  ServiceName: `${list(services)}[1 + service_index]`,
  SkuId: "concat('SKU', toString(service_index * 10 + kind))",
  SubAccountId: 'toString(100000000000 + account)',
  SubAccountName: "concat('account-', toString(account))",
  Tags:
    `if(tagged, map('app', concat('app-', toString(account)), 'component', concat('component-', toString(component)),` +
    ` 'env', ${pick(['prod', 'staging', 'dev'], 'account')}, 'team', ${pick(teams, 'account')}), map())`,
  x_UsageType: "concat('Usage', toString(service_index), ':', toString(kind))",
};
