import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Condition } from '../../web/src/features/costs/filter/condition.js';
import { checkFilter } from '../../src/domain/costs/vql/index.js';
import {
  allCosts,
  printFilter,
  printGroups,
} from '../../web/src/features/costs/filter/print-filter.js';
import { readFilter, readGroups } from '../../web/src/features/costs/filter/read-filter.js';

const providers = ['aws', 'gcp'];

describe('all costs', () => {
  const ofService = [{ field: 'costs.service', operator: 'is', values: ['EC2'] }] as Condition[];
  const clouds = "(costs.provider = 'aws' OR costs.provider = 'gcp')";

  test('leave out clusters, whose costs the bills already have', () => {
    const all = ['aws', 'gcp', 'kubernetes'];
    expect(allCosts(all)).toBe("costs.provider = 'aws' OR costs.provider = 'gcp'");
    const printed = printFilter(ofService, all);
    expect(printed).toBe(`${clouds} AND costs.service = 'EC2'`);
    expect(readFilter(printed, all)).toEqual(ofService);
  });

  test('are those of clusters where there is no bill, or where a filter asks for them', () => {
    expect(allCosts(['kubernetes'])).toBe("costs.provider = 'kubernetes'");
    const clusters: Condition = {
      field: 'costs.provider',
      operator: 'is',
      values: ['kubernetes'],
    };
    expect(printFilter([clusters, ...ofService], ['aws', 'kubernetes'])).toBe(
      "costs.provider = 'kubernetes' AND costs.service = 'EC2'",
    );
  });
});

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
    [
      "costs.provider = 'gcp' AND tags.name = 'team' AND (tags.value LIKE '%50\\%%' OR tags.value LIKE '%b%')",
      [
        { field: 'costs.provider', operator: 'is', values: ['gcp'] },
        { field: 'tag:team', operator: 'contains', values: ['50%', 'b'] },
      ],
    ],
    [
      "costs.provider = 'gcp' AND costs.charge_type NOT LIKE '%Tax%'",
      [
        { field: 'costs.provider', operator: 'is', values: ['gcp'] },
        { field: 'costs.charge_type', operator: 'does not contain', values: ['Tax'] },
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
    "costs.provider = 'aws' AND costs.region = 'a' AND (costs.category LIKE '%a%' AND costs.category LIKE '%b%')",
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

  test('groups in parentheses are joined by OR', () => {
    const text =
      "(costs.provider = 'aws' AND costs.region = 'x') OR ((costs.provider = 'aws' OR costs.provider = 'gcp') AND costs.service = 'S3')";
    const groups = readGroups(text, providers)!;
    expect(groups).toEqual([
      [
        { field: 'costs.provider', operator: 'is', values: ['aws'] },
        { field: 'costs.region', operator: 'is', values: ['x'] },
      ],
      [{ field: 'costs.service', operator: 'is', values: ['S3'] }],
    ]);
    expect(printGroups(groups, providers)).toBe(text);
    expect(readFilter(text, providers)).toBeUndefined();
  });

  test('every group of chips is read back as it was printed, and the text is valid for the API', () => {
    fc.assert(
      fc.property(fc.array(chips, { minLength: 1, maxLength: 3 }), (groups) => {
        const text = printGroups(groups, providers);
        expect(readGroups(text, providers), text).toEqual(groups);
        expect(() => checkFilter('cost_report', text), text).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});

const text = fc.string({
  unit: fc.constantFrom('a', 'b', "'", '%', '_', '\\', ' ', 'ä', '"', '(', ')'),
  minLength: 1,
  maxLength: 5,
});
const texts = fc.uniqueArray(text, { minLength: 1, maxLength: 3 });
const equals = fc.record({
  operator: fc.constantFrom('is' as const, 'is not' as const),
  values: fc
    .oneof(
      texts,
      fc.constant(null).map((none) => [none]),
    )
    .map((all): (string | null)[] => all),
});
const parts = fc.record({
  operator: fc.constantFrom('contains' as const, 'does not contain' as const),
  values: texts,
});
/** Patterns that begin with a letter are more than "contains". */
const patterns = fc.record({
  operator: fc.constantFrom('is like' as const, 'is not like' as const),
  values: texts.map((all) => all.map((each) => `a${each}`)),
});

const conditionOn = (field: string, tests: fc.Arbitrary<Omit<Condition, 'field'>>) =>
  tests.map((test): Condition => ({ field, ...test }));
const noNull = equals.filter(({ values }) => !values.includes(null));
const provider = fc
  .constantFrom('aws', 'gcp')
  .map((key): Condition => ({ field: 'costs.provider', operator: 'is', values: [key] }));
const other = fc.oneof(
  ...['costs.account_id', 'costs.region'].map((field) => conditionOn(field, equals)),
  conditionOn('costs.service', noNull),
  conditionOn('costs.charge_type', fc.oneof(equals, parts, patterns)),
  text.chain((key) => conditionOn(`tag:${key}`, fc.oneof(equals, parts, patterns))),
);
/** The chips of one group: the provider, if any, comes first. */
const chips = fc
  .tuple(fc.option(provider), fc.array(other, { maxLength: 4 }))
  .map(([first, others]) => (first ? [first, ...others] : others))
  .filter((conditions) => conditions.length > 0);
