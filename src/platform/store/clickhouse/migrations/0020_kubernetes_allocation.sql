-- What containers requested, used and cost, per hour or day and category, at undiscounted prices.
-- Filled from the cost lines of the same load, so that both always change together.
CREATE TABLE IF NOT EXISTS {local:kubernetes_allocation}
(
    load_id UInt32,
    integration_token LowCardinality(String),
    provider LowCardinality(String),
    cluster_id LowCardinality(String),
    window_start DateTime('UTC') CODEC(Delta, ZSTD),
    window_end DateTime('UTC') CODEC(Delta, ZSTD),
    usage_date Date,
    namespace LowCardinality(String),
    pod Nullable(String) CODEC(ZSTD),
    container LowCardinality(Nullable(String)),
    controller LowCardinality(Nullable(String)),
    controller_kind LowCardinality(Nullable(String)),
    node LowCardinality(Nullable(String)),
    service LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    node_resource_id LowCardinality(Nullable(String)),
    category LowCardinality(String),
    labels Map(LowCardinality(String), String) CODEC(ZSTD),
    requested Nullable(Decimal(38, 18)) CODEC(ZSTD),
    used Nullable(Decimal(38, 18)) CODEC(ZSTD),
    allocated Nullable(Decimal(38, 18)) CODEC(ZSTD),
    -- Of a node, with its idle capacity, if its price comes from the bill: by this it is priced again.
    capacity Nullable(Decimal(38, 18)) CODEC(ZSTD),
    amount Decimal(38, 18) CODEC(ZSTD),
    idle_cost Decimal(38, 18) CODEC(ZSTD),
    currency LowCardinality(String)
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY (cluster_id, namespace, usage_date);

{distributed:kubernetes_allocation by cityHash64(cluster_id, namespace, window_start)}
