-- An inventory is stored in short steps, so that others need not wait for all of it. Until it is complete, what it says
-- waits beside the resources; then one update of this table shows all of it, and it is taken over in short steps as well.
create table staged_inventories (
  id bigint generated always as identity primary key,
  integration_token text not null references integrations on delete cascade,
  is_complete boolean not null default false
);
create index staged_inventories_integration on staged_inventories (integration_token);

-- The inventory in the staging table that lists the resource, or no longer lists it.
alter table resources add column staged_inventory bigint;
-- The columns that it sets; null if the resource is gone.
alter table resources add column staged jsonb;
-- Whether it is the first that lists the resource.
alter table resources add column is_new boolean not null default false;
create index resources_staged_inventory on resources (staged_inventory) where staged_inventory is not null;

-- Resources of staged inventories, as readers see them: unchanged before the inventory is complete.
create view staged_resources as
select r.id, r.token, r.account_token, r.integration_token, coalesce(s.provider, r.provider) as provider,
  coalesce(s.uuid, r.uuid) as uuid, r.short_id, coalesce(s.type, r.type) as type, coalesce(s.label, r.label) as label,
  coalesce(s.provider_account_id, r.provider_account_id) as provider_account_id,
  coalesce(s.account_id, r.account_id) as account_id, coalesce(s.region, r.region) as region,
  coalesce(s.metadata || r.utilization, r.metadata) as metadata, r.utilization, coalesce(s.tags, r.tags) as tags,
  r.virtual_tags, coalesce(s.in_inventory, r.in_inventory) as in_inventory,
  coalesce(s.inventory_format, r.inventory_format) as inventory_format,
  coalesce(s.state_since, r.state_since) as state_since,
  coalesce(s.missed_inventories, r.missed_inventories) as missed_inventories, r.billed_id, r.billed_services,
  r.recent_costs, r.recent_cost, r.recent_cost_days, r.last_cost_date, r.costs_through, r.costs_read_at,
  coalesce(s.last_seen_at, r.last_seen_at) as last_seen_at, r.created_at, r.staged_inventory
from resources r
join staged_inventories i on i.id = r.staged_inventory
left join lateral jsonb_to_record(case when i.is_complete then r.staged end) as s(provider text, uuid text, type text,
  label text, provider_account_id text, account_id text, region text, metadata jsonb, tags jsonb, in_inventory boolean,
  inventory_format text, state_since timestamptz, missed_inventories integer, last_seen_at timestamptz) on true
where case when i.is_complete then r.staged is not null else not r.is_new end;

-- What readers see: resources as the last complete inventory of their integration has them.
create view current_resources as
select id, token, account_token, integration_token, provider, uuid, short_id, type, label, provider_account_id,
  account_id, region, metadata, utilization, tags, virtual_tags, in_inventory, inventory_format, state_since,
  missed_inventories, billed_id, billed_services, recent_costs, recent_cost, recent_cost_days, last_cost_date,
  costs_through, costs_read_at, last_seen_at, created_at
from resources where staged_inventory is null
union all
select id, token, account_token, integration_token, provider, uuid, short_id, type, label, provider_account_id,
  account_id, region, metadata, utilization, tags, virtual_tags, in_inventory, inventory_format, state_since,
  missed_inventories, billed_id, billed_services, recent_costs, recent_cost, recent_cost_days, last_cost_date,
  costs_through, costs_read_at, last_seen_at, created_at
from staged_resources;
