-- The payers of a load, so that two integrations do not count the same bill twice, and the totals that the
-- source states for each month, for reconciliation.
alter table loads
  -- `aws 2024-01 123456789012`: provider, billing month, payer.
  add column payers text[] not null default '{}',
  add column months jsonb not null default '[]';
create index loads_payers on loads using gin (payers);
create index loads_account on loads (account_token, load_id);

-- The load that holds the costs of an upload.
alter table costs_uploads add column load_id integer not null;

-- When its location was last checked.
alter table integrations add column checked_at timestamptz;

-- What was last imported from a location: one row per set of files, with its version.
create table watched_sets (
  integration_token text not null references integrations on delete cascade,
  set_key text not null,
  mark text not null,
  imported_at timestamptz not null,
  primary key (integration_token, set_key)
);

-- Imports of uploaded files, so that every server can report their progress.
create table import_runs (
  run_id integer generated always as identity primary key,
  account_token text not null references accounts on delete cascade,
  integration_token text references integrations on delete cascade,
  file_names text[] not null,
  status text not null check (status in ('running', 'committed', 'skipped', 'failed')),
  -- The process that imports, and its last heartbeat.
  runner text not null,
  seen_at timestamptz not null,
  rows_done bigint not null default 0,
  bytes_done bigint not null default 0,
  bytes_total bigint not null default 0,
  load_ids integer[] not null default '{}',
  errors jsonb not null default '[]',
  started_at timestamptz not null,
  finished_at timestamptz
);
create index import_runs_account on import_runs (account_token, run_id);
