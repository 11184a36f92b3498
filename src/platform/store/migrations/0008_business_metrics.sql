-- Business metrics, which unit costs are computed from.

create table business_metrics (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  title text not null,
  import_type text not null default 'csv'
    check (import_type in ('csv', 'datadog_metrics', 'cloudwatch', 'snowflake_metrics', 'metronome_metrics')),
  -- Query of an external source; a metric whose integration is deleted keeps its values and stops updating.
  integration_token text references integrations on delete set null,
  source jsonb,
  -- Whether values hold several labels, each under a key.
  keyed_labels boolean not null default false,
  -- Time and error of the last pull from an external source.
  pulled_at timestamptz,
  pull_error text,
  created_by text,
  created_at timestamptz not null
);
create index business_metrics_account on business_metrics (account_token, id);

-- The numeric amount is exact; a missing label is ''.
create table business_metric_values (
  business_metric_token text not null references business_metrics on delete cascade,
  forecasted boolean not null,
  at timestamptz not null,
  label text not null,
  -- Of keyed labels: the map that `label` contains as text.
  labels jsonb,
  amount numeric not null,
  primary key (business_metric_token, forecasted, at, label)
);

create table business_metric_attachments (
  id bigint generated always as identity primary key,
  cost_report_token text not null references cost_reports on delete cascade,
  business_metric_token text not null references business_metrics on delete cascade,
  unit_scale text not null default 'per_unit'
    check (unit_scale in ('per_unit', 'per_hundred', 'per_thousand', 'per_million', 'per_billion')),
  calculation_type text not null default 'unit_cost'
    check (calculation_type in ('unit_cost', 'gross_margin', 'usage_unit_cost', 'raw_business_metric')),
  label text,
  label_filter text[],
  label_filters jsonb,
  unique (cost_report_token, business_metric_token)
);
create index business_metric_attachments_metric on business_metric_attachments (business_metric_token);
