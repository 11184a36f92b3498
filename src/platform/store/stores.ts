import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { OnStatement } from '../telemetry/statement.js';
import type { CostStore } from './clickhouse/cost-store.js';
import { migrateCostStore } from './clickhouse/migrate-cost-store.js';
import { type OpenCostStore, openCostStore, pingCostStore } from './clickhouse/open-cost-store.js';
import { type Database, openDatabase, pingDatabase } from './database.js';
import { isNearlyFull, requireFreeSpace } from './disk-space.js';
import { type FileStore, openFiles } from './files.js';
import { lockFolder } from './lock-folder.js';
import { migrateDatabase, withMigrationLock } from './migrate-database.js';
import { finishRestore } from './restored-folder.js';

/** The open stores of a process. */
export interface Stores extends Database {
  costs: CostStore;
  files: FileStore;
  /** Returns the names of the stores that do not respond. */
  unhealthyStores: () => Promise<string[]>;
  /** Whether the data folder is nearly full: then nothing is written, but everything can be read. */
  isNearlyFull: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** Opens the configured stores and migrates them; `close` closes them in reverse order. */
export async function openStores(
  config: Config,
  env: NodeJS.ProcessEnv,
  onStatement?: OnStatement,
): Promise<Stores> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    if (!config.databaseUrl || !config.clickhouseUrl) {
      await requireFreeSpace(config.data);
      closers.push(await lockFolder(config.data));
      await finishRestore(config.data);
    }
    const costs = await openCostStore(
      { ...config, folder: join(config.data, 'clickhouse') },
      onStatement,
    );
    closers.push(() => costs.close());
    const database = await openDatabase(
      { ...config, folder: join(config.data, 'postgres') },
      onStatement,
    );
    const { db } = database;
    closers.push(() => db.destroy());
    await migrateDatabase(db);
    await withMigrationLock(db, () => migrateCostStore(costs));
    const files = openFiles({ ...config, folder: join(config.data, 'files'), env });
    const unhealthyStores = () => findUnhealthy({ db, costs, files });
    const nearlyFull = () => isNearlyFull(config.data);
    return { ...database, costs, files, unhealthyStores, isNearlyFull: nearlyFull, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function findUnhealthy(stores: OpenStores): Promise<string[]> {
  const checks: [string, Promise<void>][] = [
    ['database', pingDatabase(stores.db)],
    ['clickhouse', pingCostStore(stores.costs)],
    ['files', stores.files.ping()],
  ];
  const unhealthy = await Promise.all(
    checks.map(async ([name, check]) => ((await succeedsInTime(check)) ? undefined : name)),
  );
  return unhealthy.filter((name) => name !== undefined);
}

type OpenStores = Pick<Stores, 'db' | 'files'> & { costs: OpenCostStore };

const checkTimeoutMs = 5_000;

/** A store that hangs is as unhealthy as one that fails, and must not make the health check hang. */
function succeedsInTime(check: Promise<void>): Promise<boolean> {
  return Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    pause(checkTimeoutMs, false, { ref: false }),
  ]);
}
