import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CostStore,
  run,
  selectRows,
  sendRows,
} from '../../../platform/store/clickhouse/cost-store.js';
import { streamRows } from '../../../platform/store/clickhouse/stream-rows.js';
import { requireFreeSpace } from '../../../platform/store/disk-space.js';
import { quoteName, sql } from '../../../platform/store/sql.js';
import { conditionOf, sharedTables } from './cost-units.js';
import type { Bytes, CostUnit, Structures } from './snapshot.js';

type Columns = Structures[string];

/** Streams the rows of a table that belong to a unit, in the engine's own format. */
export async function* readUnitRows(
  store: CostStore,
  unit: CostUnit,
  {
    table,
    columns,
    folder,
    sizes,
  }: { table: string; columns: Columns; folder: string; sizes: TableSizes },
): AsyncGenerator<Buffer> {
  const statement = sql`SELECT ${names(columns)} FROM ${sql.ref(table)}
    WHERE ${conditionOf(unit, table)}`;
  if (!store.embedded) {
    yield* (await streamRows(store, statement, 'Native')) as AsyncIterable<Buffer>;
    return;
  }
  // The embedded engine cannot stream results, so it writes them to a file.
  const path = join(folder, 'rows.native');
  await requireFreeSpace(folder, bytesOf(unit, table, sizes));
  try {
    const target = sql`file(${sql.literals([path, 'Native'])})`;
    await run(store.bulk, sql`INSERT INTO FUNCTION ${target} ${statement}`);
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } finally {
    await rm(path, { force: true });
  }
}

/** What tables of the embedded engine take when they are not compressed. */
export type TableSizes = ReadonlyMap<string, { bytes: number; rows: number }>;

export async function tableSizes(store: CostStore): Promise<TableSizes> {
  const rows = await selectRows<{ table: string; bytes: string; rows: string }>(
    store.bulk,
    sql`SELECT table, sum(data_uncompressed_bytes) AS bytes, sum(rows) AS rows FROM system.parts
      WHERE active AND database = currentDatabase() GROUP BY table`,
  );
  return new Map(
    rows.map(({ table, ...size }) => [
      table,
      { bytes: Number(size.bytes), rows: Number(size.rows) },
    ]),
  );
}

/** About as many bytes as the rows of a unit take. */
function bytesOf(unit: CostUnit, table: string, sizes: TableSizes): number {
  const { bytes, rows } = sizes.get(table) ?? { bytes: 0, rows: 1 };
  const own = unit.tables.find((each) => each.table === table)?.rows ?? rows;
  return (bytes * own) / Math.max(rows, 1);
}

const names = (columns: Columns) => sql.join(columns.map(({ name }) => sql.identifier(name)));

const structureOf = (columns: Columns) =>
  columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');

/** Adds rows that `readUnitRows` has read, of whichever engine. */
export async function writeUnitRows(
  store: CostStore,
  rows: Bytes,
  { table, columns, folder }: { table: string; columns: Columns; folder: string },
): Promise<void> {
  const isNew = sharedTables.includes(table)
    ? sql`WHERE tag_set_id NOT IN (SELECT tag_set_id FROM ${sql.ref(table)})`
    : sql``;
  const insert = sql`INSERT INTO ${sql.ref(table)} (${names(columns)}) SELECT ${names(columns)}`;
  const structure = sql.literal(structureOf(columns));
  // The charges of a load may span any number of months.
  const settings = { max_partitions_per_insert_block: '0' };
  if (!store.embedded) {
    const statement = sql`${insert} FROM input(${structure}) ${isNew} FORMAT Native`;
    return sendRows(store, statement, Readable.from(rows), { settings });
  }
  const path = join(folder, 'rows.native');
  try {
    await pipeline(rows, createWriteStream(path));
    const source = sql`file(${sql.literals([path, 'Native'])}, ${structure})`;
    await run(store.bulk, sql`${insert} FROM ${source} ${isNew}`, settings);
  } finally {
    await rm(path, { force: true });
  }
}
