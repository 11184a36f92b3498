import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db } from '../../../platform/store/tables.js';
import { type CostWindow, readCostWindow } from './cost-window.js';
import { identifyType } from './identify-type.js';
import { batchRows, changeResources, inBatches, letOthersIn } from './change-resources.js';
import { settleInventories } from './inventory/stage-inventory.js';
import { type BilledResource, readBilledResources } from './read-billed-resources.js';
import { readCommitments } from './read-commitments.js';
import { readWorkloads } from './read-workloads.js';
import { readFactors } from '../../costs/query/index.js';
import { resourceTypes } from './resource-types.js';
import { isNamed, lastPart } from './names-sql.js';
import { refreshVirtualTags } from './refresh-virtual-tags.js';

interface Owner {
  token: string;
  account_token: string;
}

/**
 * Derives the resources of an integration from its bills, commitments and clusters, and refreshes the costs of all its resources.
 * Running it again changes nothing further.
 */
export function syncResources(services: Services, integration: Owner, now: Date): Promise<number> {
  return changeResources(integration.token, async () => {
    await settleInventories(services.db, integration.token);
    return readFromBills(services, integration, now);
  });
}

async function readFromBills(services: Services, integration: Owner, now: Date): Promise<number> {
  const { db, costs } = services;
  const window = await readCostWindow(db, integration.token, now);
  let count = 0;
  if (window) {
    const store = async (page: readonly BilledResource[]) => {
      await storePage(db, integration, window, page, now);
      count += page.length;
    };
    const commitments = new Map(
      (await readCommitments(services, integration.token, window)).map((each) => [
        each.resource_id,
        each,
      ]),
    );
    for await (const page of readBilledResources(costs, window)) {
      await store(page.map((each) => withTerms(each, commitments.get(each.resource_id))));
      for (const { resource_id: id } of page) commitments.delete(id);
    }
    await store([...commitments.values()]);
    await store(await readWorkloads(costs, window));
  }
  await removeUnbilled(db, integration.token, window, now);
  if (window) await refreshVirtualTags(services, integration, window, now);
  return count;
}

/** A commitment that the bill names as a resource, with the terms that its fees tell. */
const withTerms = (billed: BilledResource, commitment: BilledResource | undefined) =>
  commitment ? { ...billed, metadata: commitment.metadata } : billed;

async function storePage(
  db: Db,
  integration: Owner,
  window: CostWindow,
  page: readonly BilledResource[],
  now: Date,
): Promise<void> {
  const factors = await readFactors(db, integration.account_token, {
    from: page.flatMap(({ costs }) => costs.map(({ currency }) => currency)),
    to: 'USD',
    day: window.end,
  });
  for (let from = 0; from < page.length; from += batchRows) {
    const rows = page.slice(from, from + batchRows).map((each) => rowOf(each, factors));
    await storeBatch(db, integration, window, rows, now);
    await letOthersIn();
  }
}

function rowOf(billed: BilledResource, factors: ReadonlyMap<string, string>) {
  const { resource_id: uuid, provider, service, service_code: serviceCode } = billed;
  const isKnownType = billed.resource_type && resourceTypes.includes(billed.resource_type);
  const total = billed.costs.reduce(
    // A currency without a rate is only ordered by its own amount.
    (sum, { currency, amount }) => sum.plus(new Decimal(amount).times(factors.get(currency) ?? 1)),
    new Decimal(0),
  );
  return {
    token: newToken('prvdr_rsrc'),
    uuid,
    provider,
    type: isKnownType
      ? billed.resource_type
      : identifyType({ provider, resourceId: uuid, service, serviceCode }),
    label: billed.resource_name || billed.tags['Name'] || billed.tags['name'] || null,
    provider_account_id: billed.provider_account_id,
    account_id: billed.account_id,
    region: billed.region,
    metadata: {
      ...(billed.instance_type && { instance_type: billed.instance_type }),
      ...(billed.zone && { zone: billed.zone }),
      ...billed.metadata,
    },
    tags: billed.tags,
    services: billed.services,
    recent_costs: billed.costs,
    recent_cost: total.toDecimalPlaces(12).toFixed(),
    recent_cost_days: billed.cost_days,
    last_cost_date: billed.last_cost_date,
  };
}

