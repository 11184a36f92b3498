-- Each distinct tag map once, under the hash of its content, whatever load it came with.
-- Set 0 is the empty map and has no row here.
CREATE TABLE IF NOT EXISTS {local:tag_sets}
(
    tag_set_id UInt64,
    tags Map(LowCardinality(String), String)
)
ENGINE = {engine:ReplacingMergeTree}
ORDER BY tag_set_id;

{distributed:tag_sets by tag_set_id}

-- The same sets turned round: grouping by one key reads that key's range and nothing else.
CREATE TABLE IF NOT EXISTS {local:tag_set_values}
(
    tag_key LowCardinality(String),
    tag_set_id UInt64,
    tag_value String
)
ENGINE = {engine:ReplacingMergeTree}
ORDER BY (tag_key, tag_set_id);

{distributed:tag_set_values by tag_set_id}
