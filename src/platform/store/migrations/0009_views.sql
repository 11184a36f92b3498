-- Segments, dashboards, annotations and canvases.

create table segments (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  -- Child segments are deleted with their parent.
  parent_segment_token text references segments on delete cascade,
  title text not null,
  description text not null default '',
  priority integer not null default 100 check (priority >= 0),
  track_unallocated boolean not null default false,
  -- Only the chosen settings; only of top-level segments.
  report_settings jsonb not null default '{}',
  filter text,
  created_at timestamptz not null
);
create index segments_account on segments (account_token, id);
create index segments_parent on segments (parent_segment_token);
create trigger segments_grants after delete on segments for each row execute function end_grants();

-- The report that is created and deleted with a segment.
alter table cost_reports add column segment_token text unique references segments on delete cascade;

alter table dashboards
  add column date_bin text check (date_bin in ('cumulative', 'day', 'week', 'month')),
  add column date_interval text,
  -- Only of a custom interval; without an end date it extends to the current day.
  add column start_date date,
  add column end_date date,
  add column updated_at timestamptz,
  add check ((coalesce(date_interval, '') = 'custom') = (start_date is not null)),
  add check (end_date is null or start_date is not null);
update dashboards set updated_at = created_at;
alter table dashboards alter column updated_at set not null;
create index dashboards_account on dashboards (account_token, id);

create table dashboard_widgets (
  id bigint generated always as identity primary key,
  dashboard_token text not null references dashboards on delete cascade,
  widgetable_token text not null,
  title text not null,
  display_type text not null check (display_type in ('table', 'chart'))
);
create index dashboard_widgets_dashboard on dashboard_widgets (dashboard_token, id);
create index dashboard_widgets_shown on dashboard_widgets (widgetable_token);

-- Widgets refer to objects of many tables, so no foreign key can delete them with their object.
create function end_widgets() returns trigger language plpgsql as $$
begin
  delete from dashboard_widgets where widgetable_token = old.token;
  return null;
end $$;
create trigger cost_reports_widgets after delete on cost_reports for each row execute function end_widgets();

create table dashboard_saved_filters (
  id bigint generated always as identity primary key,
  dashboard_token text not null references dashboards on delete cascade,
  saved_filter_token text not null references saved_filters on delete cascade,
  unique (dashboard_token, saved_filter_token)
);
create index dashboard_saved_filters_filter on dashboard_saved_filters (saved_filter_token);

create table annotations (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  title text not null,
  date date,
  message text not null,
  created_at timestamptz not null
);
create index annotations_account on annotations (account_token, id);

create table annotation_reports (
  id bigint generated always as identity primary key,
  annotation_token text not null references annotations on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  unique (annotation_token, cost_report_token)
);
create index annotation_reports_report on annotation_reports (cost_report_token);

-- An annotation is deleted with its last report. Checked at the end of the transaction, because an update
-- removes the old reports before it adds the new ones.
create function end_annotation() returns trigger language plpgsql as $$
begin
  delete from annotations where token = old.annotation_token
    and not exists (select 1 from annotation_reports where annotation_token = old.annotation_token);
  return null;
end $$;
create constraint trigger annotation_reports_last after delete on annotation_reports
  deferrable initially deferred for each row execute function end_annotation();

create table canvases (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  prompt text not null,
  -- Result and error of the last refresh.
  result jsonb,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index canvases_account on canvases (account_token, id);
create trigger canvases_grants after delete on canvases for each row execute function end_grants();
