-- costs.provider = 'aws' AND tags.name = 'team'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND true))))

-- costs.provider = 'aws' AND tags.name != 'team'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND NOT (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND true))))

-- costs.provider = 'aws' AND tags.name = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = ["crew"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND NOT (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE (tag_key NOT LIKE 'vntg:%' AND tag_key NOT IN {p3:Array(String)})) OR (virtual_crew) IS NOT NULL)))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value != 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND tag_value != {p4:String}))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND NOT (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND true))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value ~* 'WEB SHOP'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["Web Shop","web_shop"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND tag_value IN {p4:Array(String)}))))

-- costs.provider = 'aws' AND (tags.name = 'team' OR tags.name LIKE 'c%') AND (tags.value = 'a' OR tags.value LIKE 'b%')
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = "c%"
--   p5 = ["crew"]
--   p6 = "a"
--   p7 = "b%"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE ((tag_key = {p3:String} OR tag_key LIKE {p4:String}) AND tag_key NOT IN {p5:Array(String)} AND (tag_value = {p6:String} OR tag_value LIKE {p7:String}))) OR ((virtual_crew) IS NOT NULL AND ((virtual_crew) = {p6:String} OR (virtual_crew) LIKE {p7:String})))))

-- costs.provider = 'aws' AND tags.name = 'crew' AND tags.value = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (((virtual_crew) IS NOT NULL AND (virtual_crew) = {p3:String}))))

-- costs.provider = 'aws' AND tags.name IN ('team', 'crew', 'env') AND tags.value = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = ["team","env"]
--   p4 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE (tag_key IN {p3:Array(String)} AND tag_value = {p4:String})) OR ((virtual_crew) IS NOT NULL AND (virtual_crew) = {p4:String}))))

-- costs.provider = 'aws' AND (tags.name, tags.value) IN (('team', 'a'), ('crew', 'b'), ('team', 'c'))
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["a","c"]
--   p5 = ["b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND ((tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND tag_value IN {p4:Array(String)})) AND (((virtual_crew) IS NOT NULL AND (virtual_crew) IN {p5:Array(String)})))))

-- costs.provider = 'aws' AND (tags.name, tags.value) NOT IN (('team', 'a'), ('crew', 'b'))
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["a"]
--   p5 = ["b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (NOT (tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE tag_key = {p3:String} AND tag_value IN {p4:Array(String)})) AND NOT (((virtual_crew) IS NOT NULL AND (virtual_crew) IN {p5:Array(String)})))))