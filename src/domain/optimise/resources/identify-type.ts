import { azureTypes } from './azure-types.js';
import { awsIdPrefixes, awsTypes } from './aws-types.js';
import { gcpTypes } from './gcp-types.js';

/** What is known of a resource on a bill. */
export interface BilledIdentity {
  provider: string;
  resourceId: string;
  /** `AmazonEC2` */
  serviceCode: string | null;
  service: string;
}

/**
 * The type of a resource on a bill, by its identifier; where that says nothing, provider and service:
 * `aws_amazon_kinesis`.
 */
export function identifyType(identity: BilledIdentity): string {
  const { provider, resourceId, serviceCode, service } = identity;
  const code = serviceCode ?? service;
  const known = typeReaders[provider]?.(resourceId, code);
  return known ?? `${snakeCase(provider.split(':')[0]!)}_${snakeCase(code)}`;
}

const typeReaders: Record<string, (id: string, serviceCode: string) => string | undefined> = {
  aws: awsTypeOf,
  azure: azureTypeOf,
  gcp: gcpTypeOf,
};

/** `arn:aws:ec2:us-east-1:123456789012:volume/vol-1` is an `aws_ebs_volume`, and so is `vol-1`. */
function awsTypeOf(id: string, serviceCode = ''): string | undefined {
  const [, arnService, resource] = /^arn:[^:]*:([^:]*):[^:]*:[^:]*:(.*)$/.exec(id) ?? [];
  if (arnService !== undefined) {
    const kind = /^([A-Za-z-]+)[:/]/.exec(resource!)?.[1] ?? '';
    return awsTypes[`${arnService}:${kind}`.toLowerCase()] ?? awsTypes[`${arnService}:`];
  }
  const prefix = /^([a-z]+)-[0-9a-z]+$/.exec(id)?.[1];
  const byPrefix = prefix === undefined ? undefined : awsIdPrefixes[prefix];
  return byPrefix ?? typesByService[serviceCode];
}

/** Services that bill one kind of resource by a plain name. */
const typesByService: Record<string, string> = {
  AmazonS3: 'aws_s3_bucket',
  AmazonCloudWatch: 'aws_cloudwatch_log_group',
};

/** By the last type of the path: `…/Microsoft.Compute/disks/data` is an `azurerm_managed_disk`. */
function azureTypeOf(id: string): string | undefined {
  const path = id.toLowerCase().split('/providers/').at(-1) ?? '';
  const [namespace, kind] = path.split('/');
  return azureTypes[`${namespace}/${kind}`];
}

/** By service and collection: `//compute.googleapis.com/projects/p/zones/z/disks/d` is a `google_compute_disk`. */
export function gcpTypeOf(id: string): string | undefined {
  const [, service, path] = /^(?:https:)?\/\/([a-z]+)\.googleapis\.com\/(.*)$/.exec(id) ?? [];
  const collection = path?.split('/').at(-2);
  return service === undefined ? undefined : gcpTypes[`${service}/${collection?.toLowerCase()}`];
}

/** `AmazonEC2` is `amazon_ec2`, `Microsoft.Compute` is `microsoft_compute`. */
export function snakeCase(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}
