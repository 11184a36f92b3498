import { expect, test } from 'vitest';
import { progressLine } from './progress-line.js';
import { openTerminal } from './terminal.js';

test('progress shows percentage, rows, size, rate and time left', () => {
  const progress = { rows: 1200, bytes: 6_000_000, totalBytes: 12_000_000, seconds: 2 };
  expect(progressLine(progress)).toBe(
    '[##########..........] 50%  1,200 rows  6.0 MB of 12.0 MB  3.0 MB/s  2 s left',
  );
  expect(progressLine({ rows: 0, bytes: 0, totalBytes: 999, seconds: 0 })).toBe(
    '[....................] 0%  0 B of 999 B  0 B/s',
  );
  expect(progressLine({ ...progress, bytes: 1_000_000, seconds: 60 })).toContain('11 min left');
});

test('after the last row, progress goes on with the months that are summarized', () => {
  const progress = { rows: 1200, bytes: 12_000_000, totalBytes: 12_000_000, seconds: 4 };
  expect(progressLine({ ...progress, summaries: { done: 7, total: 12 } })).toBe(
    '[############........] 58%  Building summaries, 7 of 12 months',
  );
});

test('a terminal rewrites one progress line, other output gets one every few seconds', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const terminal = openTerminal({ write, isTTY: true, columns: 10 });
  terminal.showProgress('1 of many and more');
  terminal.showProgress('2');
  terminal.print('done');
  expect(written.splice(0)).toEqual(['\r\u001b[K1 of many', '\r\u001b[K2', '\r\u001b[Kdone\n']);
  let time = 0;
  const log = openTerminal({ write }, () => time);
  for (const line of ['[#...] 1', '[##..] 2', 'Reading']) log.showProgress(line);
  time = 5000;
  log.showProgress('Reading');
  expect(written).toEqual(['[#...] 1\n', 'Reading\n', 'Reading\n']);
});
