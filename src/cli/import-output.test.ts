import { expect, test } from 'vitest';
import { progressLine } from './progress-line.js';
import { openTerminal } from './terminal.js';

test('progress tells share, rows, size, rate and time left', () => {
  const progress = { rows: 1200, bytes: 6_000_000, totalBytes: 12_000_000, seconds: 2 };
  expect(progressLine(progress)).toBe(
    '[##########..........] 50 %  1,200 rows  6.0 MB of 12.0 MB  3.0 MB/s  2 s left',
  );
  expect(progressLine({ rows: 0, bytes: 0, totalBytes: 999, seconds: 0 })).toBe(
    '[....................] 0 %  0 B of 999 B  0 B/s',
  );
  expect(progressLine({ ...progress, bytes: 1_000_000, seconds: 60 })).toContain('11 min left');
});

test('a screen has one line rewritten, a log gets a line now and then', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const screen = openTerminal({ write, isTTY: true, columns: 10 });
  screen.passing('1 of many and more');
  screen.passing('2');
  screen.print('done');
  expect(written.splice(0)).toEqual(['\r\u001b[K1 of many', '\r\u001b[K2', '\r\u001b[Kdone\n']);
  let time = 0;
  const log = openTerminal({ write }, () => time);
  for (const line of ['[#...] 1', '[##..] 2', 'Looking']) log.passing(line);
  time = 5000;
  log.passing('Looking');
  expect(written).toEqual(['[#...] 1\n', 'Looking\n', 'Looking\n']);
});
