-- Recommendations: what the rules find, per workspace, type and account of the provider.
create table recommendations (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  type text not null,
  category text not null,
  service text not null,
  provider text not null,
  provider_account_id text,
  description text not null,
  -- USD per month, not rounded.
  potential_savings numeric not null default 0,
  resources_affected_count integer not null default 0,
  -- Until when it is out of the list of active ones; a dismissal without an end has none.
  archived_at timestamptz,
  archived_until date,
  archived_reason text,
  resolved_at timestamptz,
  refreshed_at timestamptz not null,
  created_at timestamptz not null
);
create unique index recommendations_open on recommendations
  (workspace_token, type, coalesce(provider_account_id, '')) where resolved_at is null;
create index recommendations_savings on recommendations (workspace_token, potential_savings desc);

-- The current findings. A finding about something that is no known resource counts, but is not listed.
create table recommendation_resources (
  recommendation_token text not null references recommendations on delete cascade,
  uuid text not null,
  -- Null once the resource is gone: the next evaluation ends the finding and measures what that saved.
  resource_token text references resources on delete set null,
  integration_token text references integrations on delete cascade,
  -- USD per month: that of the best action, and the amortized cost of the resource.
  potential_savings numeric not null,
  monthly_cost numeric not null,
  actions jsonb not null,
  evidence jsonb not null,
  -- A dismissed finding counts in no sum. The first evaluation after its last day restores it.
  dismissed_at timestamptz,
  dismissed_until date,
  dismissed_reason text,
  found_at timestamptz not null,
  refreshed_at timestamptz not null,
  primary key (recommendation_token, uuid)
);
create index recommendation_resources_resource on recommendation_resources (resource_token);

-- Findings that ended, and what the bill then showed. Measured over the week that follows; null until then.
create table realised_savings (
  id bigint generated always as identity unique,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  recommendation_token text not null references recommendations on delete cascade,
  integration_token text references integrations on delete cascade,
  uuid text not null,
  label text,
  -- USD per month: what was expected, and the amortized cost.
  potential_savings numeric not null,
  monthly_before numeric not null,
  monthly_after numeric,
  found_at timestamptz not null,
  -- The last complete day on which the finding still stood.
  ended_on date not null,
  measured_on date,
  primary key (recommendation_token, uuid)
);
create index realised_savings_workspace on realised_savings (workspace_token);

-- Looked up by their short identifiers, which other resources refer to.
create index resources_by_short_id on resources (integration_token, type, (regexp_replace(uuid, '^.*[/:]', '')));

-- A recommendation ends with its last resource, such as when its integration is deleted.
create function refresh_recommendations() returns trigger language plpgsql as $$
begin
  update recommendations r set
    potential_savings = found.savings,
    resources_affected_count = found.resources,
    resolved_at = case when found.findings = 0 then coalesce(r.resolved_at, now()) else r.resolved_at end
  from (
    select d.recommendation_token, count(f.uuid) as findings,
      count(f.uuid) filter (where f.dismissed_at is null)::int as resources,
      coalesce(sum(f.potential_savings) filter (where f.dismissed_at is null), 0) as savings
    from (select distinct recommendation_token from deleted_findings) d
    left join recommendation_resources f on f.recommendation_token = d.recommendation_token
    group by 1) found
  where r.token = found.recommendation_token;
  return null;
end $$;
create trigger refresh_recommendations after delete on recommendation_resources
  referencing old table as deleted_findings for each statement execute function refresh_recommendations();

create table recommendation_views (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  provider_ids text[] not null default '{}',
  billing_account_ids text[] not null default '{}',
  account_ids text[] not null default '{}',
  regions text[] not null default '{}',
  types text[] not null default '{}',
  tag_key text,
  tag_value text,
  start_date date,
  end_date date,
  min_savings numeric,
  created_by text,
  created_at timestamptz not null
);
create index recommendation_views_workspace on recommendation_views (workspace_token);
create trigger recommendation_views_grants after delete on recommendation_views
  for each row execute function end_grants();
