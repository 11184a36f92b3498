-- What every copy of the server on this database must have in common: the cost store, the file store and
-- the secret key, by an identity that each of them carries.
create table shared_stores (
  name text primary key,
  identity text not null
);
