// Lines of a company whose resources mostly carry a name of their own, as real bills do: 90 applications that
// each live in three of 60 accounts, one or two regions and seven of 40 services. ClickHouse generates them.
import { focusSelectText } from './focus-select.mjs';
import { year } from './costs-lines.mjs';

const regions = [
  'eu-west-1',
  'us-east-1',
  'eu-central-1',
  'ap-southeast-2',
  'us-west-2',
  'sa-east-1',
];
const list = (texts) => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
const hash = (purpose) => `sipHash64('${purpose}', resource)`;

/** Lines of an average resource: it lives for 30 to 180 days, with one to three meters a day. */
const linesPerResource = 137;

/** A SELECT of exactly this many rows in the columns of a FOCUS file. */
export function namedResourceLines(count) {
  const resources = `
    SELECT number AS resource,
      toUInt32(${hash('app')} % 90) AS app,
      ${hash('env')} % 10 AS env_draw,
      toUInt32(multiIf(env_draw < 6, 0, env_draw < 8, 1, 2)) AS env_index,
      toUInt32((app % 20) * 3 + env_index) AS account,
      toUInt32((app + if(${hash('away')} % 8 = 0, 1, 0)) % ${regions.length}) AS region_index,
      -- Some services have far more resources than others.
      toUInt32((app * 7 + intDiv(pow(${hash('service')} % 100, 2), 1500)) % 40) AS service_index,
      toUInt32(1 + ${hash('meters')} % 5 % 3) AS meters,
      toUInt32(${hash('component')} % 5) AS component,
      toInt32(${hash('start')} % 485) - 120 AS start_day,
      toInt32(30 + ${hash('life')} % 151) AS life,
      greatest(start_day, 0) AS first_day,
      least(start_day + life, 365) AS end_day,
      ${hash('tags')} % 100 AS tag_draw,
      toDecimal128(0.01 + ${hash('price')} % 400 / 1000, 4) AS price,
      lower(hex(${hash('id')})) AS id
    FROM numbers(${Math.ceil((count / linesPerResource) * 1.3)})
    WHERE end_day > first_day`;
  const rows = `
    SELECT *, toDateTime(toDate('${year.start}') + toInt32(first_day + intDiv(unit, meters)), 'UTC') AS start,
      toUInt32((service_index + unit % meters) % 6) AS meter,
      toDecimal128(1 + sipHash64('used', resource, unit) % 24, 3) AS used, used * price AS cost
    FROM (SELECT *, arrayJoin(range(toUInt32((end_day - first_day) * meters))) AS unit FROM (${resources}))
    LIMIT ${count}`;
  return `${focusSelectText(columns)} FROM (${rows})`;
}

const sharedTags =
  "'app', concat('app-', toString(app)), 'component', concat('component-', toString(component))," +
  " 'env', ['prod', 'staging', 'dev'][1 + env_index], 'owner', concat('owner-', toString(app % 40))," +
  " 'team', concat('team-', toString(app % 12))";

const columns = {
  BillingAccountId: "'288014477031'",
  BillingAccountName: "'Payer'",
  BillingCurrency: "'USD'",
  BillingPeriodStart: 'toStartOfMonth(start)',
  BillingPeriodEnd: 'toStartOfMonth(start) + INTERVAL 1 MONTH',
  ChargePeriodStart: 'start',
  ChargePeriodEnd: 'start + INTERVAL 1 DAY',
  ChargeCategory: "'Usage'",
  ChargeDescription: "concat('Meter ', toString(meter), ' of service ', toString(service_index))",
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
  ConsumedUnit: "if(meter % 2 = 0, 'Hours', 'GB')",
  InvoiceId: "'2025'",
  InvoiceIssuerName: "'Amazon Web Services, Inc.'",
  ProviderName: "'AWS'",
  PublisherName: "'AWS'",
  RegionId: `${list(regions)}[1 + region_index]`,
  ResourceId:
    "concat('arn:aws:service-', toString(service_index), ':', toString(account), ':', id)",
  ResourceName: "concat('thing-', substring(id, 1, 6))",
  ResourceType: "concat('Type ', toString(service_index))",
  ServiceCategory: `${list(['Compute', 'Storage', 'Databases', 'Networking'])}[1 + service_index % 4]`,
  ServiceName: "concat('Service ', toString(service_index))",
  SkuId: "concat('SKU', toString(service_index * 10 + meter))",
  SubAccountId: 'toString(100000000000 + account)',
  SubAccountName: "concat('account-', toString(account))",
  Tags:
    `multiIf(tag_draw < 70, map('Name', concat('thing-', id), ${sharedTags}),` +
    ` tag_draw < 88, map(${sharedTags}), map())`,
  x_UsageType: "concat('Usage', toString(service_index), ':', toString(meter))",
};
