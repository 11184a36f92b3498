-- Each side of an attachment keeps the order that it was last given on that side.
alter table business_metric_attachments
  add column report_position integer not null default 0,
  add column metric_position integer not null default 0;

-- Under the name that the API has for it, as in the other tables of objects made by someone.
alter table business_metrics rename column created_by to created_by_token;
