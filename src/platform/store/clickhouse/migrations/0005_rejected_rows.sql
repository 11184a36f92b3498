-- Rows that an import rejected, one per error, with the truncated value that caused it.
CREATE TABLE IF NOT EXISTS {local:rejected_rows}
(
    load_id UInt32,
    source_file LowCardinality(String),
    source_row UInt64,
    column LowCardinality(String),
    reason LowCardinality(String),
    sample String
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY (source_file, source_row);

{distributed:rejected_rows by load_id}
