import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFolder, unpackFolder } from './folder-archive.js';

test('an unpacked folder has the files and folders that were packed, byte by byte', () => {
  const root = mkdtempSync(join(tmpdir(), 'farthing-archive-'));
  const source = join(root, 'source');
  mkdirSync(join(source, 'base', 'empty'), { recursive: true });
  const contents = {
    PG_VERSION: Buffer.from('17\n'),
    'base/one': Buffer.from([1, 0, 2, 0, 0, 0]),
    'base/same': Buffer.from([1, 0, 2, 0, 0, 0]),
    'base/longer': Buffer.from([1, 0, 2, 0, 0, 0, 0]),
    'base/zeros': Buffer.alloc(8192),
    'base/nothing': Buffer.alloc(0),
  };
  for (const [name, content] of Object.entries(contents))
    writeFileSync(join(source, name), content);

  const target = join(root, 'target');
  unpackFolder(packFolder(source), target);

  const names = (folder: string) =>
    new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  expect(names(target)).toEqual(names(source));
  for (const [name, content] of Object.entries(contents)) {
    expect(readFileSync(join(target, name)).equals(content), name).toBe(true);
  }
  rmSync(root, { recursive: true });
});
