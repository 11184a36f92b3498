-- Identifiers of the resources that explain an anomaly, as bills have them, in the order of their names.

alter table anomaly_alerts add column resource_ids text[] not null default '{}';
-- Resources without a name were stored by their identifier.
update anomaly_alerts set resource_ids = resources;
