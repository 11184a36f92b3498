-- Alerts on budgets, and the record of what they have reported.

create table budget_alerts (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  -- Percentage of the budget of a month.
  threshold integer not null check (threshold >= 0),
  -- null for the whole month.
  duration_in_days integer check (duration_in_days between 1 and 31),
  period_to_track text check (period_to_track in ('start_of_the_month', 'end_of_the_month')),
  recipient_emails text[] not null default '{}',
  user_token text references users on delete set null,
  -- Counts the changes of threshold, duration and period: each of them lets the alert report again.
  arming integer not null default 1,
  armed_at timestamptz not null,
  created_at timestamptz not null
);
create index budget_alerts_account on budget_alerts (account_token, id);
create index budget_alerts_creator on budget_alerts (user_token);

create table budget_alert_budgets (
  id bigint generated always as identity primary key,
  budget_alert_token text not null references budget_alerts on delete cascade,
  budget_token text not null references budgets on delete cascade,
  unique (budget_alert_token, budget_token)
);
create index budget_alert_budgets_budget on budget_alert_budgets (budget_token);

create table budget_alert_users (
  id bigint generated always as identity primary key,
  budget_alert_token text not null references budget_alerts on delete cascade,
  user_token text not null references users on delete cascade,
  unique (budget_alert_token, user_token)
);
create index budget_alert_users_user on budget_alert_users (user_token);

-- An alert is deleted with its last budget. Checked at the end of the transaction, because an update
-- removes the old budgets before it adds the new ones.
create function end_budget_alert() returns trigger language plpgsql as $$
begin
  delete from budget_alerts where token = old.budget_alert_token
    and not exists (select 1 from budget_alert_budgets where budget_alert_token = old.budget_alert_token);
  return null;
end $$;
create constraint trigger budget_alert_budgets_last after delete on budget_alert_budgets
  deferrable initially deferred for each row execute function end_budget_alert();

-- The address of a deleted user leaves all lists.
create function end_recipient() returns trigger language plpgsql as $$
begin
  update budget_alerts set recipient_emails = array(
      select address from unnest(recipient_emails) with ordinality as listed (address, position)
      where lower(address) <> lower(old.email) order by position)
    where account_token = old.account_token
      and exists (select 1 from unnest(recipient_emails) address where lower(address) = lower(old.email));
  return null;
end $$;
create trigger users_recipient after delete on users for each row execute function end_recipient();

-- What an alert has reported. The key holds between all runs and workers: once per budget, month and arming.
create table budget_alert_firings (
  id bigint generated always as identity primary key,
  budget_alert_token text not null references budget_alerts on delete cascade,
  budget_token text not null references budgets on delete cascade,
  month date not null,
  arming integer not null,
  threshold integer not null,
  -- As of this day.
  day date not null,
  spend numeric not null,
  amount numeric not null,
  -- False for an alert that a higher one of the same run made redundant.
  delivered boolean not null,
  fired_at timestamptz not null,
  unique (budget_alert_token, budget_token, month, arming)
);
create index budget_alert_firings_budget on budget_alert_firings (budget_token);
