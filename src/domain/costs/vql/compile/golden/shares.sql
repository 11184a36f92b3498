-- costs.provider = 'aws' AND costs.allocation = 0.5 AND costs.allocation = 0.3
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "0.150000000000000000000000000000000000"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND provider = {p2:String})
WEIGHT {p3:Decimal(76, 36)}

-- costs.provider = 'aws' AND costs.allocation = 0.5 OR costs.provider = 'gcp'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "gcp"
--   p4 = "0.500000000000000000000000000000000000"
--   p5 = "1.000000000000000000000000000000000000"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} OR provider = {p3:String}))
WEIGHT multiIf(provider = {p2:String}, {p4:Decimal(76, 36)}, {p5:Decimal(76, 36)})

-- costs.provider = 'aws' AND (costs.region = 'a' AND costs.allocation = 0.1 OR costs.region = 'b') AND costs.allocation = 0.5
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = "aws"
--   p3 = "a"
--   p4 = "b"
--   p5 = "0.500000000000000000000000000000000000"
--   p6 = "0.100000000000000000000000000000000000"
--   p7 = "1.000000000000000000000000000000000000"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider = {p2:String} AND (region = {p3:String} OR region = {p4:String})))
WEIGHT toDecimal256({p5:Decimal(76, 36)} * multiIf(region = {p3:String}, {p6:Decimal(76, 36)}, {p7:Decimal(76, 36)}), 36)

-- costs.provider = 'aws' AND costs.region = 'a'
-- costs.provider = 'aws' AND costs.allocation = 0.5 OR costs.provider = 'gcp'
--   p0 = ["accss_crdntl_1","accss_crdntl_2"]
--   p1 = [1]
--   p2 = ["aws","gcp"]
--   p3 = "aws"
--   p4 = "a"
--   p5 = "gcp"
--   p6 = "0.500000000000000000000000000000000000"
--   p7 = "1.000000000000000000000000000000000000"
WHERE (integration_token IN {p0:Array(String)} AND load_id IN {p1:Array(UInt32)} AND (provider IN {p2:Array(String)} AND (NOT (provider = {p3:String}) OR (provider = {p3:String} AND region = {p4:String})) AND (NOT (provider IN {p2:Array(String)}) OR (provider = {p3:String} OR provider = {p5:String}))))
WEIGHT multiIf(provider IN {p2:Array(String)}, multiIf(provider = {p3:String}, {p6:Decimal(76, 36)}, {p7:Decimal(76, 36)}), {p7:Decimal(76, 36)})