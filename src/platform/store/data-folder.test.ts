import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.js';
import { prepareDataFolder } from './data-folder.js';

const parent = mkdtempSync(join(tmpdir(), 'farthing-data-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));

const servers = {
  DATABASE_URL: 'postgres://db/farthing',
  CLICKHOUSE_URL: 'http://clickhouse:8123/farthing',
  FILES_URL: 's3://files',
};
// No user can create a folder here.
const unusable = '/dev/null/data';

test('the data folder is created', async () => {
  const data = join(parent, 'deep', 'data');
  expect(await prepareDataFolder(readConfig({ FARTHING_DATA: data }))).toBe(data);
  expect(statSync(data).isDirectory()).toBe(true);
});

test('where all data is on servers, an unusable folder is replaced by a temporary one', async () => {
  const config = readConfig({
    ...servers,
    FARTHING_DATA: unusable,
    FARTHING_SECRET_KEY: 'k'.repeat(32),
  });
  const folder = await prepareDataFolder(config);
  expect(folder.startsWith(tmpdir())).toBe(true);
  expect(statSync(folder).isDirectory()).toBe(true);
  rmSync(folder, { recursive: true });
});

test('where all data is on servers, the key must be set, because other servers need the same', async () => {
  const config = readConfig({ ...servers, FARTHING_DATA: join(parent, 'data') });
  await expect(prepareDataFolder(config)).rejects.toThrow(
    'FARTHING_SECRET_KEY must be set, and be the same for every copy of the server',
  );
});

test('an embedded store needs the data folder', async () => {
  const { FILES_URL: _, ...others } = servers;
  const config = readConfig({ ...others, FARTHING_DATA: unusable });
  await expect(prepareDataFolder(config)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
