-- Baseline forecasts, and the scenario models that are planned on top of them.

create table scenario_models (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  -- null for the whole account.
  workspace_token text references workspaces on delete cascade,
  title text not null,
  priority int,
  provider text,
  service text check (service is null or provider is not null),
  -- [{start_at, end_at, amount, amount_type}] in the order given; amounts are decimal strings.
  periods jsonb not null default '[]',
  created_by_token text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index scenario_models_account on scenario_models (account_token, id);

create table report_forecasts (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  title text not null,
  business_metric_token text references business_metrics on delete set null,
  is_default boolean not null default false,
  created_by_token text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index report_forecasts_report on report_forecasts (cost_report_token, id);
create index report_forecasts_metric on report_forecasts (business_metric_token);
create unique index report_forecasts_default on report_forecasts (cost_report_token) where is_default;

create table report_forecast_models (
  id bigint generated always as identity primary key,
  report_forecast_token text not null references report_forecasts on delete cascade,
  scenario_model_token text not null references scenario_models on delete cascade,
  unique (report_forecast_token, scenario_model_token)
);
create index report_forecast_models_model on report_forecast_models (scenario_model_token);

-- A report forecast without any model or metric would equal the baseline, so it is deleted.
create function end_empty_forecasts() returns trigger language plpgsql as $$
begin
  delete from report_forecasts f where f.business_metric_token is null
    and not exists (select 1 from report_forecast_models m where m.report_forecast_token = f.token);
  return null;
end $$;
create trigger scenario_models_forecasts after delete on scenario_models
  for each statement execute function end_empty_forecasts();
create trigger business_metrics_forecasts after delete on business_metrics
  for each statement execute function end_empty_forecasts();

-- The baseline of each report as it was last computed.
create table baseline_forecasts (
  cost_report_token text primary key references cost_reports on delete cascade,
  -- Of the query and its costs: while it is unchanged, so is the baseline.
  fingerprint text not null,
  computed_at timestamptz not null,
  -- The date of the first amount of every series.
  first_day date not null,
  -- The costs of each of the last 90 complete days.
  last_complete_day date not null,
  daily_costs text[] not null
);

-- Daily amounts as decimal strings: of one service, or of several under the name all.
create table baseline_series (
  cost_report_token text not null references baseline_forecasts on delete cascade,
  provider text not null,
  service text not null,
  is_total boolean not null,
  method text,
  amounts text[] not null,
  -- What the prediction intervals are computed from.
  interval_facts jsonb not null,
  scores jsonb not null,
  primary key (cost_report_token, is_total, provider, service)
);
