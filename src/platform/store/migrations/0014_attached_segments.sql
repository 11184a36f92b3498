-- A metric shows a report by the token it was sent with: Terraform takes any other answer for a fault.
alter table business_metric_attachments
  add column names_segment boolean not null default false;
