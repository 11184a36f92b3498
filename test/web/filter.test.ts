import { describe, expect, test } from 'vitest';
import { printFilter } from '../../web/src/features/costs/filter/print-filter.js';
import { readFilter } from '../../web/src/features/costs/filter/read-filter.js';

const providers = ['aws', 'gcp'];

describe('explorer filter', () => {
  test.each([
    ['', []],
    ["costs.provider = 'aws'", [{ field: 'costs.provider', operator: 'is', values: ['aws'] }]],
    [
      "(costs.provider = 'aws' OR costs.provider = 'gcp') AND costs.service = 'It''s'",
      [{ field: 'costs.service', operator: 'is', values: ["It's"] }],
    ],
    [
      "costs.provider = 'aws' AND tags.name = 'team' AND tags.value NOT IN ('web', 'data') AND costs.region = NULL",
      [
        { field: 'costs.provider', operator: 'is', values: ['aws'] },
        { field: 'tag:team', operator: 'is not', values: ['web', 'data'] },
        { field: 'costs.region', operator: 'is', values: [null] },
      ],
    ],
    [
      "costs.provider = 'gcp' AND costs.resource_id LIKE 'logs-%'",
      [
        { field: 'costs.provider', operator: 'is', values: ['gcp'] },
        { field: 'costs.resource_id', operator: 'is like', values: ['logs-%'] },
      ],
    ],
  ])('%s is parsed to chips and printed unchanged', (text, conditions) => {
    expect(readFilter(text, providers)).toEqual(conditions);
    expect(printFilter(readFilter(text, providers)!, providers)).toBe(text);
  });

  test.each([
    "costs.provider = 'aws' OR costs.provider = 'gcp' AND costs.service = 'BigQuery'",
    "(costs.provider = 'aws' AND costs.region = 'x') OR costs.provider = 'gcp'",
    "costs.provider = 'aws' AND costs.allocation = 0.5",
    "costs.provider = 'aws' AND (costs.region = 'a' OR costs.region = 'b')",
    "costs.provider = 'aws' AND costs.service NOT LIKE 'A%'",
    "costs.provider = 'aws' AND costs.provider = 'gcp'",
    "costs.provider = 'aws' AND",
    "tags.name = NULL AND costs.provider = 'aws'",
    "costs.provider = 'aws' AND tags.value = 'web'",
    "costs.provider = 'aws' AND tags.name = 'team'",
    "costs.provider != 'aws'",
    "costs.provider = 'aws' AND (costs.service = 'S3')",
  ])('%s cannot be shown as chips', (text) => {
    expect(readFilter(text, providers)).toBeUndefined();
  });
});
