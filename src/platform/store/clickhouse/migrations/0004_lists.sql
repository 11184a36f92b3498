-- The distinct accounts, services, tags and resources of each load, for the lists of the API.
CREATE TABLE IF NOT EXISTS {local:accounts}
(
    load_id UInt32,
    integration_token LowCardinality(String),
    provider LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    provider_account_name LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    account_name LowCardinality(Nullable(String)),
    first_date Date,
    last_date Date
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY (provider, provider_account_id, account_id)
SETTINGS allow_nullable_key = 1;

{distributed:accounts by load_id}

CREATE TABLE IF NOT EXISTS {local:services}
(
    load_id UInt32,
    integration_token LowCardinality(String),
    provider LowCardinality(String),
    service LowCardinality(String),
    service_code LowCardinality(Nullable(String)),
    first_date Date,
    last_date Date
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY (provider, service);

{distributed:services by load_id}

CREATE TABLE IF NOT EXISTS {local:tag_values}
(
    load_id UInt32,
    integration_token LowCardinality(String),
    provider LowCardinality(String),
    tag_key LowCardinality(String),
    tag_value String,
    first_date Date,
    last_date Date
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY (tag_key, tag_value, provider);

{distributed:tag_values by load_id}

CREATE TABLE IF NOT EXISTS {local:resources}
(
    load_id UInt32,
    integration_token LowCardinality(String),
    provider LowCardinality(String),
    resource_id String,
    resource_name Nullable(String),
    resource_type LowCardinality(Nullable(String)),
    service LowCardinality(String),
    provider_account_id LowCardinality(Nullable(String)),
    account_id LowCardinality(Nullable(String)),
    region LowCardinality(Nullable(String)),
    instance_type LowCardinality(Nullable(String)),
    tag_set_id UInt64,
    first_date Date,
    last_date Date
)
ENGINE = {engine:MergeTree}
PARTITION BY load_id
ORDER BY (provider, resource_id);

{distributed:resources by if(tag_set_id = 0, cityHash64(resource_id), tag_set_id)}
