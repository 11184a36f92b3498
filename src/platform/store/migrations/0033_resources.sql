-- Resources: from the bills, and from inventory files, which know more.
create table resources (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  integration_token text not null references integrations on delete cascade,
  provider text not null,
  -- Identifier of the provider; the ARN for AWS.
  uuid text not null,
  -- What bills and metrics often name it by: the last part of the identifier.
  short_id text not null generated always as (lower(regexp_replace(uuid, '^.*[/:]', ''))) stored,
  type text not null,
  label text,
  -- Billing account.
  provider_account_id text,
  account_id text,
  region text,
  -- What the inventory says, and the utilisation beside it.
  metadata jsonb not null default '{}',
  -- From utilisation files; an inventory that replaces the metadata keeps it.
  utilization jsonb not null default '{}',
  tags jsonb not null default '{}',
  -- Value of each virtual tag, by the token of its configuration: that of most of the cost.
  virtual_tags jsonb not null default '{}',
  -- Whether an inventory file listed it; otherwise it is known from the bill alone.
  in_inventory boolean not null default false,
  -- Format of that file.
  inventory_format text,
  -- Since when inventories list it in its present state; null until one does.
  state_since timestamptz,
  -- Number of consecutive inventories that did not list it. At two it is gone.
  missed_inventories integer not null default 0,
  -- What the bill names it by, null until it has costs, and the services that charge it.
  billed_id text,
  billed_services text[] not null default '{}',
  -- Cost of the last 30 complete days without tax, credits and refunds: [{"category", "currency", "amount"}].
  recent_costs jsonb not null default '[]',
  -- Their sum in USD, to sort by.
  recent_cost numeric not null default 0,
  -- Days among them that have a cost.
  recent_cost_days integer not null default 0,
  last_cost_date date,
  -- The last of the 30 days; null where the integration has no costs.
  costs_through date,
  -- When its costs were last read from the bills.
  costs_read_at timestamptz,
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  unique (integration_token, uuid)
);
create index resources_account on resources (account_token, id);
create index resources_cost on resources (integration_token, recent_cost desc, token);
create index resources_uuid on resources (account_token, uuid);
create index resources_short_id on resources (integration_token, short_id);
create index resources_type on resources (integration_token, type);

-- Inventories that were stored: the same file again must not count as another one.
create table resource_inventories (
  integration_token text not null references integrations on delete cascade,
  fingerprint text not null,
  stored_at timestamptz not null,
  primary key (integration_token, fingerprint)
);

create table resource_reports (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  folder_token text references folders on delete set null,
  title text not null default 'Untitled Report',
  filter text,
  -- Output names, in order.
  columns text[] not null default array['provider', 'label', 'accrued_costs', 'recommendation_savings', 'resource',
    'type', 'region', 'account'],
  user_token text references users on delete set null,
  created_by_token text,
  created_at timestamptz not null
);
create index resource_reports_account on resource_reports (account_token, id);
create index resource_reports_workspace on resource_reports (workspace_token);
create index resource_reports_folder on resource_reports (folder_token);
create index resource_reports_user on resource_reports (user_token);
create trigger resource_reports_grants after delete on resource_reports for each row execute function end_grants();

-- The contents of a deleted folder move to its parent.
create or replace function lift_folder_contents() returns trigger language plpgsql as $$
begin
  if exists (select 1 from workspaces where token = old.workspace_token) then
    update folders set parent_folder_token = old.parent_folder_token where parent_folder_token = old.token;
    update cost_reports set folder_token = old.parent_folder_token where folder_token = old.token;
    update resource_reports set folder_token = old.parent_folder_token where folder_token = old.token;
  end if;
  return old;
end $$;

-- Every workspace starts with a report of all its resources.
insert into resource_reports (token, account_token, workspace_token, title, created_at)
select 'prvdr_rsrc_rprt_' || substr(md5(random()::text || token), 1, 16), account_token, token, 'All Active Resources',
  now()
from workspaces order by id;

-- Reports of data files, as lines.
alter table import_runs add column notes jsonb not null default '[]';
