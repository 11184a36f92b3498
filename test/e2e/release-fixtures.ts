import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { createClient } from '@clickhouse/client';
import pg from 'pg';

/** What scripts/make-release-fixture.mjs keeps of a release. */
const folder = resolve('test/fixtures/releases');

/** An installation of a release: how its owner logs in, and what it answered. */
export interface StoredInstallation {
  email: string;
  password: string;
  /** Bodies by path, without addresses and what changes by itself. */
  answers: Record<string, object>;
}

export interface ReleaseFixture {
  version: string;
  commit: string;
  token: string;
  embedded: StoredInstallation;
  servers: StoredInstallation & { key: string };
}

/** The stored releases, the oldest first. */
export const releaseFixtures: ReleaseFixture[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(join(folder, name, 'release.json'), 'utf8')))
  .toSorted((a: ReleaseFixture, b: ReleaseFixture) =>
    a.version.localeCompare(b.version, 'en', { numeric: true }),
  );

const decompress = (release: ReleaseFixture, name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(folder, release.version, name)), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });

/** Writes the data folder of a release. */
export function restoreDataFolder(release: ReleaseFixture, target: string): void {
  execFileSync('tar', ['-x', '-C', target], { input: decompress(release, 'data-folder.br') });
}

interface Dumps {
  database: string;
  tables: { name: string; create: string; rows: string }[];
  /** Of the file store. */
  identity: string;
}

/** Writes the dumps of a release into empty databases, and its files into a data folder. */
export async function restoreDumps(
  release: ReleaseFixture,
  target: { databaseUrl: string; clickhouseUrl: string; data: string },
): Promise<void> {
  const dumps = JSON.parse(decompress(release, 'servers.br').toString()) as Dumps;
  const client = new pg.Client({ connectionString: target.databaseUrl });
  await client.connect();
  await client.query(dumps.database);
  await client.end();
  const clickhouse = createClient({ url: target.clickhouseUrl });
  for (const { name, create, rows } of dumps.tables) {
    await clickhouse.command({ query: create });
    const values = rows.split('\n').filter((row) => row !== '');
    if (values.length > 0) {
      await clickhouse.command({
        query: `INSERT INTO ${name} FORMAT JSONEachRow ${values.join('\n')}`,
      });
    }
  }
  await clickhouse.close();
  mkdirSync(join(target.data, 'files'), { recursive: true });
  writeFileSync(join(target.data, 'files', '.store-identity'), dumps.identity);
}
