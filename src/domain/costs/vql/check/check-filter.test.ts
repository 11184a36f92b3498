import { describe, expect, test } from 'vitest';
import { invalidFilters } from '../../../../../test/vql/invalid-filters.js';
import { filterErrorOf } from '../../../../../test/vql/filter-error-of.js';
import { checkFilter } from './check-filter.js';
import type { FilterKind } from './filter-kinds.js';

const aws = "costs.provider = 'aws'";

describe('valid filters', () => {
  test.each<readonly [FilterKind, string]>([
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

  test.each([null, '', ' \n\u3000'])('the blank text %j means no filter', (text) => {
    expect(checkFilter('cost_report', text)).toBeNull();
  });
});

describe('invalid filters', () => {
  test.each(invalidFilters)('%s: %s is rejected with %s', (kind, text, code, sentence) => {
    const error = filterErrorOf(kind, text);
    expect(error.code).toBe(code);
    expect(error.message).toBe(`Invalid VQL at line ${sentence}.`);
  });

  test('the message says which filter of the request is invalid', () => {
    const { message } = filterErrorOf('virtual_tag_value', '', 'values[1].filter');
    expect(message).toMatch(/^Invalid VQL in values\[1\]\.filter at line 1, column 1: /);
  });

  test('tokens are checked before grammar, and grammar before names', () => {
    expect(filterErrorOf('cost_report', "x.y = AND 'z").code).toBe('unterminated_string');
    expect(filterErrorOf('cost_report', "x.y = 'a' AND z").code).toBe('unexpected_token');
    expect(filterErrorOf('cost_report', "tags.value = 'a' AND x.y = 'a'").code).toBe(
      'unknown_namespace',
    );
  });
});

function orOf(count: number): string {
  return Array.from({ length: count }, () => "tags.name='a'").join(' OR ');
}

function listOf(count: number): string {
  return `resources.uuid IN (${Array.from({ length: count }, () => "'a'").join(',')})`;
}

describe('limits', () => {
  test('5000 conditions and lists of 10000 values are valid', () => {
    expect(checkFilter('resource_report', orOf(5_000))).not.toBeNull();
    expect(checkFilter('resource_report', listOf(10_000))).not.toBeNull();
  });

  test.each([
    [
      `resources.uuid = '${'x'.repeat(100_000)}'`,
      100_001,
      'the filter is longer than 100000 characters',
    ],
    ['\u{1F600}'.repeat(100_001), 100_001, 'the filter is longer than 100000 characters'],
    [orOf(5_001), 85_001, 'the filter has more than 5000 conditions'],
    [listOf(10_001), 40_020, 'a list has more than 10000 values'],
    ['('.repeat(50_000), 101, 'parentheses are nested more than 100 deep'],
    [
      Array.from({ length: 501 }, (_, index) => `tags.name='${index}'`).join(' AND '),
      1,
      'the filter tests 501 tags one by one, at most 500 are allowed; list names and values with IN',
    ],
  ])('a text above a limit is rejected (%#)', (text, column, detail) => {
    expect(filterErrorOf('resource_report', text)).toMatchObject({
      code: 'limit',
      line: 1,
      column,
      detail,
    });
  });
});
