import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../../platform/store/tables.js';
import type {
  DataFile,
  DataFileContext,
  DataFileReport,
} from '../../../intake/data-files/index.js';
import { batchRows, changeResources, letOthersIn } from '../change-resources.js';
import type { InventoryItem } from './inventory-item.js';
import {
  beginInventory,
  completeInventory,
  settleInventories,
  type StagedInventory,
  stageItems,
  stageMissing,
} from './stage-inventory.js';

/**
 * Stores an inventory: what it lists exists. What an earlier one of the same format listed in the same
 * accounts and regions, and two in a row do not, is gone.
 */
export async function storeInventory(
  file: DataFile,
  { services, integration, now, signal }: DataFileContext,
  format: string,
  items: AsyncIterable<InventoryItem | string>,
): Promise<DataFileReport> {
  const fingerprint = await hashFile(file.path);
  const store = async (db: Db) => {
    await settleInventories(db, integration.token);
    const id = await beginInventory(db, integration.token);
    const inventory = { id, integration, format, now };
    const { report, places } = await stageAll(db, inventory, items, signal);
    const isNew = !(await wasStored(db, integration.token, fingerprint));
    if (isNew) await stageMissing(db, inventory, places);
    await completeInventory(db, inventory, fingerprint);
    await settleInventories(db, integration.token);
    return report;
  };
  const report = await changeResources(integration.token, () =>
    // A server has a session for everyone else, and other processes, so there it is one transaction.
    services.config.databaseUrl
      ? services.db.transaction().execute(store)
      : store(services.db).catch(async (error: unknown) => {
          await settleInventories(services.db, integration.token);
          throw error;
        }),
  );
  // Reads the costs of what is new, and evaluates the rules over it.
  await services.enqueue('sync-resources', { integration_token: integration.token });
  return report;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Stages all items; tells in which accounts and regions they are. */
async function stageAll(
  db: Db,
  inventory: StagedInventory,
  items: AsyncIterable<InventoryItem | string>,
  signal: AbortSignal | undefined,
): Promise<{ report: DataFileReport; places: string[] }> {
  const report: DataFileReport = { rowsRead: 0, rowsStored: 0, warnings: [] };
  const places = new Set<string>();
  const batch = new Map<string, InventoryItem>();
  const flush = async () => {
    if (batch.size > 0) await stageItems(db, inventory, [...batch.values()]);
    report.rowsStored += batch.size;
    batch.clear();
  };
  for await (const item of items) {
    signal?.throwIfAborted();
    report.rowsRead += 1;
    if (typeof item === 'string') {
      if (report.warnings.length < 100) report.warnings.push(item);
      continue;
    }
    places.add(JSON.stringify([item.account_id, item.region]));
    batch.set(item.uuid, item);
    if (batch.size < batchRows) continue;
    await flush();
    await letOthersIn();
  }
  await flush();
  return { report, places: [...places] };
}

/** Whether this file was stored before: the same one again is not another inventory. */
async function wasStored(db: Db, integration: string, fingerprint: string): Promise<boolean> {
  const stored = await db
    .selectFrom('resource_inventories')
    .select('fingerprint')
    .where('integration_token', '=', integration)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return stored !== undefined;
}
