import { expect, test } from 'vitest';
import { parseComparisonValue } from './comparison-value.js';

test.each([
  ['5', { type: 'number', text: '5' }],
  ['-.5', { type: 'number', text: '-.5' }],
  ['2024-02-29', { type: 'instant', text: '2024-02-29T00:00Z' }],
  ['2024-02-29T10:30', { type: 'instant', text: '2024-02-29T10:30Z' }],
  ['2024-02-29T10:30:15.25+01:00', { type: 'instant', text: '2024-02-29T10:30:15.25+01:00' }],
  ['2023-02-29', null],
  ['2024-13-01', null],
  ['2024-01-01Z', null],
  ['2024-01-01T24:00', null],
  ['0000-01-01', null],
  ['1e5', null],
  ['large', null],
])('%s', (value, parsed) => {
  expect(parseComparisonValue(value)).toEqual(parsed);
});
