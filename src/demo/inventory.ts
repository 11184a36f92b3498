import { writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { storeDataFile } from '../domain/intake/data-files/index.js';
import { integrations } from '../domain/intake/integrations/index.js';
import { plainInventory, syncResources } from '../domain/optimise/resources/index.js';
import type { Context } from '../platform/kernel/context.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import { formatDate } from '../platform/lib/time.js';
import { clouds } from './clouds.js';
import { demoMetadata, idOf } from './inventory-metadata.js';

/** Reads the resources of the bills and the cluster, and stores inventories of the clouds, with utilisation. */
export async function storeInventories(ctx: Context): Promise<void> {
  const { services, now, db, actor } = ctx;
  const sources = await db
    .selectFrom('integrations')
    .select(['token', 'provider'])
    .where('account_token', '=', actor.accountToken)
    .orderBy('id')
    .execute();
  for (const { token, provider } of sources) {
    const integration = await integrations.rows.load(ctx, token);
    await syncResources(services, integration, now);
    if (!clouds.some((cloud) => cloud.provider === provider)) continue;
    await withTemporaryFolder(services.workFolder, 'demo-', async (folder) => {
      const path = join(folder, 'inventory.jsonl');
      await writeFile(path, await inventoryLines(ctx, token));
      const file = { name: 'inventory.jsonl', path, open: () => createReadStream(path) };
      await storeDataFile({ file, format: plainInventory }, { services, integration, now });
    });
  }
}

async function inventoryLines({ db, now }: Context, integration: string): Promise<string> {
  const rows = await db
    .selectFrom('resources')
    .select([
      'uuid',
      'type',
      'label',
      'provider',
      'account_id',
      'provider_account_id as billing_account_id',
      'region',
      'metadata',
      'tags',
    ])
    .where('integration_token', '=', integration)
    .orderBy('id')
    .execute();
  const placeOf = ({ account_id, region }: (typeof rows)[number]) => `${account_id} ${region}`;
  const instances = new Map<string, string[]>();
  for (const row of rows) {
    if (row.type !== 'aws_instance') continue;
    instances.set(placeOf(row), [...(instances.get(placeOf(row)) ?? []), idOf(row.uuid)]);
  }
  const lines = rows.flatMap((row) => {
    const metadata = demoMetadata(row, formatDate(now), instances.get(placeOf(row)) ?? []);
    return metadata ? [JSON.stringify({ ...row, metadata })] : [];
  });
  return `${lines.join('\n')}\n`;
}
