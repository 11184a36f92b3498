-- The zone that a bill has for a resource; loads of earlier releases have none until they are imported again.
ALTER TABLE {local:resources} ADD COLUMN IF NOT EXISTS availability_zone LowCardinality(Nullable(String));
ALTER TABLE {distributed:resources} ADD COLUMN IF NOT EXISTS availability_zone LowCardinality(Nullable(String));
