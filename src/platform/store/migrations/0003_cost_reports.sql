-- Saved cost queries.

create table cost_reports (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  folder_token text references folders on delete set null,
  title text not null,
  filter text,
  -- Comma-separated, exactly as sent.
  groupings text,
  -- Only the chosen settings; all others follow the defaults in the code.
  settings jsonb not null default '{}',
  chart_settings jsonb not null default '{}',
  chart_type text not null default 'line',
  date_bin text not null default 'cumulative',
  date_interval text not null default 'this_month',
  -- Only of a custom interval: named intervals move with the current day.
  start_date date,
  end_date date,
  previous_period_start_date date,
  previous_period_end_date date,
  -- null for the initial report of a workspace.
  created_by text,
  created_at timestamptz not null,
  check ((date_interval = 'custom') = (start_date is not null and end_date is not null)),
  check ((previous_period_start_date is null) = (previous_period_end_date is null))
);
create index cost_reports_account on cost_reports (account_token, id);
create index cost_reports_folder on cost_reports (folder_token);
create trigger cost_reports_grants after delete on cost_reports for each row execute function end_grants();

create table cost_report_saved_filters (
  id bigint generated always as identity primary key,
  cost_report_token text not null references cost_reports on delete cascade,
  saved_filter_token text not null references saved_filters on delete cascade,
  unique (cost_report_token, saved_filter_token)
);
create index cost_report_saved_filters_filter on cost_report_saved_filters (saved_filter_token);

-- The contents of a deleted folder move to its parent. When the workspace is deleted, everything is:
-- moving a folder that the same statement is about to delete would be an error.
create or replace function lift_folder_contents() returns trigger language plpgsql as $$
begin
  if exists (select 1 from workspaces where token = old.workspace_token) then
    update folders set parent_folder_token = old.parent_folder_token where parent_folder_token = old.token;
    update cost_reports set folder_token = old.parent_folder_token where folder_token = old.token;
  end if;
  return old;
end $$;
