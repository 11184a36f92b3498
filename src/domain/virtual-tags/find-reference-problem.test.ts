import { expect, test } from 'vitest';
import { checkFilter } from '../vql/index.js';
import { findReferenceProblem } from './find-reference-problem.js';
import type { VirtualTag, VirtualTagResult, VirtualTagValue } from './virtual-tag.js';

const filterOn = (...keys: string[]) =>
  checkFilter(
    'virtual_tag_value',
    ["costs.provider = 'aws'", ...keys.map((key) => `tags.name = '${key}'`)].join(' AND '),
  )!;

const name: VirtualTagResult = { kind: 'name', name: 'x' };
const split: VirtualTagResult = { kind: 'percentages', percentages: [{ value: 'x', pct: '100' }] };
const byCosts = (tag: string, ...keys: string[]): VirtualTagResult => ({
  kind: 'cost_metric',
  filter: filterOn(...keys),
  tag,
});

const value = (result: VirtualTagResult, ...keys: string[]): VirtualTagValue => ({
  token: 'vtag_val_1',
  filter: filterOn(...keys),
  dateRanges: [],
  result,
});

const config = (
  key: string,
  values: VirtualTagValue[],
  collapsed: VirtualTag['collapsed'] = [],
): VirtualTag => ({
  token: `vtag_${key}`,
  key,
  overridable: true,
  since: '2026-01-01',
  values,
  collapsed,
});

test.each<[string, VirtualTag[]]>([
  ['a plain value may name a plain tag', [config('A', [value(name, 'B')]), config('B', [])]],
  ['any value may name a provider tag', [config('A', [value(split, 'env'), value(name, 'env')])]],
  ['its own key means the tag of the provider', [config('A', [value(split, 'A')])]],
  ['also where costs are added up by it', [config('A', [value(byCosts('A', 'A'))])]],
  [
    'costs may be added up by a plain tag',
    [config('A', [value(byCosts('B'))]), config('B', [value(name, 'C')]), config('C', [])],
  ],
  [
    'two ways to one tag are no circle',
    [
      config('A', [value(name, 'B'), value(name, 'C')]),
      config('B', [value(name, 'D')]),
      config('C', [value(name, 'D')]),
      config('D', []),
    ],
  ],
  [
    'a pattern names no tag',
    [
      config('A', [
        {
          ...value(name),
          filter: checkFilter(
            'virtual_tag_value',
            "costs.provider = 'aws' AND tags.name LIKE '%B%'",
          ),
        },
      ]),
      config('B', [value(split)]),
    ],
  ],
])('%s', (_, configs) => {
  expect(findReferenceProblem(configs)).toBeUndefined();
});

test.each<[string, VirtualTag[]]>([
  [
    'values[0].filter of A refers to the virtual tag B, which a value that allocates costs cannot; use a provider tag',
    [config('A', [value(split, 'B')]), config('B', [value(name)])],
  ],
  [
    'values[1].cost_metric.filter of A refers to the virtual tag B, which a value that allocates costs cannot; use a provider tag',
    [config('A', [value(name), value(byCosts('env', 'B'))]), config('B', [value(name)])],
  ],
  [
    'values[0].filter of A refers to the virtual tag B, which allocates costs; use a tag that does not',
    [config('A', [value(name, 'B')]), config('B', [value(name), value(split)])],
  ],
  [
    'values[0].cost_metric.aggregation.tag of A refers to the virtual tag B, which allocates costs; use a tag that does not',
    [config('A', [value(byCosts('B'))]), config('B', [value(split)])],
  ],
  [
    'collapsed_tag_keys[0].filter of A refers to the virtual tag B, which allocates costs; use a tag that does not',
    [
      config('A', [], [{ key: 'env', providers: [], filter: filterOn('B') }]),
      config('B', [value(split)]),
    ],
  ],
  [
    'The virtual tags A -> B -> A refer to each other in a cycle; remove one of these filters',
    [config('A', [value(name, 'B')]), config('B', [value(name, 'env', 'A')])],
  ],
  [
    'The virtual tags B -> C -> B refer to each other in a cycle; remove one of these filters',
    [
      config('A', [value(name, 'B')]),
      config('B', [], [{ key: 'env', providers: [], filter: filterOn('C') }]),
      config('C', [value(name, 'B')]),
    ],
  ],
])('%s', (sentence, configs) => {
  expect(findReferenceProblem(configs)).toBe(sentence);
});
