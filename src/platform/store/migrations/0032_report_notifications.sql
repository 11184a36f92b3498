-- Scheduled messages about cost reports, and the record of the periods that they have reported.

create table report_notifications (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  title text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- How changes are shown.
  change text not null check (change in ('percentage', 'dollars')),
  recipient_emails text[] not null default '{}',
  -- Names of chat channels; they stay when the channel is deleted.
  recipient_channels text[] not null default '{}',
  user_token text references users on delete set null,
  -- Runs of earlier days are not made up for: the day after the creation, or when the frequency changed.
  first_run_on date not null,
  created_at timestamptz not null
);
create index report_notifications_account on report_notifications (account_token, id);
create index report_notifications_report on report_notifications (cost_report_token);
create index report_notifications_creator on report_notifications (user_token);

create table report_notification_users (
  id bigint generated always as identity primary key,
  report_notification_token text not null references report_notifications on delete cascade,
  user_token text not null references users on delete cascade,
  unique (report_notification_token, user_token)
);
create index report_notification_users_user on report_notification_users (user_token);

create table report_notification_teams (
  id bigint generated always as identity primary key,
  report_notification_token text not null references report_notifications on delete cascade,
  team_token text not null references teams on delete cascade,
  unique (report_notification_token, team_token)
);
create index report_notification_teams_team on report_notification_teams (team_token);

create table report_notification_channels (
  id bigint generated always as identity primary key,
  report_notification_token text not null references report_notifications on delete cascade,
  channel_token text not null references channels on delete cascade,
  unique (report_notification_token, channel_token)
);
create index report_notification_channels_channel on report_notification_channels (channel_token);

-- The address of a deleted user leaves all lists.
create function end_notification_recipient() returns trigger language plpgsql as $$
begin
  update report_notifications set recipient_emails = array(
      select address from unnest(recipient_emails) with ordinality as listed (address, position)
      where lower(address) <> lower(old.email) order by position)
    where account_token = old.account_token
      and exists (select 1 from unnest(recipient_emails) address where lower(address) = lower(old.email));
  return null;
end $$;
create trigger users_notification_recipient after delete on users
  for each row execute function end_notification_recipient();

-- What a notification has reported. The key holds between all runs and workers: once per period.
create table report_notification_runs (
  id bigint generated always as identity primary key,
  report_notification_token text not null references report_notifications on delete cascade,
  period_start date not null,
  period_end date not null,
  total numeric not null,
  sent_at timestamptz not null,
  unique (report_notification_token, period_start, period_end)
);

create trigger report_notifications_mutes after delete on report_notifications for each row execute function end_mutes();
