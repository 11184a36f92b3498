-- Network flow reports, and the record of the flow logs that were imported.

create table network_flow_reports (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  -- The report that the workspace opens with.
  is_default boolean not null default false,
  filter text,
  date_interval text not null default 'last_7_days',
  -- Only of the interval custom.
  start_date date,
  end_date date,
  -- Joined by commas, in the order of the columns.
  groupings text not null default 'resource_uuid,traffic_category,peer_resource_uuid',
  flow_direction text check (flow_direction in ('all', 'ingress', 'egress')),
  flow_weight text not null default 'costs' check (flow_weight in ('costs', 'bytes')),
  -- User or team.
  created_by_token text,
  created_at timestamptz not null
);
create index network_flow_reports_account on network_flow_reports (account_token, id);
create index network_flow_reports_workspace on network_flow_reports (workspace_token);

-- One row per imported object. Rows of ClickHouse whose load is not here are removed by the clean-up.
create table network_flow_loads (
  load_id integer generated always as identity primary key,
  account_token text not null references accounts on delete cascade,
  integration_token text not null references integrations on delete cascade,
  -- Name of the file: the key of the object.
  name text not null,
  -- Hash of the content.
  fingerprint text not null,
  status text not null check (status in ('running', 'active')),
  rows_read bigint not null default 0,
  rows_stored bigint not null default 0,
  first_date date,
  last_date date,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index network_flow_loads_active on network_flow_loads (integration_token, name)
  where status = 'active';
create index network_flow_loads_fingerprint on network_flow_loads (integration_token, fingerprint);
create index network_flow_loads_account on network_flow_loads (account_token);

-- The reports that new workspaces get.
insert into network_flow_reports
  (token, account_token, workspace_token, title, is_default, filter, groupings, created_at)
select 'ntflw_lg_rprt_' || substr(md5(workspace.token || report.title || random()::text), 1, 16),
  workspace.account_token, workspace.token, report.title, report.is_default, report.filter,
  report.groupings, workspace.created_at
from workspaces workspace
cross join (values
  (1, 'All Network Flow Logs', true, null,
    'resource_uuid,traffic_category,peer_resource_uuid'),
  (2, 'Cross-AZ Traffic', false, 'network_flow_logs.traffic_category = ''cross_az''',
    'resource_uuid,az_id,peer_az_id,peer_resource_uuid'),
  (3, 'Public Traffic Destinations', false, 'network_flow_logs.traffic_category = ''public''',
    'resource_uuid,dsthostname,dstaddr')
) as report (position, title, is_default, filter, groupings)
order by workspace.id, report.position;
