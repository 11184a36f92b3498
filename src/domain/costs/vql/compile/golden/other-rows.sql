-- kubernetes.labels->>'app' != 'x' OR kubernetes.pod != 'y'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "app"
--   p3 = "x"
--   p4 = "y"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND ((mapContains(labels, {p2:String}) AND labels[{p2:String}] != {p3:String}) OR (pod IS NULL OR pod != {p4:String})))

-- kubernetes.labels->>'app' = NULL
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "app"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND NOT (mapContains(labels, {p2:String})))

-- financial_commitments.provider = 'aws' AND financial_commitments.cost_type = 'Spot Usage'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "Spot Usage"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND if(charge_group = 'usage' AND commitment_type = 'spot', 'Spot Usage', charge_type) = {p3:String}))