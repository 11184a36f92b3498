-- Managed accounts of a managed-service provider, what is delegated to them, and how they are billed.

-- The account itself is a row of `accounts` with the same token; this row belongs to the management account.
create table managed_accounts (
  id bigint generated always as identity unique,
  token text primary key references accounts on delete cascade,
  -- The management account.
  account_token text not null references accounts on delete cascade,
  contact_email text not null,
  email_domain text,
  payment_terms_days integer not null default 10 check (payment_terms_days between 0 and 365),
  include_managed_account_integrations boolean not null default false,
  billing_information jsonb not null default '{}',
  business_information jsonb not null default '{}',
  created_at timestamptz not null
);
create index managed_accounts_account on managed_accounts (account_token, id);
create unique index managed_accounts_contact on managed_accounts (account_token, lower(contact_email));
create unique index managed_accounts_domain on managed_accounts (lower(email_domain));

-- Integrations of the management account whose costs a managed account sees.
create table integration_delegations (
  id bigint generated always as identity primary key,
  managed_account_token text not null references managed_accounts on delete cascade,
  integration_token text not null references integrations on delete cascade,
  position integer not null,
  unique (managed_account_token, integration_token)
);
create index integration_delegations_integration on integration_delegations (integration_token);

create table billing_rules (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  -- Spelled as the client sent it.
  type text not null,
  title text not null,
  -- Spelled as the client sent them: dates or timestamps.
  start_date text,
  end_date text,
  apply_to_all boolean not null default false,
  charge_type text,
  percentage numeric,
  service text,
  category text,
  sub_category text,
  amount numeric,
  sql_query text,
  -- Rules run group by group: transforms of AWS rows, inserts, transforms of costs, monthly inserts.
  execution_group smallint not null check (execution_group between 1 and 4),
  -- User or team.
  created_by_token text,
  created_at timestamptz not null
);
create index billing_rules_account on billing_rules (account_token, id);

-- Which rules apply to a managed account, in the order in which they run.
create table managed_account_billing_rules (
  id bigint generated always as identity primary key,
  managed_account_token text not null references managed_accounts on delete cascade,
  billing_rule_token text not null references billing_rules on delete cascade,
  position integer not null,
  unique (managed_account_token, billing_rule_token)
);
create index managed_account_billing_rules_rule on managed_account_billing_rules (billing_rule_token);
