import { expect, test } from 'vitest';
import { formatTimestamp, parseDate, parseTimestamp } from './time.js';

test.each([
  ['2024-01-31', '2024-01-31T00:00:00Z'],
  ['2024-01-01T10:00:00.123Z', '2024-01-01T10:00:00Z'],
  ['2024-01-01T00:30:00+02:00', '2023-12-31T22:30:00Z'],
  ['2024-01-01T10:00', '2024-01-01T10:00:00Z'],
  ['2024-01-01T10:00:00-0530', '2024-01-01T15:30:00Z'],
])('%s is %s', (text, formatted) => {
  expect(formatTimestamp(parseTimestamp(text)!)).toBe(formatted);
});

test.each([
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '24-01-01',
  'now',
  '',
  '2024-01-01T25:00:00Z',
  '2024-1-1',
])('%j is not a date', (text) => {
  expect(parseDate(text)).toBeUndefined();
});

test('the date of a timestamp is its UTC date', () => {
  expect(parseDate('2024-01-01T00:30:00+02:00')).toBe('2023-12-31');
});
