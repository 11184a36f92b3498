import { type ListedProduct, type ListedSku, slug } from '../price-list.js';

/** Attributes of an AWS product; both forms of the price list have them, under other names. */
export type AwsAttributes = Readonly<Record<string, string | undefined>>;

/** Service ids of offers whose name says too little or too much. */
const shortNames: Record<string, string> = {
  AmazonEC2: 'ec2',
  AmazonRDS: 'rds',
  AmazonS3: 's3',
};

/** `AmazonElastiCache` → `aws-elasticache` */
function awsServiceId(offer: string): string {
  const short = shortNames[offer] ?? offer.replace(/^(Amazon|AWS)/, '');
  return `aws-${slug(short).replaceAll('-', '_')}`;
}

const categories: Record<string, string> = {
  'compute-instance': 'compute',
  'compute-instance-bare-metal': 'compute',
  serverless: 'compute',
  'dedicated-host': 'compute',
  'database-instance': 'database',
  'database-storage': 'database',
  'cache-instance': 'database',
  'data-transfer': 'network',
  'load-balancer': 'network',
  'nat-gateway': 'network',
};

function categoryOf(offer: string, family: string): string {
  const name = slug(family);
  if (name === 'storage') return offer === 'AmazonS3' ? 'object_storage' : 'block_storage';
  return categories[name] ?? (name.replaceAll('-', '_') || 'other');
}

function rateTypeOf(family: string): ListedSku['rateType'] {
  if (/transfer/i.test(family)) return 'transfer';
  return /storage|snapshot|volume/i.test(family) ? 'storage' : 'compute';
}

/** What is listed as having no value. */
const known = (value: string | undefined): string | undefined =>
  value === undefined || value === '' || value === 'NA' || value === 'N/A' ? undefined : value;

/** The first number of a text: `Up to 3.1 GHz` → 3.1 */
function numberIn(value: string | undefined): number | undefined {
  const digits = known(value)
    ?.replaceAll(',', '')
    .match(/\d+(\.\d+)?/)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function detailsOf(name: string, family: string, from: AwsAttributes): Record<string, unknown> {
  if (from['vcpu'] === undefined && from['memory'] === undefined) return {};
  const details = {
    name,
    vcpu: numberIn(from['vcpu']),
    memory: numberIn(from['memory']),
    gpu: numberIn(from['gpu']) ?? (/instance/i.test(family) ? 0 : undefined),
    clock_speed_ghz: numberIn(from['clockSpeed']),
    physical_processor_description: known(from['physicalProcessor']),
    network_performance_description: known(from['networkPerformance']),
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/** `Windows` with `SQL Std` → `windows-with-sql-std` */
function platformOf(from: AwsAttributes): string {
  const system = known(from['operatingSystem']) ?? known(from['databaseEngine']);
  if (system === undefined) return '';
  const software = known(from['preInstalledSw']);
  const ownLicense = /bring your own/i.test(from['licenseModel'] ?? '') ? '-byol' : '';
  return slug(system) + (software ? `-with-${slug(software)}` : '') + ownLicense;
}

/** What else tells SKUs of a product apart. The usual case adds nothing. */
function qualifierOf(from: AwsAttributes): string {
  const capacity = known(from['capacitystatus']);
  const deployment = known(from['deploymentOption']);
  const market = known(from['marketoption']);
  // `EBS IOPS` of a volume type, beside its storage.
  const part = known(from['volumeApiName']) && known(from['group'])?.replace(/^EBS /, '');
  return [
    part,
    capacity === 'Used' ? undefined : capacity,
    deployment === 'Single-AZ' ? undefined : deployment,
    market === undefined || market === 'OnDemand' ? undefined : market,
  ]
    .flatMap((each) => (each === undefined ? [] : slug(splitWords(each))))
    .join('-');
}

/** `UnusedCapacityReservation` → `Unused Capacity Reservation` */
const splitWords = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2');

/** A product of an AWS offer in its region. */
export function awsSku(sku: string, offer: string, family: string, from: AwsAttributes): ListedSku {
  const name =
    known(from['instanceType']) ??
    known(from['volumeApiName']) ??
    known(from['group']) ??
    known(from['usagetype']) ??
    sku;
  const product: ListedProduct = {
    providerId: 'aws',
    serviceId: awsServiceId(offer),
    name,
    category: categoryOf(offer, family),
    details: detailsOf(name, family, from),
  };
  const tenancy = known(from['tenancy']) ?? 'Shared';
  return {
    kind: 'sku',
    sku,
    offer,
    product,
    region: known(from['regionCode']) ?? known(from['fromRegionCode']) ?? 'global',
    rateType: rateTypeOf(family),
    platform: platformOf(from),
    tenancy: tenancy === 'Shared' ? '' : slug(tenancy),
    qualifier: qualifierOf(from),
  };
}
