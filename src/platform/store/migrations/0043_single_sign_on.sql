-- Single sign-on: identity providers of accounts, who logged in with them, and log-ins under way.

create table sso_connections (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null unique references accounts on delete cascade,
  type text not null check (type in ('oidc', 'saml')),
  -- OpenID Connect: issuer and client id. SAML: address of the metadata, and what was read there.
  settings jsonb not null,
  client_secret bytea,
  secret_changed_at timestamptz,
  default_role text not null check (default_role in ('owner', 'integration_owner', 'editor', 'viewer')),
  enforced boolean not null,
  -- The owner who can log in with a password although single sign-on is enforced.
  break_glass_user_token text references users on delete set null,
  assigns_teams boolean not null,
  -- Groups of the identity provider that give a team or a role.
  group_mappings jsonb not null default '[]',
  -- What the last test log-in returned.
  last_test jsonb,
  created_at timestamptz not null
);

-- Email domains, in lower case; an address belongs to one connection at most.
create table sso_domains (
  domain text primary key,
  connection_token text not null references sso_connections on delete cascade,
  position integer not null
);
create index sso_domains_connection on sso_domains (connection_token);

create table user_identities (
  id bigint generated always as identity primary key,
  connection_token text not null references sso_connections on delete cascade,
  -- How the identity provider names the user: `sub`, or the NameID.
  subject text not null,
  user_token text not null references users on delete cascade,
  created_at timestamptz not null,
  unique (connection_token, subject),
  unique (connection_token, user_token)
);
create index user_identities_user on user_identities (user_token);

-- A log-in between the way to the identity provider and the way back; each is redeemed once.
create table sso_requests (
  state_hash bytea primary key,
  connection_token text not null references sso_connections on delete cascade,
  -- Of the cookie of the browser that started it.
  browser_hash bytea not null,
  -- Nonce and PKCE verifier, or the id of the SAML request; encrypted.
  secrets bytea not null,
  -- The response that the browser posted, until the console asks for its session.
  saml_response text,
  -- A test reports what came back and opens no session.
  is_test boolean not null,
  return_to text not null,
  host text not null,
  expires_at timestamptz not null
);
create index sso_requests_host on sso_requests (host);
create index sso_requests_connection on sso_requests (connection_token);

-- Ids of accepted assertions until they expire, so that none is accepted twice.
create table saml_assertions (
  connection_token text not null references sso_connections on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (connection_token, assertion_id)
);

-- The email domain of a managed account is always among the domains of its connection.
create function follow_email_domain() returns trigger language plpgsql as $$
begin
  if lower(old.email_domain) is not distinct from lower(new.email_domain) then return null; end if;
  delete from sso_domains d using sso_connections c
  where d.connection_token = c.token and c.account_token = new.token and d.domain = lower(old.email_domain);
  insert into sso_domains (domain, connection_token, position)
  select lower(new.email_domain), c.token, 0 from sso_connections c
  where c.account_token = new.token and new.email_domain is not null
    and not exists (
      select 1 from sso_domains d where d.connection_token = c.token and d.domain = lower(new.email_domain)
    );
  return null;
end $$;
create trigger managed_accounts_domain after update of email_domain on managed_accounts
  for each row execute function follow_email_domain();
