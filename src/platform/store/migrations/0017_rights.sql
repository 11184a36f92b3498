-- A credential that another one created: it ends with that one.
alter table credentials add column minted_by integer references credentials on delete cascade;
create index credentials_minted_by on credentials (minted_by) where minted_by is not null;
create index credentials_parent on credentials (parent_id) where parent_id is not null;

-- An account always has an owner. The lock makes concurrent transactions that each remove a different
-- owner wait for each other; the check then sees what the other one committed.
create function require_owner() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where token = old.account_token for no key update;
  if found and not exists (
    select 1 from users where account_token = old.account_token and role = 'owner'
  ) then
    raise exception 'account % would have no owner', old.account_token
      using errcode = 'check_violation', constraint = 'accounts_owner';
  end if;
  return null;
end $$;

create constraint trigger users_owner after delete or update of role, account_token on users
  for each row when (old.role = 'owner') execute function require_owner();
