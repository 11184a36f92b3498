-- Channels: where messages are sent besides e-mail. A webhook becomes one kind of them.

alter table webhooks rename to channels;
alter index webhooks_account rename to channels_account;
alter table channels
  add column kind text not null default 'webhook'
    check (kind in ('webhook', 'slack', 'teams', 'jira', 'pagerduty', 'alertmanager')),
  add column settings jsonb not null default '{}',
  add column secret_changed_at timestamptz,
  alter column secret drop not null;
update channels set settings = jsonb_build_object('url', url), secret_changed_at = created_at;
alter table channels drop column url, alter column kind drop default;
-- Rules name chat channels, with or without a leading "#".
create unique index channels_chat_name on channels (workspace_token, lower(ltrim(name, '#')))
  where kind in ('slack', 'teams');

alter table budget_alert_webhooks rename to budget_alert_channels;
alter table budget_alert_channels rename column webhook_token to channel_token;
alter index budget_alert_webhooks_webhook rename to budget_alert_channels_channel;
-- Names of chat channels; they stay when the channel is deleted.
alter table budget_alerts add column recipient_channels text[] not null default '{}';

alter table delivery_messages
  drop constraint delivery_messages_channel_check,
  add constraint delivery_messages_channel_check check (channel in
    ('email', 'webhook', 'slack', 'teams', 'jira', 'pagerduty', 'alertmanager')),
  drop constraint delivery_messages_state_check,
  add constraint delivery_messages_state_check check (state in
    ('pending', 'not_configured', 'sent', 'failed', 'dropped', 'muted'));
create index delivery_messages_created on delivery_messages (created_at);

-- Times in which a channel or rule sends nothing.
create table mutes (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  -- A channel or a rule.
  object_token text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_by_token text,
  created_at timestamptz not null
);
create index mutes_account on mutes (account_token, id);
create index mutes_object on mutes (object_token, ends_at);

create function end_mutes() returns trigger language plpgsql as $$
begin
  delete from mutes where object_token = old.token;
  return null;
end $$;
create trigger channels_mutes after delete on channels for each row execute function end_mutes();
create trigger budget_alerts_mutes after delete on budget_alerts for each row execute function end_mutes();
