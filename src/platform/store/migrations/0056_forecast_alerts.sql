-- Budget alerts can watch the forecast of a month, and what an alert has reported keeps the forecast of then.

alter table budget_alerts
  add column measure text not null default 'spend' check (measure in ('spend', 'forecast'));
alter table budget_alert_firings
  add column measure text not null default 'spend' check (measure in ('spend', 'forecast')),
  add column forecast numeric,
  add column forecast_from date,
  -- Day on which the month passes the threshold of its budget.
  add column exceeded_on date;
