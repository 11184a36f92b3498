-- Invoices of a management account to its managed accounts. They outlive the managed account.
create table invoices (
  id bigint generated always as identity unique,
  token text primary key,
  -- The management account.
  account_token text not null references accounts on delete cascade,
  -- No reference: the invoice stays when the managed account is deleted.
  managed_account_token text not null,
  -- The name when the invoice was generated.
  account_name text not null,
  number_year integer not null,
  number integer not null,
  billing_period_start date not null,
  billing_period_end date not null,
  status text not null check (status in ('generating', 'draft', 'approved', 'failed')),
  -- Counts generations, so that a job that was overtaken by another one changes nothing.
  generation integer not null default 1,
  failure_reason text,
  -- What it was generated from, and the result; null until the first generation has finished.
  seller jsonb,
  -- Account numbers of the seller, encrypted with the key of the vault.
  seller_secure_data bytea,
  logo bytea,
  buyer jsonb,
  lines jsonb,
  adjustments jsonb,
  currency text,
  subtotal numeric,
  total numeric,
  issue_date date,
  due_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index invoices_account on invoices (account_token, id);
create index invoices_managed_account on invoices (managed_account_token, id);
create unique index invoices_number on invoices (account_token, number_year, number);
create unique index invoices_period on invoices (account_token, managed_account_token, billing_period_start);

-- The last number of each year. The row is locked until the transaction ends, so numbers have no gaps.
create table invoice_numbers (
  account_token text not null references accounts on delete cascade,
  year integer not null,
  last_number integer not null,
  primary key (account_token, year)
);
