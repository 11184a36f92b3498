-- How often the process ended while a queued job was running. A row exists while the job runs, and stays if
-- the process dies; `reason` is the error that ended it, where that is known.
create table job_deaths (
  job_id uuid primary key,
  deaths integer not null,
  reason text
);
