-- Anomalies in the costs of reports, and who is told about them.

create table anomaly_alerts (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  provider text not null,
  service text not null,
  category text,
  anomaly_date date not null,
  kind text not null check (kind in ('spike', 'step', 'drift')),
  -- Figures of the detection; restated bills do not change them.
  currency text not null,
  amount numeric not null,
  previous_amount numeric not null,
  seven_day_average numeric not null,
  expected_amount numeric not null,
  expected_lower numeric not null,
  expected_upper numeric not null,
  -- Names of the resources that explain it.
  resources text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'archived', 'ignored')),
  -- A person has set the status, so it stays.
  has_set_status boolean not null default false,
  feedback text,
  -- Recent when it was found, rather than part of the history of a new report.
  is_news boolean not null,
  alerted_at timestamptz,
  created_at timestamptz not null
);
-- The key holds between all runs and workers: once per series and day.
create unique index anomaly_alerts_series
  on anomaly_alerts (cost_report_token, provider, service, coalesce(category, ''), anomaly_date);
create index anomaly_alerts_account on anomaly_alerts (account_token, anomaly_date desc, id desc);
create index anomaly_alerts_workspace on anomaly_alerts (workspace_token);

-- What a report was last searched with; the row is locked while anomalies are stored.
create table anomaly_scans (
  cost_report_token text primary key references cost_reports on delete cascade,
  -- Equal as long as filters and settings are the same.
  question text not null,
  -- Equal as long as the costs are the same, too.
  fingerprint text not null,
  -- Providers whose costs were searched.
  providers text[] not null,
  scanned_at timestamptz not null
);

create table anomaly_notifications (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  -- Least rise, in the currency of the workspace.
  threshold integer not null default 0 check (threshold >= 0),
  recipient_emails text[] not null default '{}',
  recipient_channels text[] not null default '{}',
  -- Day of the last summary: there is at most one a day.
  summarized_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index anomaly_notifications_account on anomaly_notifications (account_token, id);
create index anomaly_notifications_workspace on anomaly_notifications (workspace_token);
create index anomaly_notifications_report on anomaly_notifications (cost_report_token);

create table anomaly_notification_users (
  id bigint generated always as identity primary key,
  anomaly_notification_token text not null references anomaly_notifications on delete cascade,
  user_token text not null references users on delete cascade,
  unique (anomaly_notification_token, user_token)
);
create index anomaly_notification_users_user on anomaly_notification_users (user_token);

create table anomaly_notification_teams (
  id bigint generated always as identity primary key,
  anomaly_notification_token text not null references anomaly_notifications on delete cascade,
  team_token text not null references teams on delete cascade,
  unique (anomaly_notification_token, team_token)
);
create index anomaly_notification_teams_team on anomaly_notification_teams (team_token);

create table anomaly_notification_channels (
  id bigint generated always as identity primary key,
  anomaly_notification_token text not null references anomaly_notifications on delete cascade,
  channel_token text not null references channels on delete cascade,
  unique (anomaly_notification_token, channel_token)
);
create index anomaly_notification_channels_channel on anomaly_notification_channels (channel_token);

-- The address of a deleted user leaves all lists.
create function end_anomaly_recipient() returns trigger language plpgsql as $$
begin
  update anomaly_notifications set recipient_emails = array(
      select address from unnest(recipient_emails) with ordinality as listed (address, position)
      where lower(address) <> lower(old.email) order by position)
    where account_token = old.account_token
      and exists (select 1 from unnest(recipient_emails) address where lower(address) = lower(old.email));
  return null;
end $$;
create trigger users_anomaly_recipient after delete on users
  for each row execute function end_anomaly_recipient();

-- The anomalies that a notification has dealt with, each of them once.
create table anomaly_notification_anomalies (
  id bigint generated always as identity primary key,
  anomaly_notification_token text not null references anomaly_notifications on delete cascade,
  anomaly_alert_token text not null references anomaly_alerts on delete cascade,
  -- False below the threshold, and without recipients.
  delivered boolean not null,
  created_at timestamptz not null,
  unique (anomaly_notification_token, anomaly_alert_token)
);
create index anomaly_notification_anomalies_anomaly
  on anomaly_notification_anomalies (anomaly_alert_token);

create trigger anomaly_notifications_mutes after delete on anomaly_notifications for each row execute function end_mutes();
