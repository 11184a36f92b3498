import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { finishRestore, markRestored, restoringFolder } from './restored-folder.js';

const data = mkdtempSync(join(tmpdir(), 'farthing-restored-'));
afterAll(() => rmSync(data, { recursive: true }));

const restoring = restoringFolder(data);

beforeEach(() => {
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  for (const store of ['clickhouse', 'files', 'postgres']) {
    mkdirSync(join(restoring, store), { recursive: true });
    writeFileSync(join(restoring, store, 'content'), store);
  }
});

test('what a restore has not completed is removed', async () => {
  await finishRestore(data);
  expect(readdirSync(data)).toEqual([]);
});

test('a completed restore is switched to, also by the next start when the switch was interrupted', async () => {
  await markRestored(data);
  mkdirSync(join(data, 'clickhouse'));
  rmSync(join(restoring, 'clickhouse'), { recursive: true });
  await finishRestore(data);
  expect(readdirSync(data).toSorted()).toEqual(['clickhouse', 'files', 'postgres']);
  expect(existsSync(join(data, 'postgres', 'content'))).toBe(true);
  await finishRestore(data);
  expect(existsSync(join(data, 'files', 'content'))).toBe(true);
});
