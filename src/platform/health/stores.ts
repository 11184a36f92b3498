import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { readEngineVersion } from '../store/clickhouse/store-facts.js';
import { type Check, failed, ok } from './check.js';

const oldestPostgres = 15;

/** `on db.example.com:5432`, or `embedded` */
const placeOf = (url: string | undefined) => (url ? `on ${new URL(url).host}` : 'embedded');

const databaseCheck: Check = {
  name: 'database',
  title: 'PostgreSQL',
  run: async ({ config, db }) => {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(db);
    const { version } = rows[0]!;
    const name = `PostgreSQL ${version.split(' ')[0]}, ${placeOf(config.databaseUrl)}`;
    if (Number.parseInt(version, 10) < oldestPostgres) {
      return failed(`${name}, is too old.`, `Upgrade it to ${oldestPostgres} or newer.`);
    }
    return ok(`${name}, responds.`);
  },
};

const costStoreCheck: Check = {
  name: 'clickhouse',
  title: 'ClickHouse',
  run: async ({ config, costs }) => {
    const version = await readEngineVersion(costs);
    return ok(`ClickHouse ${version}, ${placeOf(config.clickhouseUrl)}, responds.`);
  },
};

/** Written and deleted again: keys that may only read are noticed when an export fails otherwise. */
const filesCheck: Check = {
  name: 'files',
  title: 'File store',
  run: async ({ config, files }) => {
    const place = config.filesUrl
      ? `The bucket ${new URL(config.filesUrl).host}`
      : 'The folder of files';
    const key = `.check-${randomUUID()}`;
    try {
      await files.put(key, Readable.from([key]));
      const stored = await files.get(key);
      if (!stored || (await text(stored)) !== key) {
        return failed(
          `${place} does not return what was just stored.`,
          'Check FILES_URL, and whether the storage is consistent after writes.',
        );
      }
    } finally {
      await files.delete(key);
    }
    return ok(`${place} can be written and read.`);
  },
};

export const storeChecks = [databaseCheck, costStoreCheck, filesCheck];
