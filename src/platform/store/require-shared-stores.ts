import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConfigError } from '../config.js';
import type { Log } from '../lib/log.js';
import { type CostStore, run, selectRows } from './clickhouse/cost-store.js';
import { syncReplicas } from './clickhouse/sync-replicas.js';
import type { FileStore } from './files.js';
import { withMigrationLock } from './migrate-database.js';
import { sql } from './sql.js';
import type { Stores } from './stores.js';
import type { Db } from './tables.js';

interface Options {
  /** Tells keys apart without revealing them. */
  keyFingerprint: string;
  /** Makes the stores of this process the ones that all others must use. */
  adopts: boolean;
  log: Log;
}

/**
 * Fails if this process does not use the cost store, the file store and the secret key that are recorded
 * in the database: copies that differ would return different totals, and could not read each other's
 * files and sealed credentials. The first start records them. Each store carries its own identity, so a
 * data folder may be moved or restored.
 */
export async function requireSharedStores(
  { db, costs, files }: Pick<Stores, 'db' | 'costs' | 'files'>,
  { keyFingerprint, adopts, log }: Options,
): Promise<void> {
  // Servers that start together on empty stores must not give them two identities.
  await withMigrationLock(db, async () => {
    const identities = {
      'cost store': await costStoreIdentity(costs),
      'file store': await fileStoreIdentity(files).catch((error: unknown) => {
        // A bucket that is down must not stop the server from starting.
        log.warn({ err: error }, 'the file store could not be identified');
        return undefined;
      }),
      'secret key': keyFingerprint,
    };
    const known = Object.entries(identities).filter((entry) => entry[1] !== undefined);
    const rows = known.map(([name, identity]) => ({ name, identity: identity! }));
    if (!adopts) await requireRecorded(db, rows);
    await db
      .insertInto('shared_stores')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ identity: eb.ref('excluded.identity') })),
      )
      .execute();
  });
}

async function requireRecorded(db: Db, rows: { name: string; identity: string }[]): Promise<void> {
  const stored = await db.selectFrom('shared_stores').selectAll().execute();
  const recorded = new Map(stored.map(({ name, identity }) => [name, identity]));
  const isDifferent = ({ name, identity }: (typeof rows)[number]) =>
    recorded.has(name) && recorded.get(name) !== identity;
  const different = rows.filter(isDifferent).map(({ name }) => name);
  if (different.length > 0) throw differentStores(different);
}

const differentStores = (names: string[]) =>
  new ConfigError(
    `The database (DATABASE_URL) belongs to servers with another ${names.join(' and another ')}: ` +
      'give all of them the same CLICKHOUSE_URL, FILES_URL and FARTHING_SECRET_KEY, ' +
      'or, if this server replaces them, start it once with "serve --adopt-stores".',
  );

/** The random id that a cost store carries. */
export async function costStoreIdentity(store: CostStore): Promise<string> {
  const read = async () => {
    const query = sql`SELECT min(id) AS id FROM store_identity`;
    const [row] = await selectRows<{ id: string }>(store.client, query);
    return row!.id;
  };
  const stored = await read();
  if (stored !== '') return stored;
  await run(store.bulk, sql`INSERT INTO store_identity VALUES (${sql.literal(randomUUID())})`);
  await syncReplicas(store, ['store_identity']);
  return read();
}

/** A file that says which file store it is in. */
export const identityKey = '.store-identity';

async function fileStoreIdentity(files: FileStore): Promise<string> {
  const stored = await files.get(identityKey);
  if (stored) return text(stored);
  const identity = randomUUID();
  await files.put(identityKey, Readable.from([identity]));
  return identity;
}
