-- Dashboards that are sent by schedule, and the record of what was sent.

create table dashboard_notifications (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  dashboard_token text not null references dashboards on delete cascade,
  title text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  recipient_emails text[] not null default '{}',
  user_token text references users on delete set null,
  -- Runs of earlier days are not made up for: the day after the creation, or when the frequency changed.
  first_run_on date not null,
  created_at timestamptz not null
);
create index dashboard_notifications_account on dashboard_notifications (account_token, id);
create index dashboard_notifications_dashboard on dashboard_notifications (dashboard_token);
create index dashboard_notifications_creator on dashboard_notifications (user_token);

create table dashboard_notification_users (
  id bigint generated always as identity primary key,
  dashboard_notification_token text not null references dashboard_notifications on delete cascade,
  user_token text not null references users on delete cascade,
  unique (dashboard_notification_token, user_token)
);
create index dashboard_notification_users_user on dashboard_notification_users (user_token);

create table dashboard_notification_teams (
  id bigint generated always as identity primary key,
  dashboard_notification_token text not null references dashboard_notifications on delete cascade,
  team_token text not null references teams on delete cascade,
  unique (dashboard_notification_token, team_token)
);
create index dashboard_notification_teams_team on dashboard_notification_teams (team_token);

create table dashboard_notification_channels (
  id bigint generated always as identity primary key,
  dashboard_notification_token text not null references dashboard_notifications on delete cascade,
  channel_token text not null references channels on delete cascade,
  unique (dashboard_notification_token, channel_token)
);
create index dashboard_notification_channels_channel on dashboard_notification_channels (channel_token);

-- The address of a deleted user leaves all lists.
create function end_dashboard_recipient() returns trigger language plpgsql as $$
begin
  update dashboard_notifications set recipient_emails = array(
      select address from unnest(recipient_emails) with ordinality as listed (address, position)
      where lower(address) <> lower(old.email) order by position)
    where account_token = old.account_token
      and exists (select 1 from unnest(recipient_emails) address where lower(address) = lower(old.email));
  return null;
end $$;
create trigger users_dashboard_recipient after delete on users
  for each row execute function end_dashboard_recipient();

-- What was sent. The key holds between all runs and workers: once per day.
create table dashboard_notification_runs (
  id bigint generated always as identity primary key,
  dashboard_notification_token text not null references dashboard_notifications on delete cascade,
  day date not null,
  sent_at timestamptz not null,
  unique (dashboard_notification_token, day)
);

create trigger dashboard_notifications_mutes after delete on dashboard_notifications for each row execute function end_mutes();
