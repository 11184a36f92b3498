import { expect, test } from 'vitest';
import { printable } from './screen-table.js';
import { sparkline } from './sparkline.js';
import { screenOf } from './terminal.js';

test('a sparkline shows each value in proportion to the largest', () => {
  expect(sparkline([0, 5, 10], 8)).toBe('▁▅█');
  expect(sparkline([0, 0], 8)).toBe('▁▁');
  expect(sparkline([-5, 10], 8)).toBe('▁█');
  // Neighbours share a bar where there is not enough room.
  expect(sparkline([0, 0, 10, 10, 5], 3)).toBe('▁█▅');
});

test('names cannot control the terminal', () => {
  expect(printable('a\u001b[31mb\r\n\u202ec')).toBe('a�[31mb���c');
});

test('only a terminal has a width, and colours unless NO_COLOR is set', () => {
  const write = () => true;
  const wide = { write, isTTY: true, columns: 120 };
  expect(screenOf({ write }, {})).toEqual({ columns: null, hasColours: false });
  expect(screenOf(wide, {})).toEqual({ columns: 120, hasColours: true });
  expect(screenOf(wide, { NO_COLOR: '1' }).hasColours).toBe(false);
  expect(screenOf(wide, { NO_COLOR: '' }).hasColours).toBe(true);
  expect(screenOf(wide, { TERM: 'dumb' }).hasColours).toBe(false);
});
