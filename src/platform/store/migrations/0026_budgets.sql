-- Budgets: amounts per month against the costs of a report, or the sum of other budgets.

create table budgets (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  name text not null,
  cost_report_token text references cost_reports on delete set null,
  -- The budget was created with the token of the segment of its report, and returns it.
  names_segment boolean not null default false,
  -- [{start_at, end_at, amount}] in the order given; an open end is null, amounts are decimal strings.
  periods jsonb not null default '[]',
  user_token text references users on delete set null,
  created_by_token text,
  created_at timestamptz not null
);
create index budgets_account on budgets (account_token, id);
create index budgets_report on budgets (cost_report_token);
create index budgets_user on budgets (user_token);

create table budget_children (
  id bigint generated always as identity primary key,
  budget_token text not null references budgets on delete cascade,
  child_budget_token text not null references budgets on delete cascade,
  unique (budget_token, child_budget_token)
);
create index budget_children_child on budget_children (child_budget_token);