/**
 * An inventory lists a resource by its full name and knows more about it, so the bill only adds the costs
 * there: bills name an instance `i-1`, its inventory `arn:…:instance/i-1`.
 */
async function storeBatch(
  db: Db,
  { token, account_token: account }: Owner,
  { end, listedSince }: CostWindow,
  rows: readonly object[],
  now: Date,
): Promise<void> {
  await sql`
    with billed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(token text, uuid text,
        provider text, type text, label text, provider_account_id text, account_id text, region text,
        metadata jsonb, tags jsonb, services text[], recent_costs jsonb, recent_cost numeric, recent_cost_days integer,
        last_cost_date date)
    ), known as (
      update resources r set billed_id = b.uuid, billed_services = b.services, recent_costs = b.recent_costs, recent_cost = b.recent_cost,
        recent_cost_days = b.recent_cost_days, last_cost_date = b.last_cost_date, costs_through = ${end}::date, costs_read_at = ${now},
        last_seen_at = case when r.in_inventory then r.last_seen_at else ${now} end,
        provider_account_id = coalesce(b.provider_account_id, r.provider_account_id),
        account_id = case when r.in_inventory then coalesce(r.account_id, b.account_id) else b.account_id end,
        type = case when r.in_inventory then r.type else b.type end,
        label = case when r.in_inventory then coalesce(r.label, b.label) else b.label end,
        region = case when r.in_inventory then coalesce(r.region, b.region) else b.region end,
        metadata = case when r.in_inventory then b.metadata || r.metadata else b.metadata || r.utilization end,
        tags = case when r.in_inventory and r.tags <> '{}' then r.tags else b.tags end
      from billed b
      where r.integration_token = ${token} and r.short_id = ${lastPart('b.uuid')}
        and ${isNamed('r.uuid', 'b.uuid')} and (lower(r.uuid) = lower(b.uuid) or (r.in_inventory and r.type = b.type))
      returning b.uuid
    )
    insert into resources (token, account_token, integration_token, provider, uuid, type, label, provider_account_id,
      account_id, region, metadata, tags, billed_id, billed_services, recent_costs, recent_cost, recent_cost_days, last_cost_date,
      costs_through, costs_read_at, last_seen_at, created_at)
    select b.token, ${account}, ${token}, b.provider, b.uuid, b.type, b.label, b.provider_account_id, b.account_id,
      b.region, b.metadata, b.tags, b.uuid, b.services, b.recent_costs, b.recent_cost, b.recent_cost_days, b.last_cost_date, ${end}::date,
      ${now}, ${now}, ${now}
    from billed b
    where b.last_cost_date >= ${listedSince}::date and not exists (select 1 from known k where k.uuid = b.uuid)
    on conflict (integration_token, uuid) do nothing`.execute(db);
}

/**
 * Resources of the bill that had no costs lately are gone; those of an inventory are there without costs.
 * Only rows of earlier runs change: another run may have stored newer ones meanwhile.
 */
async function removeUnbilled(
  db: Db,
  integration: string,
  window: CostWindow | undefined,
  now: Date,
): Promise<void> {
  await inBatches(() =>
    sql`
      delete from resources where token in (
        select token from resources where integration_token = ${integration} and not in_inventory and (costs_read_at is null
          or costs_read_at < ${now} or last_cost_date < ${window?.listedSince ?? null}::date)
        limit ${batchRows})`.execute(db),
  );
  await inBatches(() =>
    sql`
      update resources set recent_costs = '[]', recent_cost = 0, recent_cost_days = 0, costs_read_at = ${now},
        costs_through = ${window?.end ?? null}::date
      where token in (
        select token from resources
        where integration_token = ${integration} and (costs_read_at is null or costs_read_at < ${now})
        limit ${batchRows})`.execute(db),
  );
}
