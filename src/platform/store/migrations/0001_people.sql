-- Accounts, users, teams, credentials and access grants. Tokens are the keys, so that rows read like the API.

create table accounts (
  id bigint generated always as identity unique,
  token text primary key,
  name text not null,
  -- Incremented whenever rights in the account change; cached rights of an older version are invalid.
  access_version bigint not null default 1,
  created_at timestamptz not null
);

create table workspaces (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  name text not null,
  enable_currency_conversion boolean not null,
  currency text not null,
  exchange_rate_date text not null,
  created_at timestamptz not null
);
create unique index workspaces_name on workspaces (account_token, lower(name));

create table dashboards (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  created_at timestamptz not null
);

create table users (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  email text not null,
  name text,
  role text not null check (role in ('owner', 'integration_owner', 'editor', 'viewer')),
  password_hash text,
  default_workspace_token text references workspaces on delete set null,
  default_dashboard_token text references dashboards on delete set null,
  last_seen_at date,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));
create index users_account on users (account_token, id);

create table teams (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  name text not null,
  description text,
  everyone boolean not null default false,
  default_dashboard_token text references dashboards on delete set null,
  created_at timestamptz not null
);
create index teams_account on teams (account_token, id);
create unique index teams_everyone on teams (account_token) where everyone;

-- The team Everyone has no rows here: all users of the account are members.
create table team_members (
  id bigint generated always as identity primary key,
  team_token text not null references teams on delete cascade,
  user_token text not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  unique (team_token, user_token)
);
create index team_members_user on team_members (user_token);

create table team_workspaces (
  id bigint generated always as identity primary key,
  team_token text not null references teams on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  access text not null check (access in ('edit', 'view')),
  unique (team_token, workspace_token)
);
create index team_workspaces_workspace on team_workspaces (workspace_token);

create table access_grants (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  team_token text not null references teams on delete cascade,
  resource_token text not null,
  access text not null check (access in ('allowed', 'denied')),
  created_by text,
  created_at timestamptz not null,
  unique (team_token, resource_token)
);
create index access_grants_resource on access_grants (resource_token);
create index access_grants_account on access_grants (account_token, id);

create table credentials (
  id integer generated always as identity primary key,
  account_token text not null references accounts on delete cascade,
  user_token text references users on delete cascade,
  team_token text references teams on delete cascade,
  -- Organisation-wide rights of a service credential of Everyone, copied from its creator.
  rights text check (rights in ('owner', 'integration_owner')),
  -- The service credential that a one-hour credential was exchanged for.
  parent_id integer references credentials on delete cascade,
  client_id text unique,
  secret_hash bytea not null unique,
  description text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((user_token is null) <> (team_token is null))
);
create index credentials_account on credentials (account_token, id);

create table sessions (
  id bigint generated always as identity primary key,
  user_token text not null references users on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_token);

-- One-time secrets with which a user sets a password: invitations and resets.
create table password_tickets (
  id bigint generated always as identity primary key,
  user_token text not null references users on delete cascade,
  secret_hash bytea not null unique,
  expires_at timestamptz not null
);

create table login_attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  attempted_at timestamptz not null
);
create index login_attempts_subject on login_attempts (subject, attempted_at);

create table audit_logs (
  id bigint generated always as identity,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  object_token text,
  object_type text not null,
  object_title text,
  event text not null,
  source text not null,
  user_name text,
  credential_id integer,
  workspace_token text,
  workspace_title text,
  changed_values jsonb not null,
  unchanged_values jsonb not null,
  request_id text not null,
  created_at timestamptz not null
);
create index audit_logs_account on audit_logs (account_token, id);
create index audit_logs_object on audit_logs (object_token);
-- Entries are inserted in time order, so a BRIN index is enough to find old ones.
create index audit_logs_created on audit_logs using brin (created_at);

create table user_feedback (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  message text not null,
  created_by_token text,
  created_at timestamptz not null
);

-- Rights are cached in memory. These triggers make a revoked credential or a changed team take effect on the
-- next request: the version invalidates the caches of all servers, the notification that of an embedded process.
create function move_team_access_version() returns trigger language plpgsql as $$
begin
  update accounts set access_version = access_version + 1
  where token = (select account_token from teams where token = coalesce(new.team_token, old.team_token));
  perform pg_notify('farthing_access', '');
  return null;
end $$;

create function move_access_version() returns trigger language plpgsql as $$
begin
  update accounts set access_version = access_version + 1
  where token = coalesce(new.account_token, old.account_token);
  perform pg_notify('farthing_access', '');
  return null;
end $$;

create function tell_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('farthing_access', '');
  return null;
end $$;

create trigger credentials_access after update or delete on credentials
  for each row execute function tell_access_changed();
create trigger sessions_access after update or delete on sessions
  for each row execute function tell_access_changed();
create trigger team_members_access after insert or update or delete on team_members
  for each row execute function move_team_access_version();
create trigger team_workspaces_access after insert or update or delete on team_workspaces
  for each row execute function move_team_access_version();
create trigger teams_access after insert or delete or update of name, default_dashboard_token on teams
  for each row execute function move_access_version();
create trigger users_access
  after insert or delete or update of role, name, email, default_workspace_token, default_dashboard_token on users
  for each row execute function move_access_version();
create trigger workspaces_access after insert or delete or update of name on workspaces
  for each row execute function move_access_version();
create trigger access_grants_access after insert or update or delete on access_grants
  for each row execute function move_access_version();

-- Grants refer to objects of many tables, so no foreign key can delete them with their object.
create function end_grants() returns trigger language plpgsql as $$
begin
  delete from access_grants where resource_token = old.token;
  return null;
end $$;

create trigger dashboards_grants after delete on dashboards for each row execute function end_grants();
