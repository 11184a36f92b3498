import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse, lockFolder } from './lock-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farthing-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lockFile = () => join(folder, 'lock');
/** The process that runs the tests lives as long as they do. */
const living = process.ppid;

test('the lock is released, and leaves no files', async () => {
  const release = await lockFolder(folder);
  expect(readdirSync(folder)).toEqual(['lock']);
  await release();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a living process is respected', async () => {
  writeFileSync(lockFile(), String(living));
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  expect(readFileSync(lockFile(), 'utf8')).toBe(String(living));
});

test('a lock is taken over if its process id now belongs to a process that started at another time', async () => {
  writeFileSync(lockFile(), `${living} another time`);
  const release = await lockFolder(folder);
  expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} .+`));
  await release();
});

test.each(['', 'not a number', '2147483646'])(
  'a lock of no process is taken over: "%s"',
  async (text) => {
    writeFileSync(lockFile(), text);
    await (
      await lockFolder(folder)
    )();
  },
);
