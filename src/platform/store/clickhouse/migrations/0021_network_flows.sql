-- Bytes between a network interface and its peer, one row per load, day and combination of everything else.
-- Costs are not stored: they are priced on read, with the rates of the latest bills.
CREATE TABLE IF NOT EXISTS {local:network_flows}
(
    load_id UInt32,
    integration_token LowCardinality(String),
    day Date,
    account_id LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    az_id LowCardinality(Nullable(String)),
    vpc_id LowCardinality(Nullable(String)),
    subnet_id LowCardinality(Nullable(String)),
    interface_id LowCardinality(Nullable(String)),
    instance_id LowCardinality(Nullable(String)),
    resource_uuid LowCardinality(Nullable(String)),
    srcaddr String,
    srchostname LowCardinality(Nullable(String)),
    dstaddr String,
    dsthostname LowCardinality(Nullable(String)),
    flow_direction LowCardinality(String),
    peer_account_id LowCardinality(Nullable(String)),
    peer_region LowCardinality(Nullable(String)),
    -- The name that filters use.
    peer_regions LowCardinality(Nullable(String)) ALIAS peer_region,
    peer_az_id LowCardinality(Nullable(String)),
    peer_vpc_id LowCardinality(Nullable(String)),
    peer_subnet_id LowCardinality(Nullable(String)),
    peer_interface_id LowCardinality(Nullable(String)),
    peer_instance_id LowCardinality(Nullable(String)),
    peer_resource_uuid LowCardinality(Nullable(String)),
    traffic_category LowCardinality(String),
    traffic_path LowCardinality(Nullable(String)),
    -- Whether the interface belongs to a NAT gateway, which is paid per byte.
    through_nat Bool,
    -- As observed; divided by the sample rate, it is what was transferred.
    bytes UInt64 CODEC(T64, LZ4),
    records UInt64 CODEC(T64, LZ4),
    -- Share of the records that were read.
    sample_rate Decimal(9, 6),
    -- What decides the price of a byte. Few distinct texts, so that a query finds the price of each once.
    -- The parts that a log can choose are last, so that a separator in them moves no other.
    price_key LowCardinality(String) MATERIALIZED concat(
        toString(day), '|', traffic_category, '|', flow_direction, '|', toString(toUInt8(through_nat)), '|',
        toString(sample_rate), '|', ifNull(account_id, ''), '|', ifNull(region, ''))
)
ENGINE = {engine:MergeTree}
PARTITION BY day
ORDER BY (integration_token, load_id, traffic_category, interface_id)
SETTINGS allow_nullable_key = 1;

{distributed:network_flows by sipHash64(srcaddr, dstaddr)}
