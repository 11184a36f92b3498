-- Rollups: one row per month and combination, with the amounts of the days as arrays, so that the columns of a
-- combination are stored and read once per month. Each rollup has the columns of the one before it, and more.

-- The smallest: everything a report can use except usage types, usage, tags and resources.
CREATE TABLE IF NOT EXISTS {local:service_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    -- First day of the month.
    month Date,
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    service LowCardinality(String),
    service_code LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    cost_category LowCardinality(Nullable(String)),
    marketplace Bool,
    charge_type LowCardinality(String),
    amortized_charge_type LowCardinality(Nullable(String)),
    charge_group Enum8('usage' = 1, 'fee' = 2, 'discount' = 3, 'credit' = 4, 'refund' = 5, 'tax' = 6, 'adjustment' = 7),
    currency LowCardinality(String),
    billed_cost Decimal(38, 18) CODEC(LZ4),
    effective_cost Decimal(38, 18) CODEC(LZ4),
    -- Element n is the amount of day n. There are always 31.
    billed_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    effective_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    -- Bit n is set when a line of day n has usage.
    usage_days UInt32,
    usage_date Date ALIAS month,
    has_usage Bool ALIAS usage_days != 0
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id)
SETTINGS allow_nullable_key = 1, index_granularity = 2048;

{distributed:service_costs by sipHash64(service, account_id, region)}

-- With usage types, units and usage.
CREATE TABLE IF NOT EXISTS {local:usage_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    -- First day of the month.
    month Date,
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    service LowCardinality(String),
    service_code LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    cost_category LowCardinality(Nullable(String)),
    marketplace Bool,
    charge_type LowCardinality(String),
    amortized_charge_type LowCardinality(Nullable(String)),
    charge_group Enum8('usage' = 1, 'fee' = 2, 'discount' = 3, 'credit' = 4, 'refund' = 5, 'tax' = 6, 'adjustment' = 7),
    currency LowCardinality(String),
    cost_subcategory LowCardinality(Nullable(String)),
    usage_unit LowCardinality(Nullable(String)),
    usage_amount Decimal(38, 18) CODEC(ZSTD),
    usage_by_day Array(Decimal(38, 18)) CODEC(ZSTD),
    billed_cost Decimal(38, 18) CODEC(LZ4),
    effective_cost Decimal(38, 18) CODEC(LZ4),
    -- Element n is the amount of day n. There are always 31.
    billed_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    effective_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    -- Bit n is set when a line of day n has usage.
    usage_days UInt32,
    usage_date Date ALIAS month,
    has_usage Bool ALIAS usage_days != 0
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id)
SETTINGS allow_nullable_key = 1, index_granularity = 2048;

{distributed:usage_costs by sipHash64(service, account_id, region)}

-- With the tags that many resources share. A key with a value of its own on most resources is left out (`loads` names
-- these keys), so that a bill with such a key shrinks like any other.
CREATE TABLE IF NOT EXISTS {local:tag_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    -- First day of the month.
    month Date,
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    service LowCardinality(String),
    service_code LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    cost_category LowCardinality(Nullable(String)),
    marketplace Bool,
    charge_type LowCardinality(String),
    amortized_charge_type LowCardinality(Nullable(String)),
    charge_group Enum8('usage' = 1, 'fee' = 2, 'discount' = 3, 'credit' = 4, 'refund' = 5, 'tax' = 6, 'adjustment' = 7),
    currency LowCardinality(String),
    cost_subcategory LowCardinality(Nullable(String)),
    usage_unit LowCardinality(Nullable(String)),
    tag_set_id UInt64 CODEC(ZSTD),
    -- Hash of everything that rules can use, see cost_keys.
    key_id UInt64 DEFAULT sipHash64(tuple(provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id)) CODEC(ZSTD),
    usage_amount Decimal(38, 18) CODEC(ZSTD),
    usage_by_day Array(Decimal(38, 18)) CODEC(ZSTD),
    billed_cost Decimal(38, 18) CODEC(LZ4),
    effective_cost Decimal(38, 18) CODEC(LZ4),
    -- Element n is the amount of day n. There are always 31.
    billed_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    effective_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    -- Bit n is set when a line of day n has usage.
    usage_days UInt32,
    usage_date Date ALIAS month,
    has_usage Bool ALIAS usage_days != 0
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id)
SETTINGS allow_nullable_key = 1, index_granularity = 2048;

{distributed:tag_costs by if(tag_set_id = 0, key_id, tag_set_id)}

