-- Alerts on changes of costs, and the events that they have recorded.

create table cost_alerts (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  "interval" text not null check ("interval" in ('day', 'week', 'month', 'quarter')),
  unit_type text not null check (unit_type in ('currency', 'percentage')),
  threshold numeric not null check (threshold > 0),
  -- Smallest change in money that a percentage counts from.
  minimum_threshold numeric check (minimum_threshold >= 0),
  email_recipients text[] not null default '{}',
  slack_channels text[] not null default '{}',
  teams_channels text[] not null default '{}',
  -- Counts the changes of what the alert tests, so that results of earlier settings are not recorded.
  arming integer not null default 1,
  -- The last of these changes: earlier intervals are not tested.
  armed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (unit_type = 'percentage' or minimum_threshold is null)
);
create index cost_alerts_account on cost_alerts (account_token, id);
create index cost_alerts_workspace on cost_alerts (workspace_token);

create table cost_alert_reports (
  id bigint generated always as identity primary key,
  cost_alert_token text not null references cost_alerts on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  unique (cost_alert_token, cost_report_token)
);
create index cost_alert_reports_report on cost_alert_reports (cost_report_token);

-- The key holds between all runs and workers: once per alert, report, group and interval.
create table cost_alert_events (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  alert_token text not null references cost_alerts on delete cascade,
  -- Without reference: events of a deleted report stay readable.
  report_token text not null,
  -- Digest of the values of the group, which can be longer than an index entry.
  group_key text not null,
  "interval" text not null,
  interval_start date not null,
  triggered_on date not null,
  description text not null,
  metadata jsonb not null,
  annotation_token text references annotations on delete set null,
  created_at timestamptz not null,
  unique (alert_token, report_token, group_key, "interval", interval_start)
);
create index cost_alert_events_account on cost_alert_events (account_token, interval_start);
create index cost_alert_events_annotation on cost_alert_events (annotation_token);
create index cost_alert_events_workspace on cost_alert_events (workspace_token);

-- The annotations of an alert are deleted with its events.
create function end_cost_alert_event() returns trigger language plpgsql as $$
begin
  delete from annotations where token = old.annotation_token;
  return null;
end $$;
create trigger cost_alert_events_annotation after delete on cost_alert_events
  for each row when (old.annotation_token is not null) execute function end_cost_alert_event();

-- The address of a deleted user leaves all lists.
create function end_cost_alert_recipient() returns trigger language plpgsql as $$
begin
  update cost_alerts set email_recipients = array(
      select address from unnest(email_recipients) with ordinality as listed (address, position)
      where lower(address) <> lower(old.email) order by position)
    where account_token = old.account_token
      and exists (select 1 from unnest(email_recipients) address where lower(address) = lower(old.email));
  return null;
end $$;
create trigger users_cost_alert_recipient after delete on users
  for each row execute function end_cost_alert_recipient();

create trigger cost_alerts_mutes after delete on cost_alerts for each row execute function end_mutes();
