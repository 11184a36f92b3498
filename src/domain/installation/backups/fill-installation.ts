import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql as database } from 'kysely';
import { Vault } from '../../../platform/auth/vault.js';
import { type Config, ConfigError } from '../../../platform/config.js';
import type { Job } from '../../../platform/jobs/job.js';
import { createQueues } from '../../../platform/jobs/job-runner.js';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import {
  type CostStore,
  localTable,
  run,
  selectRows,
} from '../../../platform/store/clickhouse/cost-store.js';
import { migrateCostStore } from '../../../platform/store/clickhouse/migrate-cost-store.js';
import { openCostStore } from '../../../platform/store/clickhouse/open-cost-store.js';
import { prepareDataFolder } from '../../../platform/store/data-folder.js';
import { openDatabase } from '../../../platform/store/database.js';
import { requireFreeSpace } from '../../../platform/store/disk-space.js';
import { type FileStore, openFiles, listFiles } from '../../../platform/store/files.js';
import { lockFolder } from '../../../platform/store/lock-folder.js';
import { migrateDatabase, withMigrationLock } from '../../../platform/store/migrate-database.js';
import {
  finishRestore,
  markRestored,
  restoringFolder,
} from '../../../platform/store/restored-folder.js';
import { sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { unitTables } from './cost-units.js';
import { BackupError, type Contents } from './snapshot.js';
import type { EmptyStores } from './write-installation.js';

export interface EmptyInstallation {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** Whose queues waiting jobs are put into. */
  jobs: readonly Job[];
}

type Fill = (stores: EmptyStores, workFolder: string) => Promise<void>;

/**
 * Opens the stores of an empty installation for `fill`, and makes them its own when that succeeds. When it
 * fails, they are as empty as before.
 */
export async function fillInstallation(
  installation: EmptyInstallation,
  contents: Contents,
  fill: Fill,
): Promise<void> {
  const { config } = installation;
  const secretKey = keyFor(config, contents);
  if (!hasFolder(config)) {
    return withTemporaryFolder(tmpdir(), 'farthing-', (folder) =>
      withStores(installation, contents, folder, fill),
    );
  }
  const data = await prepareDataFolder(config);
  const release = await lockFolder(data);
  try {
    await finishRestore(data);
    requireEmptyFolder(config);
    await requireFreeSpace(data);
    const folder = restoringFolder(data);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!config.secretKey) await writeFile(join(folder, 'secret.key'), secretKey, { mode: 0o600 });
    await withStores(installation, contents, folder, fill);
    await markRestored(data);
  } finally {
    // Without the mark, removes what was written.
    await finishRestore(data);
    await release();
  }
}

/** Whether any store is in the data folder. */
export const hasFolder = ({ databaseUrl, clickhouseUrl, filesUrl }: Config) =>
  !databaseUrl || !clickhouseUrl || !filesUrl;

const embeddedStores = ['postgres', 'clickhouse', 'files', 'secret.key'];

/** Requires that no installation was ever started in the data folder. */
export function requireEmptyFolder(config: Config): void {
  if (!hasFolder(config)) return;
  const { data } = config;
  const found = embeddedStores.find((name) => existsSync(join(data, name)));
  if (found !== undefined) {
    throw new BackupError(
      `The data folder ${data} has an installation (${found}); restore into an empty folder`,
    );
  }
}

/** The key that opens the sealed credentials of the installation. */
function keyFor({ secretKey }: Config, contents: Contents): string {
  const key = secretKey ?? contents.secretKey;
  if (key === null) {
    throw new ConfigError(
      'Set FARTHING_SECRET_KEY to the key of the installation that was copied: it is not in the copy.',
    );
  }
  if (new Vault(key).sign('fingerprint') !== contents.keyFingerprint) {
    throw new ConfigError(
      'FARTHING_SECRET_KEY is not the key of the installation that was copied; set that one. ' +
        'One that was generated is in the file secret.key of its data folder.',
    );
  }
  return key;
}

async function withStores(
  { config, env, jobs }: EmptyInstallation,
  { migrations }: Contents,
  folder: string,
  fill: Fill,
): Promise<void> {
  const costs = await openCostStore({ ...config, folder: join(folder, 'clickhouse') });
  try {
    const { db } = await openDatabase({
      ...config,
      folder: join(folder, 'postgres'),
      isBlank: true,
    });
    try {
      const files = openFiles({ ...config, folder: join(folder, 'files'), env });
      await requireEmptyDatabase(db);
      await migrateDatabase(db, undefined, migrations.database);
      await withMigrationLock(db, () => migrateCostStore(costs, undefined, migrations.costs));
      await requireEmptyCosts(costs);
      await requireEmptyFiles(files);
      await createQueues(db, jobs);
      try {
        await fill({ db, costs, files }, join(folder, 'work'));
      } catch (error) {
        await emptyServers(config, { costs, files }).catch(() => undefined);
        throw error;
      }
    } finally {
      await db.destroy();
    }
  } finally {
    await costs.close();
  }
  await rm(join(folder, 'work'), { recursive: true, force: true });
}

async function requireEmptyDatabase(db: Db): Promise<void> {
  const { rows } = await database<{ name: string | null }>`
    select to_regclass('accounts') as name`.execute(db);
  if (!rows[0]?.name) return;
  const account = await db.selectFrom('accounts').select('token').limit(1).executeTakeFirst();
  if (account) {
    throw new BackupError('The database (DATABASE_URL) has an installation; use an empty one');
  }
}

async function requireEmptyCosts(costs: CostStore): Promise<void> {
  for (const table of unitTables) {
    const [row] = await selectRows<{ rows: string }>(
      costs.bulk,
      sql`SELECT count() AS rows FROM ${sql.ref(table)}`,
    );
    if (row!.rows !== '0') {
      throw new BackupError(
        `The cost store (CLICKHOUSE_URL) has rows in ${table}; use an empty database`,
      );
    }
  }
}

async function requireEmptyFiles(files: FileStore): Promise<void> {
  const [file] = await listFiles(files);
  if (file) {
    throw new BackupError(
      `The file store (FILES_URL) has files (${file.key}); use an empty prefix`,
    );
  }
}

/** Removes what was written to servers that were empty; folders are removed as a whole. */
async function emptyServers(
  { clickhouseUrl, filesUrl }: Config,
  { costs, files }: Pick<EmptyStores, 'costs' | 'files'>,
): Promise<void> {
  if (clickhouseUrl) {
    for (const table of unitTables) {
      await run(costs.bulk, sql`TRUNCATE TABLE ${localTable(costs, table)}`);
    }
  }
  if (filesUrl) for (const { key } of await listFiles(files)) await files.delete(key);
}
