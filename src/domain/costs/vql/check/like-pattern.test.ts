import { expect, test } from 'vitest';
import { matchesLike, toSqlPattern } from './like-pattern.js';

test.each([
  ['web%', 'web-1', true],
  ['web_', 'web', false],
  ['_', '\u{1F600}', true],
  ['a%b', 'a\nb', true],
  ['%a%b%', 'xxaxxbxx', true],
  ['%ab', 'aab', true],
  ['%ab', 'aba', false],
  ['', '', true],
  ['%', '', true],
  [String.raw`100\%`, '100%', true],
  [String.raw`100\%`, '1000', false],
  [String.raw`c:\temp`, String.raw`c:\temp`, true],
  [String.raw`a\\`, String.raw`a\``.slice(0, 2), true],
  ['a\\', 'a\\', true],
  ['A', 'a', false],
])('%j matches %j: %s', (pattern, value, expected) => {
  expect(matchesLike(pattern, value)).toBe(expected);
});

test('a pattern that makes naive matching slow is fast', () => {
  expect(matchesLike('%a'.repeat(5_000), `${'a'.repeat(500)}b`)).toBe(false);
});

test.each([
  [String.raw`c:\temp\\x`, String.raw`c:\\temp\\x`],
  [String.raw`100\%%`, String.raw`100\%%`],
  ['end\\', 'end\\\\'],
])('%j becomes %j in SQL', (pattern, sql) => {
  expect(toSqlPattern(pattern)).toBe(sql);
});
