import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { CostStore } from './clickhouse/cost-store.js';
import { migrateCostStore } from './clickhouse/migrate-cost-store.js';
import { openCostStore, pingCostStore } from './clickhouse/open-cost-store.js';
import { type Database, openDatabase, pingDatabase } from './database.js';
import { demandRoom } from './disk-space.js';
import { type FileStore, openFiles } from './files.js';
import { lockFolder } from './lock-folder.js';
import { migrateDatabase, withMigrationLock } from './migrate-database.js';

export interface Stores extends Database {
  costs: CostStore;
  files: FileStore;
  /** Names of the stores that do not answer. */
  ailing: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens what the configuration names, brings schemas up to date, closes all of it in reverse. */
export async function openStores(config: Config, env: NodeJS.ProcessEnv): Promise<Stores> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    if (!config.databaseUrl || !config.clickhouseUrl) {
      await mkdir(config.data, { recursive: true, mode: 0o700 });
      await demandRoom(config.data);
      closers.push(await lockFolder(config.data));
    }
    const costs = await openCostStore({ ...config, folder: join(config.data, 'clickhouse') });
    closers.push(() => costs.close());
    const database = await openDatabase({ ...config, folder: join(config.data, 'postgres') });
    const { db } = database;
    closers.push(() => db.destroy());
    await migrateDatabase(db);
    await withMigrationLock(db, () => migrateCostStore(costs));
    const files = openFiles({ ...config, folder: join(config.data, 'files'), env });
    const ailing = () => findAiling({ db, costs, files });
    return { ...database, costs, files, ailing, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function findAiling(stores: Pick<Stores, 'db' | 'costs' | 'files'>): Promise<string[]> {
  const checks: [string, Promise<void>][] = [
    ['database', pingDatabase(stores.db)],
    ['clickhouse', pingCostStore(stores.costs)],
    ['files', stores.files.ping()],
  ];
  const answers = await Promise.all(
    checks.map(async ([name, check]) => ((await isAnswered(check)) ? undefined : name)),
  );
  return answers.filter((name) => name !== undefined);
}

const patienceMs = 5_000;

/** A store that hangs is as ailing as one that refuses; whoever asks must not hang with it. */
function isAnswered(check: Promise<void>): Promise<boolean> {
  return Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    pause(patienceMs, false, { ref: false }),
  ]);
}
