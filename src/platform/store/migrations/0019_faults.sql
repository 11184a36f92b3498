-- What every copy of the server on this database must have in common: the cost store, the file store and
-- the secret key, by an identity that each of them carries.
create table shared_stores (
  name text primary key,
  identity text not null
);

-- Set to ask the process that runs an import to end it.
alter table import_runs add column is_cancelled boolean not null default false;
