import { expect, test } from 'vitest';
import { checkFilter } from './check-filter.js';
import type { FilterKind } from './filter-kinds.js';
import { printFilter } from './print-filter.js';

test.each<readonly [FilterKind, string, string]>([
  ['cost_report', "costs.provider='aws'", "(costs.provider = 'aws')"],
  [
    'cost_report',
    "((Costs.Provider='newrelic'))or(costs.provider='openai')",
    "(costs.provider = 'new_relic') OR (costs.provider = 'open_ai')",
  ],
  [
    'cost_report',
    "costs.provider='azure' and tags.name='owner' and tags.value<>'me' or costs.provider='oracle'",
    "(costs.provider = 'azure' AND (tags.name = 'owner' AND tags.value != 'me')) OR (costs.provider = 'oracle')",
  ],
  [
    'cost_report',
    "costs.provider='aws' AND ((costs.region IS NULL) OR (costs.region='x' AND (costs.account_id IN('1','2'))))",
    "(costs.provider = 'aws' AND (costs.region = NULL OR (costs.region = 'x' AND costs.account_id IN ('1', '2'))))",
  ],
  [
    'cost_report',
    "costs.provider='aws' AND tags.value LIKE 'x%' AND costs.region='r' AND (tags.name='a' OR tags.name='it''s') AND (tags.value='x' OR tags.value='y')",
    "(costs.provider = 'aws' AND costs.region = 'r' AND ((tags.name = 'a' OR tags.name = 'it''s') AND tags.value LIKE 'x%' AND (tags.value = 'x' OR tags.value = 'y')))",
  ],
  [
    'cost_report',
    "costs.provider='aws' AND (tags.name,tags.value) in(('a','b'),('c','d')) AND costs.marketplace='true' AND costs.allocation='.50'",
    "(costs.provider = 'aws' AND (tags.name, tags.value) IN (('a', 'b'), ('c', 'd')) AND costs.marketplace = true AND costs.allocation = 0.5)",
  ],
  [
    'resource_report',
    "tags.name='a' and tags.value is not null",
    "(tags.name = 'a' AND tags.value != NULL)",
  ],
  [
    'resource_report',
    "resources.type='aws_ec2_instance' AND resources.metadata ->> 'n''s'<=5 AND resources.metadata->>'d'>'2026-01-02'",
    "(resources.type = 'aws_instance' AND resources.metadata->>'n''s' <= '5' AND resources.metadata->>'d' > '2026-01-02T00:00Z')",
  ],
  [
    'network_flow_report',
    "network_flow_logs.peer_region NOT LIKE 'a'",
    "(network_flow_logs.peer_regions NOT LIKE 'a')",
  ],
])('%s: %s', (kind, text, canonical) => {
  const print = (written: string) => {
    const filter = checkFilter(kind, written);
    return filter && printFilter(filter);
  };
  expect(print(text)).toBe(canonical);
  expect(print(canonical)).toBe(canonical);
});
