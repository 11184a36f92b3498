import { type DataFileFormat, readJsonObjects } from '../../../intake/data-files/index.js';
import { awsTypes } from '../aws-types.js';
import { snakeCase } from '../identify-type.js';
import { awsMetadata } from './aws-metadata.js';
import { storeInventory } from './inventory.js';
import type { InventoryItem } from './inventory-item.js';
import { isObject, textOf, textTags } from './item-values.js';

/** A configuration snapshot that AWS Config delivers to a bucket. */
export const awsConfig: DataFileFormat = {
  name: 'aws_config',
  title: 'AWS Config snapshot',
  recognizes: (start) => {
    const text = start.toString('utf8');
    return (
      /^\s*\{/.test(text) &&
      text.includes('"configurationItems"') &&
      /"configSnapshotId"|"resourceType"/.test(text)
    );
  },
  store: (file, ctx) =>
    storeInventory(file, ctx, 'aws_config', readItems(readJsonObjects(file.open(), 2, file.name))),
};

async function* readItems(
  objects: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<InventoryItem | string> {
  let row = 0;
  for await (const object of objects) {
    row += 1;
    // A snapshot also lists what was deleted since the last one.
    if (textOf(object['configurationItemStatus'])?.includes('Deleted')) continue;
    yield itemOf(object) ?? `Item ${row}: resourceType and resourceId are required.`;
  }
}

function itemOf(item: Record<string, unknown>): InventoryItem | undefined {
  const configType = textOf(item['resourceType']);
  const id = textOf(item['resourceId']);
  if (!configType || !id) return undefined;
  const type = typeOf(configType);
  const region = textOf(item['awsRegion']);
  const account = textOf(item['awsAccountId']);
  const tags = textTags(isObject(item['tags']) ? item['tags'] : {});
  const configuration = configurationOf(item['configuration']);
  const created = textOf(item['resourceCreationTime']);
  return {
    uuid: (textOf(item['ARN']) ?? textOf(item['arn']) ?? id).replace(/:\*$/, ''),
    provider: 'aws',
    type,
    label: tags['Name'] ?? textOf(item['resourceName']),
    account_id: account,
    provider_account_id: null,
    region: region === 'global' ? null : region,
    metadata: {
      ...(created && { created_at: created }),
      ...awsMetadata(type, configuration, item),
    },
    tags,
  };
}

/** Some resource types deliver their configuration as a JSON text. */
function configurationOf(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** `AWS::EC2::Volume` is an `aws_ebs_volume`; `AWS::Kinesis::Stream`, which has no type of its own, an `aws_kinesis_stream`. */
function typeOf(configType: string): string {
  const [, service = '', kind = ''] = configType.split('::');
  return (
    awsTypes[`${service}:${kind}`.toLowerCase()] ?? `aws_${snakeCase(service)}_${snakeCase(kind)}`
  );
}
