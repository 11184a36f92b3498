-- Products of price lists, once per region. PostgreSQL knows which publication of an offer in a region is active.
CREATE TABLE IF NOT EXISTS {local:products}
(
    publication UInt32,
    offer_region LowCardinality(String),
    id String,
    provider_id LowCardinality(String),
    service_id LowCardinality(String),
    name String,
    category LowCardinality(String),
    details String
)
ENGINE = {engine:MergeTree}
PARTITION BY publication
ORDER BY (id, offer_region);

{distributed:products by cityHash64(id)}

CREATE TABLE IF NOT EXISTS {local:prices}
(
    publication UInt32,
    offer_region LowCardinality(String),
    id String,
    product_id String,
    provider_id LowCardinality(String),
    service_id LowCardinality(String),
    name String,
    region LowCardinality(String),
    rate_type LowCardinality(String),
    platform LowCardinality(String),
    -- Empty for shared hardware.
    tenancy LowCardinality(String),
    -- What else distinguishes a price from others: a capacity reservation, a tier, an upfront fee.
    qualifier LowCardinality(String),
    lifecycle LowCardinality(String),
    unit LowCardinality(String),
    currency LowCardinality(String),
    amount Decimal(38, 18),
    details String
)
ENGINE = {engine:MergeTree}
PARTITION BY publication
ORDER BY (product_id, region, id);

{distributed:prices by cityHash64(product_id)}

-- The two halves of a price list while it is imported: lists name products and prices apart, and are too
-- large for the memory of the process that reads them.
CREATE TABLE IF NOT EXISTS {local:price_skus}
(
    publication UInt32,
    sku String,
    offer LowCardinality(String),
    product_id String,
    provider_id LowCardinality(String),
    service_id LowCardinality(String),
    name String,
    category LowCardinality(String),
    product_details String,
    region LowCardinality(String),
    rate_type LowCardinality(String),
    platform LowCardinality(String),
    tenancy LowCardinality(String),
    qualifier LowCardinality(String)
)
ENGINE = {engine:MergeTree}
PARTITION BY publication
ORDER BY sku;

{distributed:price_skus by cityHash64(sku)}

CREATE TABLE IF NOT EXISTS {local:price_terms}
(
    publication UInt32,
    sku String,
    lifecycle LowCardinality(String),
    qualifier LowCardinality(String),
    unit LowCardinality(String),
    currency LowCardinality(String),
    amount Decimal(38, 18),
    details String
)
ENGINE = {engine:MergeTree}
PARTITION BY publication
ORDER BY sku;

{distributed:price_terms by cityHash64(sku)}
