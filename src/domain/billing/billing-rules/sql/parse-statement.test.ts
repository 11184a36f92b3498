import { describe, expect, test } from 'vitest';
import { type BillingSqlError, parseBillingSql } from './index.js';

const amount = { dataset: 'costs', name: 'amount', type: 'number' } as const;
const cost = { dataset: 'aws', name: 'lineItem/UnblendedCost', type: 'number' } as const;

function errorOf(text: string): string {
  try {
    parseBillingSql(text);
  } catch (error) {
    return (error as BillingSqlError).messages.join();
  }
  throw new Error(`accepted: ${text}`);
}

test('columns can be quoted, unquoted and in any letter case', () => {
  const expected = parseBillingSql('UPDATE aws SET aws.lineItem/UnblendedCost = 1');
  for (const target of [
    'lineItem/UnblendedCost',
    '"lineItem/UnblendedCost"',
    'aws."lineItem/UnblendedCost"',
    'AWS.LINEITEM/unblendedcost',
  ]) {
    expect(parseBillingSql(`update AWS set ${target} = 1;`)).toEqual(expected);
  }
  expect(expected).toEqual({
    kind: 'update',
    dataset: 'aws',
    sets: [{ column: cost, value: { type: 'number', value: '1' } }],
    where: null,
  });
});

test('a slash divides behind a column of costs and behind a whole aws column', () => {
  const divided = (sql: string) => {
    const statement = parseBillingSql(sql);
    return statement.kind === 'update' ? statement.sets[0]!.value : null;
  };
  expect(divided('UPDATE costs SET amount = costs.amount/2')).toMatchObject({
    operator: '/',
    left: { column: amount },
  });
  expect(
    divided('UPDATE aws SET lineItem/UnblendedCost = aws.lineItem/UnblendedCost/2'),
  ).toMatchObject({ operator: '/', left: { column: cost } });
});

test('operators bind as in SQL: arithmetic, then ||, comparison, NOT, AND, OR', () => {
  const where = (sql: string) => parseBillingSql(`DELETE FROM costs WHERE ${sql}`);
  expect(
    where(
      "NOT costs.region || 'a' = 'b' AND costs.amount + 2 * 3 > 4 OR costs.service IS NOT NULL",
    ),
  ).toEqual(
    where(
      "((NOT ((costs.region || 'a') = 'b')) AND ((costs.amount + (2 * 3)) > 4)) OR (costs.service IS NOT NULL)",
    ),
  );
  expect(where('costs.amount - 1 - 1 = -costs.amount')).toEqual(
    where('((costs.amount - 1) - 1) = (0 - costs.amount)'),
  );
});

test('aliases stand for the column', () => {
  expect(
    parseBillingSql("INSERT INTO costs (provider, amount, date) VALUES ('aws', 110, '2026-01-05')"),
  ).toMatchObject({
    columns: [{ name: 'provider' }, { name: 'amount' }, { name: 'accrued_at', type: 'date' }],
  });
});

describe('what is outside the dialect is refused with its position', () => {
  test.each([
    ['', 'Only UPDATE, DELETE and INSERT are supported at line 1, column 1'],
    ['SELECT 1', 'Only UPDATE, DELETE and INSERT are supported at line 1, column 1'],
    ['DROP TABLE costs', 'Only UPDATE, DELETE and INSERT are supported at line 1, column 1'],
    ['UPDATE aws\nSET aws.lineItem/Foo = 1', 'Unknown column aws.lineItem/Foo at line 2, column 5'],
    [
      'DELETE FROM aws WHERE aws."resourceTags/user:team" = \'a\'',
      'Unknown column aws.resourceTags/user:team at line 1, column 23',
    ],
    ['DELETE FROM aws WHERE costs.amount = 1', 'Unknown column costs.amount at line 1, column 23'],
    ['DELETE FROM costs', 'DELETE needs a WHERE clause at line 1, column 18'],
    ['DELETE FROM costs;', 'DELETE needs a WHERE clause at line 1, column 18'],
    [
      'INSERT INTO aws (lineItem/UnblendedCost) VALUES (1)',
      'INSERT is only supported for costs at line 1, column 13',
    ],
    [
      "INSERT INTO costs (provider) VALUES ('aws')",
      'INSERT needs the column amount at line 1, column 13',
    ],
    [
      "INSERT INTO costs (provider, amount) VALUES ('aws', 1), ('aws')",
      '2 columns but 1 values at line 1, column 57',
    ],
    [
      "INSERT INTO costs (provider, amount) VALUES ('aws', LOWER('1'))",
      'syntax error near LOWER at line 1, column 53: expected a value',
    ],
    [
      "INSERT INTO costs (provider, amount, date) VALUES ('aws', 1, '2026-02-30')",
      '2026-02-30 is not a date at line 1, column 62',
    ],
    [
      "UPDATE costs SET amount = costs.amount * '5 %'",
      "'5 %' is not a number at line 1, column 42",
    ],
    ['UPDATE costs SET amount = NULL', "costs.amount can't be NULL at line 1, column 27"],
    ['UPDATE costs SET amount = 1, amount = 2', 'Column amount occurs twice at line 1, column 30'],
    [
      'UPDATE costs SET amount = 1; DELETE FROM costs',
      'syntax error near DELETE at line 1, column 30: expected the end of the statement',
    ],
    [
      'UPDATE costs SET amount = 1 LIMIT 5',
      'syntax error near LIMIT at line 1, column 29: expected , or WHERE',
    ],
    [
      'UPDATE lines SET amount = 1',
      'syntax error near lines at line 1, column 8: expected aws or costs',
    ],
    [
      'UPDATE costs SET amount = amount * 2',
      'syntax error near amount at line 1, column 27: expected a value',
    ],
    [
      'UPDATE costs SET amount = (SELECT 1)',
      'syntax error near SELECT at line 1, column 28: expected a value',
    ],
    [
      'UPDATE costs SET amount = sleep(3)',
      'syntax error near sleep at line 1, column 27: expected a value',
    ],
    ["DELETE FROM costs WHERE 'a", "syntax error: this ' is not closed at line 1, column 25"],
    [
      'DELETE FROM costs WHERE costs.amount',
      'syntax error: expected a condition, found a value at line 1, column 25',
    ],
    [
      'UPDATE costs SET amount = 99999999999999999999999',
      '99999999999999999999999 has too many digits at line 1, column 27',
    ],
    [
      `UPDATE costs SET amount = ${'('.repeat(60)}1${')'.repeat(60)}`,
      'expressions are nested more than 50 deep at line 1, column 78',
    ],
    [
      `UPDATE costs SET amount = 1${' + 1'.repeat(60)}`,
      'expressions are nested more than 50 deep at line 1, column 233',
    ],
  ])('%s', (text, message) => {
    expect(errorOf(text)).toBe(message);
  });
});
