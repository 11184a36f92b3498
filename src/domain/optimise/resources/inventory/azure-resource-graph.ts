import {
  type DataFile,
  type DataFileFormat,
  readJsonObjects,
} from '../../../intake/data-files/index.js';
import { azureTypes } from '../azure-types.js';
import { snakeCase } from '../identify-type.js';
import { storeInventory } from './inventory.js';
import type { InventoryItem } from './inventory-item.js';
import { isObject, snakeCaseKeys, textOf, textTags } from './item-values.js';

const isResource = (text: string) =>
  /"id"\s*:\s*"\/subscriptions\//i.test(text) && /"subscriptionId"\s*:/i.test(text);

/** The answer of an Azure Resource Graph query over `Resources`: an array, or an object with `data`. */
export const azureResourceGraph: DataFileFormat = {
  name: 'azure_resource_graph',
  title: 'Azure Resource Graph',
  recognizes: (start) => {
    const text = start.toString('utf8');
    return /^\s*[[{]/.test(text) && isResource(text) && /"type"\s*:\s*"microsoft\./i.test(text);
  },
  store: async (file, ctx) =>
    storeInventory(
      file,
      ctx,
      'azure_resource_graph',
      readItems(readJsonObjects(file.open(), await depthOf(file), file.name)),
    ),
};

async function depthOf(file: DataFile): Promise<number> {
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    if (chunk.toString('utf8').trimStart().startsWith('[')) return 1;
    return /^\s*\{\s*"id"/.test(chunk.toString('utf8')) ? 0 : 2;
  }
  return 1;
}

async function* readItems(
  objects: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<InventoryItem | string> {
  let row = 0;
  for await (const object of objects) {
    row += 1;
    yield itemOf(object) ?? `Item ${row}: id and type are required.`;
  }
}

function itemOf(item: Record<string, unknown>): InventoryItem | undefined {
  const id = textOf(item['id']);
  const azureType = textOf(item['type'])?.toLowerCase();
  if (!id || !azureType) return undefined;
  const properties = isObject(item['properties']) ? item['properties'] : {};
  const type = azureTypes[azureType] ?? `azurerm_${snakeCase(azureType.split('/').at(-1)!)}`;
  return {
    uuid: id,
    provider: 'azure',
    type,
    label: textOf(item['name']),
    account_id: textOf(item['resourceGroup'])?.toLowerCase() ?? null,
    provider_account_id: textOf(item['subscriptionId'])?.toLowerCase() ?? null,
    region: textOf(item['location']),
    metadata: { ...snakeCaseKeys(properties), ...readers[type]?.(properties) },
    tags: textTags(isObject(item['tags']) ? item['tags'] : {}),
  };
}

const readers: Record<string, (properties: Record<string, unknown>) => Record<string, unknown>> = {
  azurerm_managed_disk: (properties) => ({
    disk_state: properties['diskState'] ?? null,
    disk_size: properties['diskSizeGB'] ?? null,
    last_ownership_update: properties['LastOwnershipUpdateTime'] ?? null,
  }),
  azurerm_virtual_machine: ({ hardwareProfile }) => ({
    virtual_machine_size: isObject(hardwareProfile) ? hardwareProfile['vmSize'] : null,
  }),
};
