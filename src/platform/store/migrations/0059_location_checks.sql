-- When the location of an integration is checked next, and how often in a row that has failed.
alter table integrations add column next_check_at timestamptz;
alter table integrations add column failed_checks integer not null default 0;
-- The process that checks it now, and until when it is taken to be alive.
alter table integrations add column checked_by text;
alter table integrations add column checking_until timestamptz;
