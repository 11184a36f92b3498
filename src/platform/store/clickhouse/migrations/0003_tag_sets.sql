-- Each distinct tag map once, under the hash of its content, independent of loads.
-- Set 0 is the empty map and has no row here.
CREATE TABLE IF NOT EXISTS {local:tag_sets}
(
    tag_set_id UInt64,
    tags Map(LowCardinality(String), String)
)
ENGINE = {engine:ReplacingMergeTree}
ORDER BY tag_set_id;

{distributed:tag_sets by tag_set_id}

-- The same sets by key: grouping by one key reads only the range of that key.
CREATE TABLE IF NOT EXISTS {local:tag_set_values}
(
    tag_key LowCardinality(String),
    tag_set_id UInt64,
    tag_value String
)
ENGINE = {engine:ReplacingMergeTree}
ORDER BY (tag_key, tag_set_id);

{distributed:tag_set_values by tag_set_id}
