-- One random id, by which copies of the server can tell whether they use the same cost store.
CREATE TABLE IF NOT EXISTS {local:store_identity}
(
    id String
)
ENGINE = {engine:MergeTree}
ORDER BY id;

{distributed:store_identity by cityHash64(id)}
