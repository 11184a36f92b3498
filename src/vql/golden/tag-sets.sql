-- costs.provider = 'aws' AND tags.name = 'team'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (tag_set IN (SELECT id FROM tag_sets WHERE mapContains(tags, {p3:String})))))

-- costs.provider = 'aws' AND tags.name != 'team'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND NOT (tag_set IN (SELECT id FROM tag_sets WHERE mapContains(tags, {p3:String})))))

-- costs.provider = 'aws' AND tags.name = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = ["crew"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND NOT (tag_set IN (SELECT id FROM tag_sets WHERE arrayExists((k, v) -> (k NOT LIKE 'vntg:%' AND k NOT IN {p3:Array(String)}), mapKeys(tags), mapValues(tags))) OR (virtual_crew) IS NOT NULL)))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value != 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
--   p4 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (tag_set IN (SELECT id FROM tag_sets WHERE (mapContains(tags, {p3:String}) AND tags[{p3:String}] != {p4:String})))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND NOT (tag_set IN (SELECT id FROM tag_sets WHERE mapContains(tags, {p3:String})))))

-- costs.provider = 'aws' AND tags.name = 'team' AND tags.value ~* 'WEB SHOP'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["Web Shop","web_shop"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (tag_set IN (SELECT id FROM tag_sets WHERE (mapContains(tags, {p3:String}) AND tags[{p3:String}] IN {p4:Array(String)})))))

-- costs.provider = 'aws' AND (tags.name = 'team' OR tags.name LIKE 'c%') AND (tags.value = 'a' OR tags.value LIKE 'b%')
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "a"
--   p4 = "b%"
--   p5 = "team"
--   p6 = "c%"
--   p7 = ["crew"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (tag_set IN (SELECT id FROM tag_sets WHERE arrayExists((k, v) -> ((k = {p5:String} OR k LIKE {p6:String}) AND k NOT IN {p7:Array(String)} AND (v = {p3:String} OR v LIKE {p4:String})), mapKeys(tags), mapValues(tags))) OR ((virtual_crew) IS NOT NULL AND ((virtual_crew) = {p3:String} OR (virtual_crew) LIKE {p4:String})))))

-- costs.provider = 'aws' AND tags.name = 'crew' AND tags.value = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "a"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (((virtual_crew) IS NOT NULL AND (virtual_crew) = {p3:String}))))

-- costs.provider = 'aws' AND tags.name IN ('team', 'crew', 'env') AND tags.value = 'a'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "a"
--   p4 = ["team","env"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (tag_set IN (SELECT id FROM tag_sets WHERE arrayExists((k, v) -> (k IN {p4:Array(String)} AND v = {p3:String}), mapKeys(tags), mapValues(tags))) OR ((virtual_crew) IS NOT NULL AND (virtual_crew) = {p3:String}))))

-- costs.provider = 'aws' AND (tags.name, tags.value) IN (('team', 'a'), ('crew', 'b'), ('team', 'c'))
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["a","c"]
--   p5 = ["b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND ((tag_set IN (SELECT id FROM tag_sets WHERE (mapContains(tags, {p3:String}) AND tags[{p3:String}] IN {p4:Array(String)}))) AND (((virtual_crew) IS NOT NULL AND (virtual_crew) IN {p5:Array(String)})))))

-- costs.provider = 'aws' AND (tags.name, tags.value) NOT IN (('team', 'a'), ('crew', 'b'))
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = ["load_1"]
--   p2 = "aws"
--   p3 = "team"
--   p4 = ["a"]
--   p5 = ["b"]
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(String)} AND (provider = {p2:String} AND (NOT (tag_set IN (SELECT id FROM tag_sets WHERE (mapContains(tags, {p3:String}) AND tags[{p3:String}] IN {p4:Array(String)}))) AND NOT (((virtual_crew) IS NOT NULL AND (virtual_crew) IN {p5:Array(String)})))))