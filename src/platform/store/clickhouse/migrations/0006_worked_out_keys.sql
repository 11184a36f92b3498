-- Cache of rule results for the combinations in cost_keys, under a hash of the rules. Replaced in 0007.
CREATE TABLE IF NOT EXISTS {local:worked_out_keys}
(
    rules LowCardinality(String),
    phase UInt16,
    key_id UInt64,
    tag_set_id UInt64,
    arm UInt16,
    value String,
    worked_out_on Date
)
ENGINE = {engine:ReplacingMergeTree}
PARTITION BY worked_out_on
ORDER BY (rules, phase, key_id);

{distributed:worked_out_keys by if(tag_set_id = 0, key_id, tag_set_id)}
