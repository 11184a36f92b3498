import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../test/vql/refusal.js';
import { checkFilter } from './check.js';
import type { FilterErrorCode } from './filter-error.js';
import type { Kind } from './kinds.js';

const aws = "costs.provider = 'aws'";

describe('accepted', () => {
  test.each<readonly [Kind, string]>([
    ['cost_report', aws],
    ['cost_report', `((${aws}))`],
    ['cost_report', "\u00a0COSTS.PROVIDER\n<>'x'".replace('<>', '=').replace('x', 'gcp')],
    ['cost_report', `${aws} and costs.region is not null or costs.provider='openai'`],
    ['cost_report', `${aws} AND costs.account_id NOT IN('1','2')`],
    ['cost_report', `${aws} AND costs.service='S3' AND (costs.category='a' OR costs.category='b')`],
    ['cost_report', `${aws} AND (costs.service='a' OR costs.service='b') AND costs.category='c'`],
    ['cost_report', `${aws} AND costs.allocation = '.5' AND costs.marketplace <> FALSE`],
    ['cost_report', `${aws} AND tags.value='x' AND (tags.name='a') AND (tags.value ~* 'y')`],
    ['cost_report', `${aws} AND ((tags.name='a') OR tags.name LIKE 'b%') AND tags.value='x'`],
    ['cost_report', `${aws} AND (tags.name,tags.value) NOT IN (('it''s',''),('b','c'))`],
    [
      'cost_report',
      `costs.provider='custom_provider:accss_crdntl_1' AND ${'('.repeat(100)}costs.region='x'${')'.repeat(100)}`,
    ],
    ['saved_filter', `${aws} AND costs.allocation = 0.25`],
    ['segment', `${aws} AND costs.allocation = 1.00`],
    ['resource_report', "resources.metadata->>'it''s' >= '2026-02-28T10:00+02:00'"],
    ['resource_report', "resources.metadata->>'size' < .5 OR tags.name = NULL"],
    [
      'financial_commitment_report',
      "financial_commitments.region LIKE 'e%' AND financial_commitments.provider='gcp'",
    ],
    ['kubernetes_efficiency_report', "kubernetes.labels->>'app' NOT LIKE '%'"],
    [
      'network_flow_report',
      "network_flow_logs.peer_region = 'x' OR network_flow_logs.srcaddr = NULL",
    ],
  ])('%s: %s', (kind, text) => {
    expect(checkFilter(kind, text)?.text).toBe(text);
  });

  test.each([null, '', ' \n\u3000'])('blank text %j is no filter', (text) => {
    expect(checkFilter('cost_report', text)).toBeNull();
  });
});

