-- The smallest rollup no longer has accounts, of which an organization has hundreds: most charts show services, regions or
-- categories. What it was is now account_costs.

CREATE TABLE IF NOT EXISTS {local:account_costs}
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

{distributed:account_costs by sipHash64(service, account_id, region)}

TRUNCATE TABLE {local:account_costs};

INSERT INTO account_costs (load_id, billing_period, integration_token, month, provider, provider_account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, account_id, billed_cost, effective_cost, billed_by_day, effective_by_day, usage_days)
SELECT load_id, billing_period, integration_token, month, provider, provider_account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, account_id, sum(billed_cost), sum(effective_cost), sumForEach(billed_by_day), sumForEach(effective_by_day), groupBitOr(usage_days)
FROM usage_costs GROUP BY load_id, billing_period, integration_token, month, provider, provider_account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, account_id
SETTINGS max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000;

DROP TABLE IF EXISTS {distributed:service_costs} SYNC;
DROP TABLE IF EXISTS {local:service_costs} SYNC;

CREATE TABLE IF NOT EXISTS {local:service_costs}
(
    load_id UInt32,
    billing_period Date,
    integration_token LowCardinality(String),
    -- First day of the month.
    month Date,
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
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
ORDER BY (provider, service, region)
SETTINGS allow_nullable_key = 1, index_granularity = 2048;

{distributed:service_costs by sipHash64(service, region)}

INSERT INTO service_costs (load_id, billing_period, integration_token, month, provider, provider_account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, billed_cost, effective_cost, billed_by_day, effective_by_day, usage_days)
SELECT load_id, billing_period, integration_token, month, provider, provider_account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency, sum(billed_cost), sum(effective_cost), sumForEach(billed_by_day), sumForEach(effective_by_day), groupBitOr(usage_days)
FROM account_costs GROUP BY load_id, billing_period, integration_token, month, provider, provider_account_id, service, service_code, region, cost_category, marketplace, charge_type, amortized_charge_type, charge_group, currency
SETTINGS max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000;
