-- Resources: from the bills, and from inventory files, which know more.
create table resources (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  integration_token text not null references integrations on delete cascade,
  provider text not null,
  -- Identifier of the provider; the ARN for AWS.
  uuid text not null,
  type text not null,
  label text,
  -- Billing account.
  provider_account_id text,
  account_id text,
  region text,
  metadata jsonb not null default '{}',
  tags jsonb not null default '{}',
  -- Whether an inventory file listed it; otherwise it is known from the bill alone.
  in_inventory boolean not null default false,
  -- Number of consecutive inventories that did not list it. At two it is gone.
  missed_inventories integer not null default 0,
  -- Cost of the last 30 days: [{"category", "currency", "amount"}].
  recent_costs jsonb not null default '[]',
  -- Their sum in USD, to sort by.
  recent_cost numeric not null default 0,
  last_cost_date date,
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  unique (integration_token, uuid)
);
create index resources_account on resources (account_token, id);
create index resources_cost on resources (integration_token, recent_cost desc, token);
create index resources_uuid on resources (account_token, uuid);
create index resources_type on resources (integration_token, type);

-- Reports of data files, as lines.
alter table import_runs add column notes jsonb not null default '[]';
