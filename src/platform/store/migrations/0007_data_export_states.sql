-- Exports store their states under the names of the API.
alter table data_exports drop constraint data_exports_status_check;
update data_exports set status = case status
  when 'queued' then 'pending' when 'running' then 'processing' when 'complete' then 'completed'
  else status end;
alter table data_exports add constraint data_exports_status_check
  check (status in ('pending', 'processing', 'completed', 'failed'));
