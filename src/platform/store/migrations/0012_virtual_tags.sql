-- Tags whose values are computed by rules, across all providers of an account.

create table virtual_tag_configs (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  key text not null,
  overridable boolean not null,
  -- As sent; the rules apply from the first day of its month.
  backfill_until date not null,
  collapsed_tag_keys jsonb not null default '[]',
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_token, key)
);

-- In order of precedence. `definition` holds the fields of the value's kind, as in the API.
create table virtual_tag_values (
  id bigint generated always as identity unique,
  token text primary key,
  config_token text not null references virtual_tag_configs on delete cascade,
  position integer not null,
  filter text,
  kind text not null check (kind in ('name', 'business_metric', 'cost_metric', 'percentages')),
  definition jsonb not null,
  date_ranges jsonb not null default '[]',
  -- A metric in use cannot be deleted.
  business_metric_token text references business_metrics on delete restrict,
  check ((kind = 'business_metric') = (business_metric_token is not null))
);
create index virtual_tag_values_config on virtual_tag_values (config_token, position);
create index virtual_tag_values_metric on virtual_tag_values (business_metric_token);

-- Asynchronous updates, which are applied before the response; stored for a day.
create table virtual_tag_requests (
  request_id text primary key,
  account_token text not null references accounts on delete cascade,
  created_at timestamptz not null
);
