import { Readable } from 'node:stream';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import type { FileStore } from '../../../platform/store/files.js';
import { sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { writeUnitRows } from './cost-rows.js';
import { countedRows, loadTotals, unitTables } from './cost-units.js';
import { BackupError, type CostUnit, type OnProgress, type Snapshot } from './snapshot.js';
import { writeObjects } from './write-objects.js';

/** Empty stores with the tables of a snapshot. */
export interface EmptyStores {
  db: Db;
  costs: CostStore;
  files: FileStore;
}

/**
 * Fills empty stores with a snapshot and compares what they then have with it. The objects come last, in one
 * transaction: without them, nothing refers to the costs and files.
 */
export async function writeInstallation(
  { db, costs, files }: EmptyStores,
  snapshot: Snapshot,
  { workFolder, onProgress }: { workFolder: string; onProgress: OnProgress },
): Promise<void> {
  const { contents } = snapshot;
  await withTemporaryFolder(workFolder, 'restore-', (folder) =>
    writeCosts(costs, snapshot, folder, onProgress),
  );
  let bytes = 0;
  for (const [index, file] of contents.files.entries()) {
    await files.put(file.key, Readable.from(snapshot.readFile(file)));
    bytes += file.bytes;
    onProgress({ step: 'files', done: index + 1, total: contents.files.length, bytes });
  }
  const total = contents.tables.length;
  await db
    .transaction()
    .execute((trx) =>
      writeObjects(trx, contents, snapshot.readTable, (done) =>
        onProgress({ step: 'objects', done, total, bytes: 0 }),
      ),
    );
}

async function writeCosts(
  costs: CostStore,
  snapshot: Snapshot,
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  const { units, structures } = snapshot.contents;
  for (const [index, unit] of units.entries()) {
    for await (const { table, rows } of snapshot.readUnit(unit)) {
      await writeUnitRows(costs, rows, { table, columns: structures[table]!, folder });
    }
    onProgress({ step: 'costs', done: index + 1, total: units.length, bytes: 0 });
  }
  await syncReplicas(costs, unitTables);
  await requireEqualCounts(costs, units);
  await requireEqualTotals(costs, units);
  await requireTagSets(costs);
}

async function requireEqualCounts(costs: CostStore, units: readonly CostUnit[]): Promise<void> {
  const stored = await countedRows(costs, units);
  for (const unit of units) {
    for (const { table, rows } of unit.tables) {
      const found = stored.get(`${table} ${unit.id}`) ?? 0;
      if (rows !== null && found !== rows) {
        throw new BackupError(
          `${unit.kind} ${unit.id} has ${found} rows in ${table} instead of ${rows}`,
        );
      }
    }
  }
}

async function requireEqualTotals(costs: CostStore, units: readonly CostUnit[]): Promise<void> {
  const loads = units.filter(({ kind }) => kind === 'load');
  const stored = await loadTotals(
    costs,
    loads.map(({ id }) => Number(id)),
  );
  const different = loads.find(
    ({ id, totals }) => JSON.stringify(stored.get(id) ?? []) !== JSON.stringify(totals),
  );
  if (different) {
    throw new BackupError(`The totals of the load ${different.id} differ from those of its lines`);
  }
}

/** Loads share tag sets, so these are not counted by load. */
async function requireTagSets(costs: CostStore): Promise<void> {
  for (const table of ['lines', 'tag_costs']) {
    const [row] = await selectRows<{ missing: string }>(
      costs.bulk,
      sql`SELECT count() AS missing FROM (
          SELECT DISTINCT tag_set_id FROM ${sql.ref(table)} WHERE tag_set_id != 0)
        WHERE tag_set_id NOT IN (SELECT tag_set_id FROM tag_sets)`,
    );
    if (row!.missing !== '0') throw new BackupError(`Tags of ${table} are missing`);
  }
}
