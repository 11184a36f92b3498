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
const percentages: VirtualTagResult = {
  kind: 'percentages',
  percentages: [{ value: 'x', pct: '100' }],
};
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

const tag = (
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
  [
    'a value may refer to a tag that does not allocate costs',
    [tag('A', [value(name, 'B')]), tag('B', [])],
  ],
  [
    'any value may refer to a provider tag',
    [tag('A', [value(percentages, 'env'), value(name, 'env')])],
  ],
  ['its own key means the provider tag', [tag('A', [value(percentages, 'A')])]],
  [
    'its own key means the provider tag in cost metrics too',
    [tag('A', [value(byCosts('A', 'A'))])],
  ],
  [
    'a cost metric may aggregate by a tag that does not allocate costs',
    [tag('A', [value(byCosts('B'))]), tag('B', [value(name, 'C')]), tag('C', [])],
  ],
  [
    'two paths to one tag are not a cycle',
    [
      tag('A', [value(name, 'B'), value(name, 'C')]),
      tag('B', [value(name, 'D')]),
      tag('C', [value(name, 'D')]),
      tag('D', []),
    ],
  ],
  [
    'a pattern refers to no tag',
    [
      tag('A', [
        {
          ...value(name),
          filter: checkFilter(
            'virtual_tag_value',
            "costs.provider = 'aws' AND tags.name LIKE '%B%'",
          ),
        },
      ]),
      tag('B', [value(percentages)]),
    ],
  ],
])('%s', (_, tags) => {
  expect(findReferenceProblem(tags)).toBeUndefined();
});

test.each<[string, VirtualTag[]]>([
  [
    'values[0].filter of A refers to the virtual tag B, which a value that allocates costs cannot; use a provider tag',
    [tag('A', [value(percentages, 'B')]), tag('B', [value(name)])],
  ],
  [
    'values[1].cost_metric.filter of A refers to the virtual tag B, which a value that allocates costs cannot; use a provider tag',
    [tag('A', [value(name), value(byCosts('env', 'B'))]), tag('B', [value(name)])],
  ],
  [
    'values[0].filter of A refers to the virtual tag B, which allocates costs; use a tag that does not',
    [tag('A', [value(name, 'B')]), tag('B', [value(name), value(percentages)])],
  ],
  [
    'values[0].cost_metric.aggregation.tag of A refers to the virtual tag B, which allocates costs; use a tag that does not',
    [tag('A', [value(byCosts('B'))]), tag('B', [value(percentages)])],
  ],
  [
    'collapsed_tag_keys[0].filter of A refers to the virtual tag B, which allocates costs; use a tag that does not',
    [
      tag('A', [], [{ key: 'env', providers: [], filter: filterOn('B') }]),
      tag('B', [value(percentages)]),
    ],
  ],
  [
    'The virtual tags A -> B -> A refer to each other in a cycle; remove one of these filters',
    [tag('A', [value(name, 'B')]), tag('B', [value(name, 'env', 'A')])],
  ],
  [
    'The virtual tags B -> C -> B refer to each other in a cycle; remove one of these filters',
    [
      tag('A', [value(name, 'B')]),
      tag('B', [], [{ key: 'env', providers: [], filter: filterOn('C') }]),
      tag('C', [value(name, 'B')]),
    ],
  ],
])('%s', (message, tags) => {
  expect(findReferenceProblem(tags)).toBe(message);
});
