-- Replaces worked_out_keys. Both tables are a cache that the next query fills again.
DROP TABLE IF EXISTS {distributed:worked_out_keys} SYNC;
DROP TABLE IF EXISTS {local:worked_out_keys} SYNC;

-- Cache of rule results for the combinations in cost_keys, under a hash of the rules: changed rules have another
-- hash, so rows never become wrong, only unused. Combinations without a result have no row.
CREATE TABLE IF NOT EXISTS {local:rule_results}
(
    rules LowCardinality(String),
    phase UInt16,
    key_id UInt64,
    tag_set_id UInt64,
    rule_index UInt16,
    value String,
    materialized_on Date
)
ENGINE = {engine:ReplacingMergeTree}
PARTITION BY materialized_on
ORDER BY (rules, phase, key_id);

{distributed:rule_results by if(tag_set_id = 0, key_id, tag_set_id)}
