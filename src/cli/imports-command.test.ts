import { expect, test } from 'vitest';
import { parseArguments } from './commands.js';
import { importsCommand, printImports } from './imports-command.js';

const run = (more: object) => ({
  run_id: 1,
  file_names: ['bill.csv'],
  imports_ahead: null,
  seconds_left: null,
  bytes_done: 0,
  bytes_total: 0,
  ...more,
});

async function linesFor(...runs: object[]): Promise<string[]> {
  const lines: string[] = [];
  const input = {
    ...parseArguments(importsCommand, ['imports']),
    print: (line: string) => void lines.push(line),
  };
  await printImports(async () => ({ import_runs: runs }), input);
  return lines;
}

test('the queue lists files, progress or position, and the time left', async () => {
  expect(
    await linesFor(
      run({ bytes_done: 45, bytes_total: 100, seconds_left: 30 }),
      run({ file_names: ['a.csv', 'b.csv', 'c.csv'], imports_ahead: 1, seconds_left: 300 }),
      run({ imports_ahead: 2 }),
    ),
  ).toEqual([
    'FILES             STATE           TIME LEFT',
    'bill.csv          45%             30 s',
    'a.csv and 2 more  after 1 other   5 min',
    'bill.csv          after 2 others  unknown',
  ]);
});

test('without imports it says so', async () => {
  expect(await linesFor()).toEqual(['No imports are running or waiting.']);
});
