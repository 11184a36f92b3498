-- What reports read: lines summed per day over everything a report can group or filter by, save the resource.
CREATE TABLE IF NOT EXISTS {local:daily_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    usage_date Date,
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    service LowCardinality(String),
    service_code LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    cost_category LowCardinality(Nullable(String)),
    cost_subcategory LowCardinality(Nullable(String)),
    marketplace Bool,
    charge_type LowCardinality(String),
    amortized_charge_type LowCardinality(Nullable(String)),
    charge_group Enum8('usage' = 1, 'fee' = 2, 'discount' = 3, 'credit' = 4, 'refund' = 5, 'tax' = 6, 'adjustment' = 7),
    usage_unit LowCardinality(Nullable(String)),
    currency LowCardinality(String),
    tag_set_id UInt64 CODEC(ZSTD),
    billed_cost Decimal(38, 18) CODEC(ZSTD),
    effective_cost Decimal(38, 18) CODEC(ZSTD),
    usage_amount Nullable(Decimal(38, 18)) CODEC(ZSTD),
    -- Most questions ask of usage only whether there is any, and this is far smaller.
    has_usage Bool DEFAULT ifNull(usage_amount != 0, false)
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id, usage_date)
SETTINGS allow_nullable_key = 1;

{distributed:daily_costs by if(tag_set_id = 0, cityHash64(load_id, usage_date, service), tag_set_id)}
