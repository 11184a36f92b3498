-- Price lists that were imported, and the one that ships with the release. They belong to the installation.
create table price_publications (
  publication_id integer generated always as identity primary key,
  -- The format of its files; `seed` for the prices of the release.
  source text not null,
  version text not null,
  published_at timestamptz not null,
  file_names text[] not null,
  price_count bigint not null default 0,
  -- Null while it is being written.
  completed_at timestamptz,
  created_at timestamptz not null
);

-- Which publication the prices of an offer in a region are read from; changed in one transaction.
create table price_offers (
  -- As the provider names it: `AmazonEC2`.
  offer text not null,
  region text not null,
  provider_id text not null,
  service_id text not null,
  publication_id integer not null references price_publications on delete cascade,
  primary key (offer, region)
);
create index price_offers_publication on price_offers (publication_id);
