-- Reports and metrics each have their own order of attachments.
alter table business_metric_attachments
  add column report_position integer not null default 0,
  add column metric_position integer not null default 0;

-- Named as in the API and in the other tables with a creator.
alter table business_metrics rename column created_by to created_by_token;

-- Values are read newest first and by the bytes of their labels: backwards along this index, to whose end
-- new days are appended.
alter table business_metric_values
  drop constraint business_metric_values_pkey,
  alter column label type text collate "C";
create unique index business_metric_values_key
  on business_metric_values (business_metric_token, forecasted, at, label desc);

-- A foreign key would be checked for each of a million values; writers lock the metric instead.
alter table business_metric_values drop constraint business_metric_values_business_metric_token_fkey;
create function end_metric_values() returns trigger language plpgsql as $$
begin
  delete from business_metric_values where business_metric_token = old.token;
  return old;
end $$;
create trigger business_metrics_values after delete on business_metrics
  for each row execute function end_metric_values();
