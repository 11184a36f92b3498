-- A metric returns the token that a report was attached with: Terraform reports any other token as an error.
alter table business_metric_attachments
  add column names_segment boolean not null default false;
