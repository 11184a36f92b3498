import { describe, expect, test } from 'vitest';
import { filterErrorOf } from '../../../../../test/vql/filter-error-of.js';
import { checkFilter } from '../check/check-filter.js';

const aws = "costs.provider = 'aws'";

describe('a data export filter is corrected:', () => {
  test.each([
    ['whitespace', `\n ${aws}\t AND  tags.name = 'a  b' `, `${aws} AND tags.name = 'a  b'`],
    ['quotes around the whole filter', ` "${aws}" `, aws],
    [
      'double quotes',
      'costs.provider = "aws" AND tags.name = "it\'s  so"',
      `${aws} AND tags.name = 'it''s  so'`,
    ],
    [
      'curly quotes',
      'costs.provider = \u201caws\u201d AND tags.name = \u2018a"b\u2019',
      `${aws} AND tags.name = 'a"b'`,
    ],
    ['backticks', 'costs.provider = `aws`', aws],
    [
      'a doubled equals sign',
      "costs.provider == 'aws' AND tags.name = 'a==b'",
      `${aws} AND tags.name = 'a==b'`,
    ],
    ['semicolons at the end', `${aws} ; ;`, aws],
    ['a leading WHERE', `where ${aws}`, aws],
    [
      'a trailing comma in a list',
      `${aws} AND costs.region IN ('a' , )`,
      `${aws} AND costs.region IN ('a' )`,
    ],
    [
      'a list without parentheses',
      `${aws} AND costs.region NOT IN 'a'`,
      `${aws} AND costs.region NOT IN ('a')`,
    ],
    [
      'numbers where text is expected',
      `${aws} AND costs.region <> 0.50 AND (tags.name, tags.value) IN ((1, 02))`,
      `${aws} AND costs.region <> '0.50' AND (tags.name, tags.value) IN (('1', '02'))`,
    ],
    [
      'all of these at once',
      'WHERE costs.provider=="aws" AND costs.account_id IN (007,);',
      "WHERE costs.provider='aws' AND costs.account_id IN ('007')".slice(6),
    ],
  ])('%s', (_, text, corrected) => {
    expect(checkFilter('cost_export', text)?.text).toBe(corrected);
  });

  test('numbers stay where the field takes a number', () => {
    const text = `${aws} AND costs.allocation = 0.5`;
    expect(checkFilter('cost_export', text)?.text).toBe(text);
  });

  test('a text that is only formatting means no filter', () => {
    expect(checkFilter('cost_export', ' ; ')).toBeNull();
  });
});

describe('a data export filter is still rejected for', () => {
  test.each([
    ['an unquoted word', 'costs.provider = aws', 'unexpected_token', 1, 18],
    ['a missing parenthesis', `  (${aws}`, 'unclosed_parenthesis', 1, 3],
    ['a trailing comma outside a list', `(${aws},)`, 'unexpected_token', 1, 24],
    ['two adjacent literals', 'costs.provider = "a""b"', 'wrong_quotes', 1, 18],
    ['an unknown name', `\n\nWHERE "x" == 'y' AND costs.colour = 'red'`, 'unexpected_token', 3, 7],
    [
      'an invalid value, at its original position',
      `costs.provider  ==  "aws"\n AND costs.allocation = 2;`,
      'allocation_range',
      2,
      25,
    ],
    [
      'an invalid list, at its original position',
      `WHERE  ${aws} AND costs.allocation IN '2'`,
      'operator_not_allowed',
      1,
      52,
    ],
  ])('%s', (_, text, code, line, column) => {
    expect(filterErrorOf('cost_export', text)).toMatchObject({ code, line, column });
  });
});

test('filters of other kinds are not corrected', () => {
  expect(filterErrorOf('cost_report', 'costs.provider = "aws"').code).toBe('wrong_quotes');
});
