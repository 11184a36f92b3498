-- SCIM 2.0: identity providers create, change and deactivate the users of an account, and its teams.

alter table users add column external_id text;
alter table users add column given_name text;
alter table users add column family_name text;
-- A deactivated user cannot log in; sessions and credentials end when it is set.
alter table users add column deactivated_at timestamptz;
create unique index users_external_id on users (account_token, external_id);

alter table teams add column external_id text;
create unique index teams_external_id on teams (account_token, external_id);

create table scim_tokens (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  description text not null,
  secret_hash bytea not null unique,
  created_by_token text,
  created_at timestamptz not null,
  last_used_at date
);
create index scim_tokens_account on scim_tokens (account_token, id);

-- An account always has an owner who can log in.
create or replace function require_owner() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where token = old.account_token for no key update;
  if found and not exists (
    select 1 from users
    where account_token = old.account_token and role = 'owner' and deactivated_at is null
  ) then
    raise exception 'account % would have no owner', old.account_token
      using errcode = 'check_violation', constraint = 'accounts_owner';
  end if;
  return null;
end $$;

drop trigger users_owner on users;
create constraint trigger users_owner
  after delete or update of role, account_token, deactivated_at on users
  for each row when (old.role = 'owner' and old.deactivated_at is null) execute function require_owner();
