import { expect, test } from 'vitest';
import {
  filesText,
  positionText,
  timeLeftText,
} from '../../web/src/pages/integrations/import-queue-texts.js';

test.each([
  [['bill.csv'], 'bill.csv'],
  [['a.csv', 'b.csv'], 'a.csv and 1 other file'],
  [['a.csv', 'b.csv', 'c.csv'], 'a.csv and 2 other files'],
])('the files %j are called %s', (file_names, text) => {
  expect(filesText({ file_names })).toBe(text);
});

test.each([
  [1, 0, 500, 'After 1 other import'],
  [2, 0, 500, 'After 2 other imports'],
  [null, 0, 0, 'Importing'],
  [null, 499, 500, 'Importing, 99%'],
])('with %s ahead and %i of %i bytes done, it says %s', (ahead, done, total, text) => {
  expect(positionText({ imports_ahead: ahead, bytes_done: done, bytes_total: total })).toBe(text);
});

test.each([
  [null, 'Not known yet'],
  [0, 'Less than a minute'],
  [60, 'About 1 minute'],
  [61, 'About 2 minutes'],
])('%s seconds left are called %s', (seconds_left, text) => {
  expect(timeLeftText({ seconds_left })).toBe(text);
});
