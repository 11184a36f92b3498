-- Messages that wait for their delivery, and the webhooks that receive them.

create table webhooks (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  name text not null,
  url text not null,
  -- Signs the requests; encrypted.
  secret bytea not null,
  created_at timestamptz not null
);
create index webhooks_account on webhooks (account_token, id);

create table budget_alert_webhooks (
  id bigint generated always as identity primary key,
  budget_alert_token text not null references budget_alerts on delete cascade,
  webhook_token text not null references webhooks on delete cascade,
  unique (budget_alert_token, webhook_token)
);
create index budget_alert_webhooks_webhook on budget_alert_webhooks (webhook_token);

create table budget_alert_teams (
  id bigint generated always as identity primary key,
  budget_alert_token text not null references budget_alerts on delete cascade,
  team_token text not null references teams on delete cascade,
  unique (budget_alert_token, team_token)
);
create index budget_alert_teams_team on budget_alert_teams (team_token);

-- The outbox: one row per event and recipient, written in the transaction of the event.
create table delivery_messages (
  id bigint generated always as identity unique,
  -- Also the idempotency key: equal in every attempt.
  token text primary key,
  account_token text not null references accounts on delete cascade,
  -- Messages of a rule reach each recipient in order.
  rule_token text not null,
  event_key text not null,
  channel text not null check (channel in ('email', 'webhook')),
  -- An address, or the token of a user, team or webhook.
  recipient text not null,
  content jsonb not null,
  state text not null default 'pending'
    check (state in ('pending', 'not_configured', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  -- Of a message that is being sent: when it counts as interrupted.
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (event_key, channel, recipient)
);
create index delivery_messages_waiting on delivery_messages (rule_token, channel, recipient, id)
  where state in ('pending', 'not_configured');
create index delivery_messages_account on delivery_messages (account_token, id);
