-- Seller data of a management account, which its invoices print.
create table billing_profiles (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  nickname text not null,
  billing_information jsonb not null default '{}',
  business_information jsonb not null default '{}',
  banking_information jsonb not null default '{}',
  -- Account numbers, encrypted with the key of the vault; null without any.
  secure_data bytea,
  adjustment_items jsonb not null default '[]',
  -- PNG or JPEG.
  logo bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index billing_profiles_account on billing_profiles (account_token, id);

alter table managed_accounts
  add column msp_billing_profile_token text references billing_profiles on delete set null;
create index managed_accounts_billing_profile on managed_accounts (msp_billing_profile_token);
