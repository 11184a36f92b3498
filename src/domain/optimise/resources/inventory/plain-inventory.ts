import { z } from 'zod';
import { type DataFileFormat, readJsonObjects } from '../../../intake/data-files/index.js';
import { canonicalType } from '../resource-types.js';
import { storeInventory } from './inventory.js';
import type { InventoryItem } from './inventory-item.js';
import { textTags } from './item-values.js';

const text = z.string().nullish();

const Line = z.object({
  uuid: z.string().min(1),
  type: z.string().min(1),
  provider: z.string().min(1).optional(),
  label: text,
  account_id: text,
  billing_account_id: text,
  region: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  tags: z.record(z.string(), z.unknown()).nullish(),
});

/** Our own form: one resource per line, with the fields that the API returns. */
export const plainInventory: DataFileFormat = {
  name: 'resource_lines',
  title: 'Resources as JSON lines',
  recognizes: (start) => {
    const line = start.toString('utf8').trimStart().split('\n', 1)[0]!;
    return line.startsWith('{') && /"uuid"\s*:/.test(line) && /"type"\s*:/.test(line);
  },
  store: (file, ctx) =>
    storeInventory(
      file,
      ctx,
      'resource_lines',
      readItems(readJsonObjects(file.open(), 0, file.name), ctx.integration.provider),
    ),
};

async function* readItems(
  lines: AsyncIterable<unknown>,
  provider: string,
): AsyncGenerator<InventoryItem | string> {
  let row = 0;
  for await (const line of lines) {
    row += 1;
    const parsed = Line.safeParse(line);
    yield parsed.success
      ? itemOf(parsed.data, provider)
      : `Row ${row}: uuid and type are required, and the other fields must be as documented.`;
  }
}

function itemOf(line: z.output<typeof Line>, provider: string): InventoryItem {
  return {
    uuid: line.uuid,
    provider: line.provider ?? provider,
    type: canonicalType(line.type),
    label: line.label ?? null,
    account_id: line.account_id ?? null,
    provider_account_id: line.billing_account_id ?? null,
    region: line.region ?? null,
    metadata: line.metadata ?? {},
    tags: textTags(line.tags ?? {}),
  };
}
