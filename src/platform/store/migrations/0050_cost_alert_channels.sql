-- Channels of any kind that a cost alert tells, beside those of chats by name.

create table cost_alert_channels (
  id bigint generated always as identity primary key,
  cost_alert_token text not null references cost_alerts on delete cascade,
  channel_token text not null references channels on delete cascade,
  unique (cost_alert_token, channel_token)
);
create index cost_alert_channels_channel on cost_alert_channels (channel_token);
