-- Integrations, the loads imported from them, uploads, exchange rates and data exports.

create table integrations (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  provider text not null,
  account_identifier text,
  name text not null,
  description text,
  status text not null check (status in ('pending', 'connected', 'importing', 'imported', 'error', 'disconnected')),
  -- The first reason of the last failure, visible to those who may write integrations.
  last_error text,
  -- Location of the bills and how they are read; no secrets.
  settings jsonb not null default '{}',
  -- Credentials, encrypted.
  secrets bytea,
  last_updated timestamptz,
  created_at timestamptz not null
);
create index integrations_account on integrations (account_token, id);

create table integration_workspaces (
  id bigint generated always as identity primary key,
  integration_token text not null references integrations on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  unique (integration_token, workspace_token)
);
create index integration_workspaces_workspace on integration_workspaces (workspace_token);

-- One version of one partition of a source. Remains after its integration is deleted, until its rows are dropped.
create table loads (
  load_id integer generated always as identity primary key,
  account_token text not null,
  integration_token text not null,
  partition text not null,
  format text not null,
  fingerprint text not null,
  source_version text,
  status text not null check (status in ('running', 'active', 'superseded', 'failed', 'dropped')),
  -- The process that writes it, and its last heartbeat.
  runner text not null,
  seen_at timestamptz not null,
  rows_read bigint not null default 0,
  rows_rejected bigint not null default 0,
  rows_repeated bigint not null default 0,
  lines bigint not null default 0,
  totals jsonb not null default '[]',
  first_date date,
  last_date date,
  estimated boolean not null default false,
  warnings jsonb not null default '[]',
  reason text,
  started_at timestamptz not null,
  finished_at timestamptz,
  superseded_at timestamptz
);
create index loads_integration on loads (integration_token, partition);
create unique index loads_active on loads (integration_token, partition) where status = 'active';
create unique index loads_running on loads (integration_token, partition) where status = 'running';

create table costs_uploads (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  integration_token text not null references integrations on delete cascade,
  filename text not null,
  -- Whether the client named the file; only named uploads replace one another.
  is_named boolean not null,
  amount numeric not null,
  start_date date not null,
  end_date date not null,
  import_status text not null check (import_status in ('processing', 'complete', 'error')),
  created_by_token text,
  created_at timestamptz not null
);
create index costs_uploads_integration on costs_uploads (integration_token, id);

create table exchange_rates (
  account_token text not null references accounts on delete cascade,
  base_currency_code text not null,
  currency_code text not null,
  effective_date date not null,
  rate numeric not null check (rate > 0),
  updated_at timestamptz not null,
  primary key (account_token, effective_date, base_currency_code, currency_code)
);

create table tag_settings (
  account_token text not null references accounts on delete cascade,
  tag_key text not null,
  hidden boolean not null default false,
  preferred boolean not null default false,
  primary key (account_token, tag_key)
);

create table data_exports (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text references workspaces on delete cascade,
  export_type text not null,
  status text not null check (status in ('queued', 'running', 'complete', 'failed')),
  attributes jsonb not null,
  -- The resolved query, from which the job can write the files again.
  request jsonb not null,
  files jsonb not null default '[]',
  reason text,
  created_by_token text,
  completed_at timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null
);
create index data_exports_account on data_exports (account_token, id);
