-- What several reports show of the same rise is one event; anomalies say how it goes on.

alter table anomaly_alerts
  -- The token of the anomaly that was found first.
  add column event_token text,
  -- How it has gone on since, as of the last scan; null until there is one.
  add column last_day date,
  add column impact numeric,
  add column is_over boolean not null default false,
  add column review text check (review in ('acknowledged', 'accepted')),
  -- From this day on, the level is the new normal.
  add column accepted_on date;

update anomaly_alerts a set event_token = (
  select token from anomaly_alerts first
  where first.workspace_token = a.workspace_token and first.provider = a.provider
    and first.service = a.service and first.category is not distinct from a.category
    and first.anomaly_date = a.anomaly_date
  order by first.id limit 1);

-- A release that does not know events inserts anomalies that are their own.
create function anomaly_event() returns trigger language plpgsql as $$
begin
  new.event_token := coalesce(new.event_token, new.token);
  return new;
end $$;
create trigger anomaly_alerts_event before insert on anomaly_alerts
  for each row execute function anomaly_event();
alter table anomaly_alerts alter column event_token set not null;
create index anomaly_alerts_event on anomaly_alerts (event_token);

-- All reports are searched again, so that anomalies get their impact.
update anomaly_scans set fingerprint = '';
