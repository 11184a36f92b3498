import { type DataFileFormat, readJsonObjects } from '../../../intake/data-files/index.js';
import { gcpTypes } from '../gcp-types.js';
import { gcpTypeOf, snakeCase } from '../identify-type.js';
import { storeInventory } from './inventory.js';
import type { InventoryItem } from './inventory-item.js';
import { isObject, snakeCaseKeys, textOf, textTags } from './item-values.js';

/** A Cloud Asset Inventory export of resources: JSON lines, keys in either spelling. */
export const gcpAssets: DataFileFormat = {
  name: 'gcp_assets',
  title: 'Google Cloud asset inventory',
  recognizes: (start) =>
    /^\s*\{[^\n]*"asset_?type"\s*:\s*"[a-z]+\.googleapis\.com\//i.test(start.toString('utf8')),
  store: (file, ctx) =>
    storeInventory(file, ctx, 'gcp_assets', readItems(readJsonObjects(file.open(), 0, file.name))),
};

async function* readItems(
  objects: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<InventoryItem | string> {
  let row = 0;
  for await (const object of objects) {
    row += 1;
    yield itemOf(object) ?? `Row ${row}: name and asset_type are required.`;
  }
}

function itemOf(asset: Record<string, unknown>): InventoryItem | undefined {
  const uuid = textOf(asset['name']);
  const assetType = textOf(asset['asset_type'] ?? asset['assetType']);
  if (!uuid || !assetType) return undefined;
  const resource = isObject(asset['resource']) ? asset['resource'] : {};
  const data = isObject(resource['data']) ? resource['data'] : {};
  const location = textOf(resource['location']);
  return {
    uuid,
    provider: 'gcp',
    type: typeOf(uuid, assetType),
    label: textOf(data['name']) ?? uuid.split('/').at(-1)!,
    account_id: /\/projects\/([^/]+)/.exec(uuid)?.[1] ?? null,
    provider_account_id: null,
    // `us-central1-a` is a zone of `us-central1`.
    region: location?.replace(/^([a-z]+-[a-z]+\d+)-[a-z]$/, '$1') ?? null,
    metadata: {
      ...snakeCaseKeys(data),
      ...(location && { zone: location }),
      ...lastPart(data, 'machineType', 'machine_type'),
      ...(data['sizeGb'] !== undefined && { size: data['sizeGb'] }),
    },
    tags: textTags(isObject(data['labels']) ? data['labels'] : {}),
  };
}

/** References are URLs whose last part is the name. */
function lastPart(data: Record<string, unknown>, key: string, name: string) {
  const value = textOf(data[key]);
  return value === null ? {} : { [name]: value.split('/').at(-1) };
}

function typeOf(uuid: string, assetType: string): string {
  const [service, kind] = assetType.split('/');
  const collection = `${service!.split('.')[0]}/${kind?.toLowerCase()}s`;
  return (
    gcpTypes[collection] ??
    gcpTypeOf(uuid) ??
    `google_${snakeCase(service!.split('.')[0]!)}_${snakeCase(kind ?? '')}`
  );
}
