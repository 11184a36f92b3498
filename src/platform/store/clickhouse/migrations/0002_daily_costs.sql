-- The rollup that reports read: lines summed per day over everything a report can group or filter by, except the resource.
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
    -- Read by every query: stronger compression would save a sixth of the table and halve the speed.
    billed_cost Decimal(38, 18) CODEC(LZ4),
    effective_cost Decimal(38, 18) CODEC(LZ4),
    usage_amount Nullable(Decimal(38, 18)) CODEC(ZSTD),
    -- Most queries only need to know whether there is usage, and this is far smaller.
    has_usage Bool DEFAULT ifNull(usage_amount != 0, false),
    -- Hash of everything that rules can match, see cost_keys.
    key_id UInt64 DEFAULT sipHash64(tuple(provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id)) CODEC(ZSTD)
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id, usage_date)
SETTINGS allow_nullable_key = 1;

{distributed:daily_costs by if(tag_set_id = 0, key_id, tag_set_id)}

-- The same summed per month, for queries that do not need days.
CREATE TABLE IF NOT EXISTS {local:monthly_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    -- The first day of the month.
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
    billed_cost Decimal(38, 18) CODEC(LZ4),
    effective_cost Decimal(38, 18) CODEC(LZ4),
    usage_amount Nullable(Decimal(38, 18)) CODEC(ZSTD),
    -- Whether any day had usage: the sum can be zero.
    has_usage Bool,
    key_id UInt64 DEFAULT sipHash64(tuple(provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id)) CODEC(ZSTD)
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id, usage_date)
SETTINGS allow_nullable_key = 1;

{distributed:monthly_costs by if(tag_set_id = 0, key_id, tag_set_id)}

-- Every combination of what rules can match, once per load: rules are evaluated over these instead of every row.
CREATE TABLE IF NOT EXISTS {local:cost_keys}
(
    load_id UInt32,
    key_id UInt64,
    provider LowCardinality(String),
    integration_token LowCardinality(String),
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
    tag_set_id UInt64
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY key_id;

{distributed:cost_keys by if(tag_set_id = 0, key_id, tag_set_id)}
