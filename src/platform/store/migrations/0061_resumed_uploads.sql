-- What an import of uploaded files imports, so that it can go on after the process has ended, and how often it did.
alter table import_runs add column request jsonb;
alter table import_runs add column resumed integer not null default 0;
