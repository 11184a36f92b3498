-- Each side of an attachment keeps the order that it was last given on that side.
alter table business_metric_attachments
  add column report_position integer not null default 0,
  add column metric_position integer not null default 0;

-- Under the name that the API has for it, as in the other tables of objects made by someone.
alter table business_metrics rename column created_by to created_by_token;

-- Values are read newest first, their labels in the order of their bytes: backwards along this index,
-- which takes new days at its end.
alter table business_metric_values
  drop constraint business_metric_values_pkey,
  alter column label type text collate "C";
create unique index business_metric_values_key
  on business_metric_values (business_metric_token, forecasted, at, label desc);

-- A reference would be checked for each of a million values; whoever writes them holds the metric's lock.
alter table business_metric_values drop constraint business_metric_values_business_metric_token_fkey;
create function end_metric_values() returns trigger language plpgsql as $$
begin
  delete from business_metric_values where business_metric_token = old.token;
  return old;
end $$;
create trigger business_metrics_values after delete on business_metrics
  for each row execute function end_metric_values();
