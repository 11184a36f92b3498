--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)})

-- costs.provider = 'kubernetes' OR costs.provider = 'custom_provider:t1'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = ["kubernetes","kubernetes_agent","opencost"]
--   p3 = "custom_provider"
--   p4 = "t1"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider IN {p2:Array(String)} OR (provider = {p3:String} AND integration_token = {p4:String})))

-- costs.provider = 'aws' AND costs.charge_type = 'Fee'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "Fee"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (charge_type = {p3:String} OR ifNull(amortized_charge_type, charge_type) = {p3:String})))

-- costs.provider = 'aws' AND costs.region = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND region = {p3:String}))

-- costs.provider = 'aws' AND costs.region != 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (region IS NULL OR region != {p3:String})))

-- costs.provider = 'aws' AND costs.region IN ('a', 'b', 'a')
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = ["a","b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND region IN {p3:Array(String)}))

-- costs.provider = 'aws' AND costs.region NOT IN ('a', 'b')
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = ["a","b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (region IS NULL OR region NOT IN {p3:Array(String)})))

-- costs.provider = 'aws' AND costs.region = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND region IS NULL))

-- costs.provider = 'aws' AND costs.service = 'S3' AND costs.category LIKE 'c:\x%'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "S3"
--   p4 = "c:\\\\x%"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (service_code = {p3:String} OR service = {p3:String}) AND cost_category LIKE {p4:String}))

-- costs.provider = 'aws' AND costs.service NOT IN ('S3') AND costs.marketplace = true
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = ["S3"]
--   p4 = true
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND ((service_code IS NULL OR service_code NOT IN {p3:Array(String)}) AND (service IS NULL OR service NOT IN {p3:Array(String)})) AND marketplace = {p4:Bool}))

-- costs.provider = 'aws' AND tags.name = 'team'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (mapContains(tags, {p3:String}))))

-- costs.provider = 'aws' AND tags.name != 'team'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND NOT (mapContains(tags, {p3:String}))))

-- costs.provider = 'aws' AND tags.name = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND NOT (arrayExists((k, v) -> k NOT LIKE 'vntg:%', mapKeys(tags), mapValues(tags)))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value != 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND ((mapContains(tags, {p3:String}) AND tags[{p3:String}] != {p4:String}))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND NOT (mapContains(tags, {p3:String}))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value ~* 'WEB SHOP'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["Web Shop","web_shop"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND ((mapContains(tags, {p3:String}) AND tags[{p3:String}] IN {p4:Array(String)}))))

-- costs.provider = 'aws' AND (tags.name = 'team' OR tags.name LIKE 'c%') AND (tags.value = 'a' OR tags.value LIKE 'b%')
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = "c%"
--   p5 = "a"
--   p6 = "b%"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (arrayExists((k, v) -> ((k = {p3:String} OR k LIKE {p4:String}) AND (v = {p5:String} OR v LIKE {p6:String})), mapKeys(tags), mapValues(tags)))))

-- costs.provider = 'aws' AND tags.name = 'crew' AND tags.value = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "crew"
--   p4 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND ((mapContains(tags, {p3:String}) AND tags[{p3:String}] = {p4:String}))))

-- costs.provider = 'aws' AND tags.name IN ('team', 'crew', 'env') AND tags.value = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = ["team","crew","env"]
--   p4 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (arrayExists((k, v) -> (k IN {p3:Array(String)} AND v = {p4:String}), mapKeys(tags), mapValues(tags)))))

-- costs.provider = 'aws' AND (tags.name, tags.value) IN (('team', 'a'), ('crew', 'b'), ('team', 'c'))
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["a","c"]
--   p5 = "crew"
--   p6 = ["b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (((mapContains(tags, {p3:String}) AND tags[{p3:String}] IN {p4:Array(String)})) AND ((mapContains(tags, {p5:String}) AND tags[{p5:String}] IN {p6:Array(String)})))))

-- costs.provider = 'aws' AND (tags.name, tags.value) NOT IN (('team', 'a'), ('crew', 'b'))
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["a"]
--   p5 = "crew"
--   p6 = ["b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (NOT ((mapContains(tags, {p3:String}) AND tags[{p3:String}] IN {p4:Array(String)})) AND NOT ((mapContains(tags, {p5:String}) AND tags[{p5:String}] IN {p6:Array(String)})))))