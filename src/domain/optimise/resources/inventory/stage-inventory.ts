import { sql } from 'kysely';
import { newToken } from '../../../../platform/lib/tokens.js';
import type { Db } from '../../../../platform/store/tables.js';
import { batchRows, inBatches } from '../change-resources.js';
import { stateSql } from '../resource-state.js';
import { isNamed, lastPart } from '../names-sql.js';
import type { InventoryItem } from './inventory-item.js';

const maxMissed = 2;

/** An inventory that nobody sees before it is complete. */
export interface StagedInventory {
  id: number;
  integration: { token: string; account_token: string };
  format: string;
  now: Date;
}

/** Begins an inventory of an integration whose earlier ones are settled. */
export async function beginInventory(db: Db, integration: string): Promise<number> {
  const { id } = await db
    .insertInto('staged_inventories')
    .values({ integration_token: integration })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stages what is listed. A resource that was known from the bill, by a shorter name, keeps its token and gets its full name. */
export async function stageItems(
  db: Db,
  { id, integration: { token, account_token: account }, format, now }: StagedInventory,
  items: readonly InventoryItem[],
): Promise<void> {
  const rows = items.map((item) => ({ ...item, token: newToken('prvdr_rsrc') }));
  await sql`
    with listed as materialized (
      select i.*, ${lastPart('i.uuid')} as short_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(token text, uuid text, provider text, type text,
        label text, provider_account_id text, account_id text, region text, metadata jsonb, tags jsonb)
    ), alike as materialized (
      select r.id, r.token, coalesce(r.staged ->> 'uuid', r.uuid) as uuid, r.short_id, r.type, r.in_inventory, r.metadata,
        r.state_since, r.staged_inventory is not null as is_staged
      from resources r
      where r.integration_token = ${token} and r.short_id = any(array(select l.short_id from listed l))
    ), billed as (
      select distinct on (each.token) each.token, each.listed
      from (select distinct on (l.uuid) l.uuid as listed, a.token
        from listed l join alike a on a.short_id = l.short_id and a.type = l.type and ${isNamed('l.uuid', 'a.uuid')}
        where not a.in_inventory and not a.is_staged and not exists (select 1 from alike o where o.uuid = l.uuid)
        order by l.uuid, a.id) each
      order by each.token, each.listed
    ), known as (
      select l.*, a.token as known_token, a.metadata as known_metadata, a.state_since as known_since
      from listed l join alike a on a.uuid = l.uuid
      union all
      select l.*, a.token, a.metadata, a.state_since
      from billed b join listed l on l.uuid = b.listed join alike a on a.token = b.token
    ), changed as (
      update resources r set staged_inventory = ${id}, staged = jsonb_build_object('uuid', k.uuid, 'provider', k.provider,
        'type', k.type, 'label', k.label, 'provider_account_id', k.provider_account_id, 'account_id', k.account_id,
        'region', k.region, 'metadata', k.metadata, 'tags', k.tags, 'in_inventory', true, 'inventory_format', ${format}::text,
        'state_since', case when ${stateSql('k.metadata')} is not distinct from ${stateSql('k.known_metadata')}
          then coalesce(k.known_since, ${now}) else ${now} end, 'missed_inventories', 0, 'last_seen_at', ${now}::timestamptz)
      from known k where r.token = k.known_token
    )
    insert into resources (token, account_token, integration_token, provider, uuid, type, label, provider_account_id,
      account_id, region, metadata, tags, in_inventory, inventory_format, state_since, last_seen_at, created_at,
      staged_inventory, staged, is_new)
    select l.token, ${account}, ${token}, l.provider, l.uuid, l.type, l.label, l.provider_account_id, l.account_id,
      l.region, l.metadata, l.tags, true, ${format}, ${now}, ${now}, ${now}, ${id}, '{}', true
    from listed l where not exists (select 1 from known k where k.uuid = l.uuid)`.execute(db);
}

/** Stages what earlier inventories of the format listed in the same places, and this one does not. */
export async function stageMissing(
  db: Db,
  { id, integration, format, now }: StagedInventory,
  places: readonly string[],
): Promise<void> {
  await inBatches(() =>
    sql`
      update resources r set staged_inventory = ${id}, staged = case when r.missed_inventories + 1 < ${maxMissed}
        then jsonb_build_object('missed_inventories', r.missed_inventories + 1) end
      where r.token in (
        select token from resources
        where integration_token = ${integration.token} and staged_inventory is null and in_inventory
          and inventory_format = ${format} and last_seen_at < ${now}
          and (coalesce(account_id, ''), coalesce(region, '')) in (
            select coalesce(p ->> 0, ''), coalesce(p ->> 1, '')
            from jsonb_array_elements(${`[${places.join(',')}]`}::jsonb) p)
        limit ${batchRows})`.execute(db),
  );
}

/** Shows the inventory, whole, and records its file. */
export async function completeInventory(
  db: Db,
  { id, integration, now }: StagedInventory,
  fingerprint: string,
): Promise<void> {
  await sql`
    with recorded as (
      insert into resource_inventories (integration_token, fingerprint, stored_at)
      values (${integration.token}, ${fingerprint}, ${now}) on conflict do nothing
    )
    update staged_inventories set is_complete = true where id = ${id}`.execute(db);
}

/** Takes over what complete inventories say, which changes nothing for readers, and discards those that were cut off. */
export async function settleInventories(db: Db, integration: string): Promise<void> {
  const staged = await db
    .selectFrom('staged_inventories')
    .select(['id', 'is_complete'])
    .where('integration_token', '=', integration)
    .orderBy('id')
    .execute();
  for (const { id, is_complete: isComplete } of staged) {
    if (isComplete) await takeOver(db, id);
    else await discard(db, id);
    await db.deleteFrom('staged_inventories').where('id', '=', id).execute();
  }
}

async function takeOver(db: Db, id: number): Promise<void> {
  await inBatches(() =>
    sql`
      update resources r set provider = s.provider, uuid = s.uuid, type = s.type, label = s.label,
        provider_account_id = s.provider_account_id, account_id = s.account_id, region = s.region,
        metadata = s.metadata, tags = s.tags, in_inventory = s.in_inventory, inventory_format = s.inventory_format,
        state_since = s.state_since, missed_inventories = s.missed_inventories, last_seen_at = s.last_seen_at,
        staged_inventory = null, staged = null, is_new = false
      from (select * from staged_resources where staged_inventory = ${id} limit ${batchRows}) s
      where r.token = s.token`.execute(db),
  );
  await removeStaged(db, id, 'staged is null');
}

async function discard(db: Db, id: number): Promise<void> {
  await removeStaged(db, id, 'is_new');
  await inBatches(() =>
    sql`
      update resources set staged_inventory = null, staged = null
      where token in (select token from resources where staged_inventory = ${id} limit ${batchRows})`.execute(
      db,
    ),
  );
}

const removeStaged = (db: Db, id: number, condition: 'staged is null' | 'is_new') =>
  inBatches(() =>
    sql`
      delete from resources where token in (
        select token from resources where staged_inventory = ${id} and ${sql.raw(condition)} limit ${batchRows})`.execute(
      db,
    ),
  );
