-- 
--   [["accss_crdntl_1","accss_crdntl_2"]]
WHERE integration_token = ANY($1::text[])

-- resources.provider NOT IN ('aws', 'custom_provider:t1')
--   [["accss_crdntl_1","accss_crdntl_2"],"aws","custom_provider","t1"]
WHERE (integration_token = ANY($1::text[]) AND NOT ((provider = $2::text OR (provider = $3::text AND integration_token = $4::text))))

-- resources.label NOT IN ('a', 'b') AND resources.label LIKE 'c:\x%'
--   [["accss_crdntl_1","accss_crdntl_2"],["a","b"],"c:\\\\x%"]
WHERE (integration_token = ANY($1::text[]) AND ((label IS NULL OR label <> ALL($2::text[])) AND label LIKE $3::text))

-- resources.metadata->>'size' >= 5
--   [["accss_crdntl_1","accss_crdntl_2"],"size","5"]
WHERE (integration_token = ANY($1::text[]) AND (CASE WHEN (metadata ->> $2::text) ~ '^-?[0-9]+(\.[0-9]+)?$' THEN (metadata ->> $2::text)::numeric >= $3::numeric ELSE false END))

-- resources.metadata->>'at' < '2026-01-02'
--   [["accss_crdntl_1","accss_crdntl_2"],"at","2026-01-02T00:00Z"]
WHERE (integration_token = ANY($1::text[]) AND (CASE WHEN (metadata ->> $2::text) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$' AND pg_input_is_valid(CASE WHEN (metadata ->> $2::text) ~ 'T.*(Z|[+-][0-9]{2}:?[0-9]{2})$' THEN (metadata ->> $2::text) ELSE (metadata ->> $2::text) || ' UTC' END, 'timestamptz') THEN (CASE WHEN (metadata ->> $2::text) ~ 'T.*(Z|[+-][0-9]{2}:?[0-9]{2})$' THEN (metadata ->> $2::text) ELSE (metadata ->> $2::text) || ' UTC' END)::timestamptz < $3::timestamptz ELSE false END))

-- resources.metadata->>'zone' != 'a'
--   [["accss_crdntl_1","accss_crdntl_2"],"zone","a"]
WHERE (integration_token = ANY($1::text[]) AND ((metadata ->> $2::text) IS NOT NULL AND (metadata ->> $2::text) != $3::text))

-- tags.name LIKE 'a%' AND tags.value = 'b'
--   [["accss_crdntl_1","accss_crdntl_2"],"a%","b"]
WHERE (integration_token = ANY($1::text[]) AND (EXISTS (SELECT 1 FROM jsonb_each_text(tags) AS tag(k, v) WHERE (k LIKE $2::text AND v = $3::text))))

-- tags.name = NULL
--   [["accss_crdntl_1","accss_crdntl_2"]]
WHERE (integration_token = ANY($1::text[]) AND NOT (EXISTS (SELECT 1 FROM jsonb_each_text(tags) AS tag(k, v) WHERE k NOT LIKE 'vntg:%')))