/** Sentence per code, the positions counted by hand. */
const refused: readonly (readonly [Kind, string, FilterErrorCode, string])[] = [
  [
    'virtual_tag_value',
    ' ',
    'empty',
    "1, column 1: the filter is empty, expected a condition such as costs.provider = 'aws'",
  ],
  ['cost_report', `${aws} -- x`, 'bad_character', '1, column 24: unexpected character -'],
  ['cost_report', `${aws}\u0007`, 'bad_character', '1, column 23: unexpected character U+0007'],
  [
    'cost_report',
    `${aws} AND tags.name = '\u{1F600}' \u{1F600}`,
    'bad_character',
    '1, column 44: unexpected character \u{1F600}',
  ],
  [
    'cost_report',
    'costs.provider\n = "aws"',
    'wrong_quotes',
    '2, column 4: expected a value in single quotes, found another kind of quote',
  ],
  [
    'cost_report',
    "costs.provider = 'a''b",
    'unterminated_string',
    '1, column 18: this text has no closing single quote',
  ],
  [
    'cost_report',
    'costs.provider = aws',
    'unexpected_token',
    '1, column 18: expected a value in single quotes, found aws',
  ],
  [
    'cost_report',
    `costs.provider = ${'a'.repeat(40)}`,
    'unexpected_token',
    `1, column 18: expected a value in single quotes, found ${'a'.repeat(30)}`,
  ],
  [
    'cost_report',
    'provider = 5',
    'unexpected_token',
    '1, column 1: expected a condition, found provider',
  ],
  [
    'cost_report',
    "costs.region 'x'",
    'unexpected_token',
    "1, column 14: expected an operator, found 'x'",
  ],
  [
    'cost_report',
    "costs.region NOT = 'x'",
    'unexpected_token',
    '1, column 18: expected IN or LIKE, found =',
  ],
  [
    'cost_report',
    "costs.region IS 'x'",
    'unexpected_token',
    "1, column 17: expected NULL, found 'x'",
  ],
  [
    'cost_report',
    "costs.region IN 'x'",
    'unexpected_token',
    "1, column 17: expected '(' to open the list, found 'x'",
  ],
  [
    'cost_report',
    "costs.region IN ('x' 'y')",
    'unexpected_token',
    "1, column 22: expected ',' or ')', found 'y'",
  ],
  [
    'cost_report',
    `${aws} x`,
    'unexpected_token',
    '1, column 24: expected AND, OR or the end of the filter, found x',
  ],
  [
    'cost_report',
    `(${aws} x)`,
    'unexpected_token',
    "1, column 25: expected AND, OR or ')', found x",
  ],
  [
    'cost_report',
    "(tags.name, 'x') IN ()",
    'unexpected_token',
    "1, column 13: expected tags.value, found 'x'",
  ],
  [
    'cost_report',
    '(tags.name, tags.value, tags.x)',
    'unexpected_token',
    "1, column 23: expected ')', found ,",
  ],
  [
    'cost_report',
    `${aws} AND`,
    'unexpected_token',
    '1, column 27: expected a condition, found the end of the filter',
  ],
  [
    'resource_report',
    'resources.metadata->>x = 1',
    'unexpected_token',
    '1, column 22: expected a key in single quotes, found x',
  ],
  ['cost_report', `((${aws})`, 'unclosed_parenthesis', "1, column 1: this '(' is never closed"],
  [
    'cost_report',
    "costs.region IN ('x',",
    'unclosed_parenthesis',
    "1, column 17: this '(' is never closed",
  ],
  ['cost_report', `${aws})`, 'extra_parenthesis', "1, column 23: this ')' has no matching '('"],
  [
    'cost_report',
    `NOT ${aws}`,
    'prefix_not',
    '1, column 1: NOT is only allowed before IN and LIKE',
  ],
  [
    'cost_report',
    "(tags.name, costs.region) IN (('a', 'b'))",
    'pair_shape',
    "1, column 13: expected (tags.name, tags.value) IN (('name', 'value'), ...)",
  ],
  [
    'cost_report',
    "(tags.name, tags.value) LIKE 'x'",
    'pair_shape',
    "1, column 25: expected (tags.name, tags.value) IN (('name', 'value'), ...)",
  ],
  [
    'cost_report',
    "(tags.name, tags.value) IN (('a', 'b'),)",
    'pair_shape',
    "1, column 40: expected (tags.name, tags.value) IN (('name', 'value'), ...)",
  ],
  [
    'cost_report',
    "Bills.total = 'x'",
    'unknown_namespace',
    '1, column 1: unknown namespace Bills, expected costs or tags',
  ],
  [
    'cost_report',
    "constructor.x = 'x'",
    'unknown_namespace',
    '1, column 1: unknown namespace constructor, expected costs or tags',
  ],
  [
    'kubernetes_efficiency_report',
    aws,
    'wrong_scope',
    '1, column 1: costs.provider cannot be used in a kubernetes_efficiency_report filter, expected kubernetes',
  ],
  [
    'cost_report',
    "tags.key = 'x'",
    'unknown_field',
    '1, column 1: unknown field tags.key, expected one of name, value',
  ],
  [
    'resource_report',
    "resources.metadata = 'x'",
    'map_key_missing',
    "1, column 1: resources.metadata needs a key, expected resources.metadata->>'key'",
  ],
  [
    'cost_report',
    "costs.region->>'x' = 'y'",
    'map_key_not_allowed',
    '1, column 1: costs.region has no keys, expected an operator instead of ->>',
  ],
  [
    'cost_report',
    "costs.provider IN ('aws')",
    'operator_not_allowed',
    '1, column 16: costs.provider does not support IN, expected one of =, join several providers with OR',
  ],
  [
    'cost_report',
    "costs.region NOT LIKE 'x'",
    'operator_not_allowed',
    '1, column 18: costs.region does not support NOT LIKE, expected one of =, !=, IN, NOT IN',
  ],
  [
    'cost_report',
    'costs.region = 5',
    'value_type',
    '1, column 16: costs.region takes text in single quotes, found 5',
  ],
  [
    'cost_report',
    "costs.marketplace = 'yes'",
    'value_type',
    "1, column 21: costs.marketplace takes true or false, found 'yes'",
  ],
  [
    'cost_report',
    "costs.allocation = 'half'",
    'value_type',
    "1, column 20: costs.allocation takes a number, found 'half'",
  ],
  [
    'cost_report',
    "(tags.name, tags.value) IN (('a', 5))",
    'value_type',
    '1, column 35: tags.value takes text in single quotes, found 5',
  ],
  [
    'cost_report',
    'costs.service = NULL',
    'null_not_allowed',
    '1, column 17: NULL is not allowed here, expected a value',
  ],
  [
    'cost_report',
    'costs.region IN (NULL)',
    'null_not_allowed',
    '1, column 18: NULL is not allowed here, expected a value',
  ],
  [
    'cost_report',
    "costs.provider = 'AWS'",
    'unknown_provider',
    "1, column 18: unknown provider 'AWS', expected a provider key such as 'aws'",
  ],
  [
    'cost_report',
    'costs.allocation = 0.0',
    'allocation_range',
    '1, column 20: costs.allocation must be greater than 0 and at most 1',
  ],
  [
    'segment',
    'costs.allocation = 0.5',
    'allocation_not_allowed',
    '1, column 20: costs.allocation other than 1 cannot be used in a segment filter',
  ],
  [
    'resource_report',
    "resources.metadata->>'a' < '2026-02-30'",
    'comparison_value',
    '1, column 28: < needs a number or an ISO 8601 date',
  ],
  [
    'cost_report',
    `${aws} AND tags.name = 'a' AND tags.value ~* '- !'`,
    'flexible_value',
    '1, column 62: flexible match needs at least one letter or digit',
  ],
  [
    'cost_report',
    `${aws} AND tags.name != 'a' AND tags.value = 'x'`,
    'tag_value_without_name',
    '1, column 49: tags.value needs a tags.name in the same group',
  ],
  [
    'cost_report',
    `(tags.name = 'a' OR tags.value = 'y') AND tags.value = 'x'`,
    'tag_value_without_name',
    '1, column 21: tags.value needs a tags.name in the same group',
  ],
  [
    'cost_report',
    `tags.name = 'a' AND (tags.value = 'x' OR tags.value = NULL)`,
    'tag_group',
    '1, column 42: tags.value = NULL cannot be combined with other tags.value conditions',
  ],
  [
    'cost_report',
    `${aws} AND costs.category = 'x' OR ${aws}`,
    'service_required',
    "1, column 28: costs.category needs costs.service = '...' in the same AND group",
  ],
  [
    'cost_report',
    `${aws} AND (costs.provider = 'gcp' OR costs.provider = 'azure')`,
    'provider_conflict',
    '1, column 29: one cost has one provider, join providers with OR',
  ],
  [
    'cost_report',
    `${aws} AND ((${aws} AND costs.provider = 'gcp') OR costs.provider = 'azure')`,
    'provider_conflict',
    '1, column 57: one cost has one provider, join providers with OR',
  ],
  [
    'cost_report',
    `${aws} OR costs.region = 'x' AND tags.name = 'a'`,
    'provider_required',
    "1, column 27: every OR branch needs costs.provider = '...'",
  ],
  [
    'financial_commitment_report',
    "financial_commitments.region = 'x'",
    'provider_required',
    "1, column 1: every OR branch needs financial_commitments.provider = '...'",
  ],
];

