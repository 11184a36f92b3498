-- Whether a saving was computed from the prices that ship with the release, which are examples.
alter table recommendation_resources add column uses_example_prices boolean not null default false;
