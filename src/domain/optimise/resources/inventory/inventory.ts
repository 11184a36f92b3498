import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { newToken } from '../../../../platform/lib/tokens.js';
import type { Db } from '../../../../platform/store/tables.js';
import type {
  DataFile,
  DataFileContext,
  DataFileReport,
} from '../../../intake/data-files/index.js';
import { stateSql } from '../resource-state.js';
import { isNamed, lastPart } from '../short-id.js';

/** A resource as an inventory lists it. */
export interface InventoryItem {
  uuid: string;
  provider: string;
  type: string;
  label: string | null;
  account_id: string | null;
  provider_account_id: string | null;
  region: string | null;
  metadata: Record<string, unknown>;
  tags: Record<string, string>;
}

const batchSize = 1000;
const maxMissed = 2;

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
  const report: DataFileReport = { rowsRead: 0, rowsStored: 0, warnings: [] };
  const fingerprint = await hashFile(file.path);
  const places = new Set<string>();
  await services.db.transaction().execute(async (db) => {
    const isNew = await recordInventory(db, integration.token, fingerprint, now);
    const batch = new Map<string, InventoryItem>();
    const flush = async () => {
      if (batch.size > 0) {
        report.rowsStored += batch.size;
        await storeItems(db, integration, format, [...batch.values()], now);
      }
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
      if (batch.size >= batchSize) await flush();
    }
    await flush();
    if (isNew) await countMissing(db, integration.token, format, [...places], now);
  });
  // Reads the costs of what is new, and evaluates the rules over it.
  await services.enqueue('sync-resources', { integration_token: integration.token });
  return report;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Whether this file was not stored before: the same one again is not another inventory. */
async function recordInventory(
  db: Db,
  integration_token: string,
  fingerprint: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('resource_inventories')
    .values({ integration_token, fingerprint, stored_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted ?? 0n) > 0n;
}

/** A resource that was known from the bill, by a shorter name, keeps its token and gets its full name. */
async function storeItems(
  db: Db,
  { token, account_token: account }: { token: string; account_token: string },
  format: string,
  items: readonly InventoryItem[],
  now: Date,
): Promise<void> {
  const rows = items.map((item) => ({ ...item, token: newToken('prvdr_rsrc') }));
  await sql`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(token text, uuid text,
        provider text, type text, label text, provider_account_id text, account_id text, region text,
        metadata jsonb, tags jsonb)
    ), billed as (
      select distinct on (i.uuid) i.uuid, r.token from listed i join resources r
        on r.integration_token = ${token} and r.short_id = ${lastPart('i.uuid')} and r.uuid <> i.uuid
        and not r.in_inventory and r.type = i.type and ${isNamed('i.uuid', 'r.uuid')}
      where not exists (select 1 from resources o where o.integration_token = ${token} and o.uuid = i.uuid)
      order by i.uuid, r.id
    )
    update resources r set uuid = billed.uuid from billed where r.token = billed.token`.execute(db);
  await sql`
    insert into resources as r (token, account_token, integration_token, provider, uuid, type, label,
      provider_account_id, account_id, region, metadata, tags, in_inventory, inventory_format, state_since, last_seen_at, created_at)
    select i.token, ${account}, ${token}, i.provider, i.uuid, i.type, i.label, i.provider_account_id, i.account_id,
      i.region, i.metadata, i.tags, true, ${format}, ${now}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(token text, uuid text, provider text, type text,
      label text, provider_account_id text, account_id text, region text, metadata jsonb, tags jsonb)
    on conflict (integration_token, uuid) do update set provider = excluded.provider, type = excluded.type,
      label = coalesce(excluded.label, r.label), account_id = coalesce(excluded.account_id, r.account_id),
      provider_account_id = coalesce(excluded.provider_account_id, r.provider_account_id),
      region = coalesce(excluded.region, r.region), metadata = excluded.metadata || r.utilization,
      tags = excluded.tags, in_inventory = true, inventory_format = excluded.inventory_format,
      state_since = case when ${stateSql('excluded')} is not distinct from ${stateSql('r')}
        then coalesce(r.state_since, excluded.state_since) else excluded.state_since end,
      missed_inventories = 0, last_seen_at = excluded.last_seen_at`.execute(db);
}

async function countMissing(
  db: Db,
  integration: string,
  format: string,
  places: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update resources r set missed_inventories = missed_inventories + 1
    from (select p ->> 0 as account_id, p ->> 1 as region
      from jsonb_array_elements(${`[${places.join(',')}]`}::jsonb) as p) place
    where r.integration_token = ${integration} and r.in_inventory and r.inventory_format = ${format}
      and r.account_id is not distinct from place.account_id and r.region is not distinct from place.region
      and r.last_seen_at < ${now}`.execute(db);
  await sql`
    delete from resources where integration_token = ${integration} and in_inventory
      and missed_inventories >= ${maxMissed}`.execute(db);
}