describe('refused', () => {
  test.each(refused)('%s: %s is %s', (kind, text, code, sentence) => {
    const error = refusalOf(kind, text);
    expect(error.code).toBe(code);
    expect(error.message).toBe(`Invalid VQL at line ${sentence}.`);
  });

  test('the sentence names the place in a request with several filters', () => {
    const { message } = refusalOf('virtual_tag_value', '', 'values[1].filter');
    expect(message).toMatch(/^Invalid VQL in values\[1\]\.filter at line 1, column 1: /);
  });

  test('tokens are looked at before grammar, and grammar before names', () => {
    expect(refusalOf('cost_report', "x.y = AND 'z").code).toBe('unterminated_string');
    expect(refusalOf('cost_report', "x.y = 'a' AND z").code).toBe('unexpected_token');
    expect(refusalOf('cost_report', "tags.value = 'a' AND x.y = 'a'").code).toBe(
      'unknown_namespace',
    );
  });
});

describe('limits', () => {
  const or = (count: number) =>
    Array.from({ length: count }, () => "resources.uuid='a'").join(' OR ');
  const list = (count: number) =>
    `resources.uuid IN (${Array.from({ length: count }, () => "'a'").join(',')})`;

  test('5000 conditions and lists of 10000 values pass', () => {
    expect(checkFilter('resource_report', or(4_000))).not.toBeNull();
    expect(checkFilter('resource_report', list(10_000))).not.toBeNull();
  });

  test.each([
    [
      `resources.uuid = '${'x'.repeat(100_000)}'`,
      100_001,
      'the filter is longer than 100000 characters',
    ],
    [`${'\u{1F600}'.repeat(100_001)}`, 100_001, 'the filter is longer than 100000 characters'],
    [
      Array.from({ length: 5_001 }, () => "tags.name='a'").join(' OR '),
      85_001,
      'the filter has more than 5000 conditions',
    ],
    [list(10_001), 40_020, 'a list has more than 10000 values'],
    ['('.repeat(50_000), 101, 'parentheses are nested more than 100 deep'],
  ])('beyond them the text is refused (%#)', (text, column, detail) => {
    expect(refusalOf('resource_report', text)).toMatchObject({
      code: 'limit',
      line: 1,
      column,
      detail,
    });
  });
});
