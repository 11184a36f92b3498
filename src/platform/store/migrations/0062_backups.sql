-- Backups of the whole installation that have succeeded; their content is in the target.

create table backups (
  id bigint generated always as identity primary key,
  -- The moment that it is a copy of.
  moment timestamptz not null,
  -- Without the parameters of a bucket.
  target text not null,
  bytes_written bigint not null,
  finished_at timestamptz not null
);
