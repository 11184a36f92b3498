-- Reports on how much of what Kubernetes clusters cost is used.
create table kubernetes_efficiency_reports (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  -- The report that every workspace starts with, and that exports use unless they name another.
  is_default boolean not null default false,
  filter text,
  -- Joined by commas, without blanks.
  groupings text not null default 'cluster_id',
  aggregated_by text not null default 'idle_cost',
  date_bucket text not null default 'day',
  date_interval text not null default 'this_month',
  -- Only of a custom interval: named intervals move with the current day.
  start_date date,
  end_date date,
  user_token text references users on delete set null,
  created_at timestamptz not null,
  check ((date_interval = 'custom') = (start_date is not null and end_date is not null))
);
create index kubernetes_efficiency_reports_account on kubernetes_efficiency_reports (account_token, id);
create index kubernetes_efficiency_reports_workspace on kubernetes_efficiency_reports (workspace_token);
create index kubernetes_efficiency_reports_creator on kubernetes_efficiency_reports (user_token);
create trigger kubernetes_efficiency_reports_grants after delete on kubernetes_efficiency_reports
  for each row execute function end_grants();
create trigger kubernetes_efficiency_reports_widgets after delete on kubernetes_efficiency_reports
  for each row execute function end_widgets();

insert into kubernetes_efficiency_reports (token, account_token, workspace_token, title, is_default, created_at)
select 'kbnts_eff_rprt_' || substr(md5(random()::text || token), 1, 16), account_token, token,
  'Cluster Idle Costs', true, created_at
from workspaces order by id;
