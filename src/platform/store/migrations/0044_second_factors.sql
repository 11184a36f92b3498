-- Second factors of users who log in with a password.

alter table accounts add column requires_second_factor boolean not null default false;

create table second_factors (
  id bigint generated always as identity unique,
  token text primary key,
  user_token text not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- TOTP: the encrypted secret, and the time step of the last accepted code, which is not accepted again.
  secret bytea,
  last_step bigint,
  -- Passkey: ids and transports as the browser writes them, the public key in COSE.
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (case kind
    when 'totp' then secret is not null
    else credential_id is not null and public_key is not null and counter is not null
  end)
);
create index second_factors_user on second_factors (user_token, id);

create table recovery_codes (
  id bigint generated always as identity primary key,
  user_token text not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  unique (user_token, code_hash)
);

-- What a user has begun and not finished: a log-in after its password, or the enrolment of a factor.
create table second_factor_challenges (
  id bigint generated always as identity primary key,
  user_token text not null references users on delete cascade,
  purpose text not null check (purpose in ('log_in', 'totp', 'passkey')),
  secret_hash bytea not null unique,
  -- The encrypted secret of a TOTP factor that is not confirmed yet.
  totp_secret bytea,
  -- The challenge that a passkey has to sign; cleared by the first attempt.
  passkey_challenge text,
  expires_at timestamptz not null
);
create index second_factor_challenges_user on second_factor_challenges (user_token);
create index second_factor_challenges_expiry on second_factor_challenges (expires_at);
