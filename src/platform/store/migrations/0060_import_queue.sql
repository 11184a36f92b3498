-- Imports that come before this one, null once it has begun, and the estimate of the time until it has ended.
alter table import_runs add column imports_ahead integer;
alter table import_runs add column seconds_left integer;
