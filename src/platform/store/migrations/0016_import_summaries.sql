-- Once all rows of an import are stored, its months are summarized one after the other.
alter table import_runs
  add column summaries_done integer not null default 0,
  add column summaries_total integer not null default 0;
