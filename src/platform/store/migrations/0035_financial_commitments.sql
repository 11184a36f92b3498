-- Reservations and savings plans, derived from the cost lines after each import: reading them from the
-- lines for every request would scan all bills of the account.
create table financial_commitments (
  id bigint generated always as identity primary key,
  integration_token text not null references integrations on delete cascade,
  provider text not null,
  -- ARN, or the identifier of the provider.
  commitment_id text not null,
  commitment_type text not null,
  service text not null,
  -- Account that purchased it.
  account text not null,
  type text not null,
  amount integer,
  term text,
  payment_type text,
  region text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Price per hour of the whole commitment, the share of upfront payments included.
  hourly_cost numeric not null,
  currency text not null,
  created_at timestamptz not null,
  unique (integration_token, commitment_id)
);
create index financial_commitments_end on financial_commitments (integration_token, ends_at desc);

create table financial_commitment_reports (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  is_default boolean not null default false,
  filter text,
  date_interval text not null default 'last_3_months',
  -- Only for the date interval custom.
  start_date date,
  end_date date,
  date_bucket text not null default 'month' check (date_bucket in ('hour', 'day', 'week', 'month', 'quarter')),
  on_demand_costs_scope text not null default 'discountable' check (on_demand_costs_scope in ('discountable', 'all')),
  groupings text not null default 'cost_type',
  user_token text references users on delete set null,
  created_at timestamptz not null
);
create index financial_commitment_reports_account on financial_commitment_reports (account_token, id);
create index financial_commitment_reports_workspace on financial_commitment_reports (workspace_token);
create index financial_commitment_reports_creator on financial_commitment_reports (user_token);
create trigger financial_commitment_reports_grants after delete on financial_commitment_reports
  for each row execute function end_grants();

-- The report that new workspaces start with.
insert into financial_commitment_reports
  (token, account_token, workspace_token, title, is_default, filter, created_at)
select 'fncl_cmnt_rprt_' || substr(md5(random()::text || token), 1, 16), account_token, token,
  'All Financial Commitments', true, '(financial_commitments.provider = ''aws'')', created_at
from workspaces order by id;
