import { listFiles } from '../../../platform/store/files.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../platform/kernel/services.js';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import type { Clock } from '../../../platform/lib/time.js';
import { readCostStoreMigrations } from '../../../platform/store/clickhouse/migrate-cost-store.js';
import { readDatabaseMigrations } from '../../../platform/store/migrate-database.js';
import { costStoreIdentity, identityKey } from '../../../platform/store/require-shared-stores.js';
import { version } from '../../../platform/version.js';
import { type TableSizes, readUnitRows, tableSizes } from './cost-rows.js';
import { describeUnits, knownUnits, readStructures } from './cost-units.js';
import { copyObjects, readCopiedRows, useExactTexts } from './object-rows.js';
import {
  type Bytes,
  type Contents,
  type CostUnit,
  type OnProgress,
  type Snapshot,
  type UnitRows,
} from './snapshot.js';

/** Reads the installation at one moment, while others use it. The caller holds the rows of the cost store. */
export async function withLiveSnapshot<Result>(
  { services, clock }: { services: Services; clock: Clock },
  onProgress: OnProgress,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder(services.workFolder, 'backup-', async (folder) => {
    const contents = await readContents(services, clock, folder, onProgress);
    const sizes = await tableSizes(services.costs);
    return work(snapshotOf(services, contents, { folder, sizes }));
  });
}

async function readContents(
  services: Services,
  clock: Clock,
  folder: string,
  onProgress: OnProgress,
): Promise<Contents> {
  const { db, costs, files, vault, config } = services;
  const moment = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await useExactTexts(trx);
      const known = await knownUnits(trx);
      const now = clock().toISOString();
      const objects = await copyObjects(trx, folder, (done, total, bytes) =>
        onProgress({ step: 'objects', done, total, bytes }),
      );
      return { now, known, objects };
    });
  const listed = await listFiles(files);
  return {
    version,
    moment: moment.now,
    installation: await costStoreIdentity(costs),
    keyFingerprint: vault.sign('fingerprint'),
    secretKey: config.secretKey ? null : await readFile(join(config.data, 'secret.key'), 'utf8'),
    migrations: {
      database: (await readDatabaseMigrations(db)).applied,
      costs: (await readCostStoreMigrations(costs)).applied.toSorted(),
    },
    structures: await readStructures(costs),
    ...moment.objects,
    units: await describeUnits(costs, moment.known),
    files: listed.filter(({ key }) => key !== identityKey),
  };
}

function snapshotOf(
  { costs, files }: Services,
  contents: Contents,
  { folder, sizes }: { folder: string; sizes: TableSizes },
): Snapshot {
  return {
    contents,
    readTable: ({ table }) => readCopiedRows(folder, table),
    readUnit: async function* (unit: CostUnit): AsyncGenerator<UnitRows> {
      for (const { table } of unit.tables) {
        const columns = contents.structures[table]!;
        yield { table, rows: readUnitRows(costs, unit, { table, columns, folder, sizes }) };
      }
    },
    readFile: async function* ({ key }): Bytes {
      const content = await files.get(key);
      if (!content) throw new FileDeleted(key);
      yield* content as Bytes;
    },
  };
}

/** A file that was deleted after the moment, before it was read. */
export class FileDeleted extends Error {}