-- With resources and all of their tags.
CREATE TABLE IF NOT EXISTS {local:resource_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    -- First day of the month.
    month Date,
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    service LowCardinality(String),
    service_code LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    cost_category LowCardinality(Nullable(String)),
    marketplace Bool,
    charge_type LowCardinality(String),
    amortized_charge_type LowCardinality(Nullable(String)),
    charge_group Enum8('usage' = 1, 'fee' = 2, 'discount' = 3, 'credit' = 4, 'refund' = 5, 'tax' = 6, 'adjustment' = 7),
    currency LowCardinality(String),
    cost_subcategory LowCardinality(Nullable(String)),
    usage_unit LowCardinality(Nullable(String)),
    tag_set_id UInt64 CODEC(ZSTD),
    -- Hash of everything that rules can use, see cost_keys.
    key_id UInt64 DEFAULT sipHash64(tuple(provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id)) CODEC(ZSTD),
    resource_id Nullable(String) CODEC(ZSTD),
    resource_name Nullable(String) CODEC(ZSTD),
    usage_amount Decimal(38, 18) CODEC(ZSTD),
    usage_by_day Array(Decimal(38, 18)) CODEC(ZSTD),
    billed_cost Decimal(38, 18) CODEC(LZ4),
    effective_cost Decimal(38, 18) CODEC(LZ4),
    -- Element n is the amount of day n. There are always 31.
    billed_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    effective_by_day Array(Decimal(38, 18)) CODEC(LZ4),
    -- Bit n is set when a line of day n has usage.
    usage_days UInt32,
    usage_date Date ALIAS month,
    has_usage Bool ALIAS usage_days != 0
)
ENGINE = {engine:MergeTree}
PARTITION BY (toYYYYMM(billing_period), load_id)
ORDER BY (provider, service, account_id, resource_id)
SETTINGS allow_nullable_key = 1, index_granularity = 2048;

{distributed:resource_costs by if(tag_set_id = 0, key_id, tag_set_id)}

-- The rollups of the loads that are stored already. Their tag_costs have all tags.
ALTER TABLE {local:cost_keys} ADD COLUMN IF NOT EXISTS rollup Enum8('tag_costs' = 1, 'resource_costs' = 2);
ALTER TABLE {distributed:cost_keys} ADD COLUMN IF NOT EXISTS rollup Enum8('tag_costs' = 1, 'resource_costs' = 2);
TRUNCATE TABLE {local:resource_costs};
TRUNCATE TABLE {local:tag_costs};
TRUNCATE TABLE {local:usage_costs};
TRUNCATE TABLE {local:service_costs};
TRUNCATE TABLE {local:cost_keys};

INSERT INTO resource_costs (load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, tag_set_id, resource_id, resource_name, billed_cost, effective_cost, usage_amount, billed_by_day, effective_by_day, usage_by_day, usage_days)
SELECT load_id, billing_period, integration_token, toStartOfMonth(usage_date) AS month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, tag_set_id, resource_id, max(resource_name),
    sum(billed_cost), sum(effective_cost), sum(ifNull(usage_amount, 0)),
    sumResample(1, 32, 1)(billed_cost, toDayOfMonth(usage_date)), sumResample(1, 32, 1)(effective_cost, toDayOfMonth(usage_date)),
    sumResample(1, 32, 1)(ifNull(usage_amount, 0), toDayOfMonth(usage_date)),
    groupBitOr(if(ifNull(usage_amount, 0) = 0, 0, bitShiftLeft(toUInt32(1), toDayOfMonth(usage_date))))
FROM lines GROUP BY load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, tag_set_id, resource_id
SETTINGS max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000;

INSERT INTO tag_costs (load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, tag_set_id, billed_cost, effective_cost, usage_amount, billed_by_day, effective_by_day, usage_by_day, usage_days)
SELECT load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, tag_set_id, sum(billed_cost), sum(effective_cost), sum(usage_amount), sumForEach(billed_by_day), sumForEach(effective_by_day), sumForEach(usage_by_day), groupBitOr(usage_days)
FROM resource_costs GROUP BY load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, tag_set_id
SETTINGS max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000;

INSERT INTO usage_costs (load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, billed_cost, effective_cost, usage_amount, billed_by_day, effective_by_day, usage_by_day, usage_days)
SELECT load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit, sum(billed_cost), sum(effective_cost), sum(usage_amount), sumForEach(billed_by_day), sumForEach(effective_by_day), sumForEach(usage_by_day), groupBitOr(usage_days)
FROM tag_costs GROUP BY load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, cost_subcategory, usage_unit
SETTINGS max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000;

INSERT INTO service_costs (load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, billed_cost, effective_cost, billed_by_day, effective_by_day, usage_days)
SELECT load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, sum(billed_cost), sum(effective_cost), sumForEach(billed_by_day), sumForEach(effective_by_day), groupBitOr(usage_days)
FROM usage_costs GROUP BY load_id, billing_period, integration_token, month, provider, provider_account_id, account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency
SETTINGS max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000;

INSERT INTO cost_keys (load_id, rollup, key_id, provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id)
SELECT DISTINCT load_id, 'tag_costs', key_id, provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id FROM tag_costs
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO cost_keys (load_id, rollup, key_id, provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id)
SELECT DISTINCT load_id, 'resource_costs', key_id, provider, integration_token, provider_account_id, account_id, service, service_code, region, cost_category, cost_subcategory, marketplace, charge_type, amortized_charge_type, tag_set_id FROM resource_costs
SETTINGS max_partitions_per_insert_block = 0;

-- Replaced by the rollups above.
DROP TABLE IF EXISTS {distributed:daily_costs} SYNC;
DROP TABLE IF EXISTS {local:daily_costs} SYNC;
DROP TABLE IF EXISTS {distributed:monthly_costs} SYNC;
DROP TABLE IF EXISTS {local:monthly_costs} SYNC;
