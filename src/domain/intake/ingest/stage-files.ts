import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform, pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import {
  isEngineError,
  run,
  selectRows,
  sendRows,
  type CostStore,
} from '../../../platform/store/clickhouse/cost-store.js';
import { ddlStatements } from '../../../platform/store/clickhouse/ddl-statements.js';
import { quoteName, sql } from '../../../platform/store/sql.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import { damagedFile, outerType } from './file-faults.js';
import { ImportError } from './import-error.js';
import type { SourceFile } from './source-file.js';
import { inputSettings } from './source-rows.js';
import { type FileGroup, type SourceTable, inputFormats, structureOf } from './source-table.js';

/** Names continue with the time of creation, in seconds, and a random part. */
const prefix = 'staged_rows_';

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** Name of a new staging table; the clean-up finds it by its prefix if its process dies. */
export const newStagingName = () => `${prefix}${seconds(new Date())}_${randomUUID().slice(0, 8)}`;

/** Called with the number of bytes read from the files since the last call. */
export type OnBytes = (bytes: number) => void;

/**
 * A table of a ClickHouse server with the rows of a file group. The server cannot open our files, so
 * they are sent to it once, and every statement of the import reads the table.
 */
export class StagingTable {
  readonly #name = newStagingName();

  constructor(
    private readonly store: CostStore,
    private readonly group: FileGroup,
  ) {}

  get source(): SourceTable {
    return { sql: sql.ref(this.#name), fileName: sql`_source_file`, rowNumber: sql`_source_row` };
  }

  /** Creates the table and sends the files to it. */
  async fill(onBytes: OnBytes, signal: AbortSignal | undefined): Promise<void> {
    const columns = this.group.layout.stored.map(({ name, type }) => `${quoteName(name)} ${type}`);
    // Column names come from the file and may contain what the template uses.
    const columnList = () => columns.join(', ');
    for (const statement of ddlStatements(createTable(this.#name), this.store.cluster)) {
      await run(this.store.bulk, sql.raw(statement.replace('_columns String', columnList)));
    }
    for (const file of this.group.files) await this.#send(file, onBytes, signal);
    await syncReplicas(this.store, [this.#name]);
  }

  async drop(): Promise<void> {
    await dropStagingTable(this.store, this.#name);
  }

  async #send(file: SourceFile, onBytes: OnBytes, signal: AbortSignal | undefined): Promise<void> {
    const { stored } = this.group.layout;
    const columns = stored.map(({ name }) => sql.identifier(name));
    const targets = sql.join([...columns, sql`_source_file`, sql`_source_row`]);
    const statement = sql`INSERT INTO ${sql.ref(this.#name)} (${targets})
        SELECT ${sql.join([...columns, sql.literal(file.name), sql`rowNumberInAllBlocks() + 1`])}
        FROM input(${sql.literal(structureOf(stored))})
        FORMAT ${sql.ref(inputFormats[file.content])}`;
    const settings = { ...inputSettings(this.group), ...inFileOrder };
    const { rows, encoding } = readEncoded(file, onBytes);
    try {
      await sendRows(this.store, statement, rows, { encoding, settings, signal });
    } catch (error) {
      if (signal?.aborted) throw new ImportError('Import cancelled.');
      if (!isEngineError(error)) throw error;
      throw damagedFile(file.name, outerType(file), error);
    }
  }
}

function createTable(name: string): string {
  return `
    CREATE TABLE {local:${name}} (_columns String, _source_file LowCardinality(String), _source_row UInt64)
    ENGINE = {engine:MergeTree} ORDER BY tuple();
    {distributed:${name} by sipHash64(_source_file, _source_row)}`;
}

/** Blocks pass through one stream in the order of the file, so that their rows can be numbered. */
const inFileOrder = {
  parallelize_output_from_storages: 0,
  input_format_parquet_preserve_order: 1,
  max_insert_threads: '1',
} as const;

/** The bytes of a file as they are sent: as compressed as the file is, and text always. */
function readEncoded(
  { location, content, compression }: SourceFile,
  onBytes: OnBytes,
): { rows: Readable; encoding?: string } {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  const bytes = pipeline(createReadStream(location), counter, () => undefined);
  if (content === 'parquet') return { rows: bytes };
  if (compression !== 'none') return { rows: bytes, encoding: compression };
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  return { rows: pipeline(bytes, gzip, () => undefined), encoding: 'gzip' };
}

export async function dropStagingTable(store: CostStore, name: string): Promise<void> {
  const template = `
    DROP TABLE IF EXISTS {distributed:${name}} SYNC;
    DROP TABLE IF EXISTS {local:${name}} SYNC;`;
  for (const statement of ddlStatements(template, store.cluster)) {
    await run(store.bulk, sql.raw(statement));
  }
}

/** Drops the staging tables that were created before a time, by processes that have died. */
export async function dropOrphanedStagingTables(store: CostStore, before: Date): Promise<void> {
  const rows = await selectRows<{ name: string }>(
    store.client,
    sql`SELECT DISTINCT replaceRegexpOne(name, '_local$', '') AS name FROM system.tables
     WHERE database = currentDatabase() AND startsWith(name, ${sql.literal(prefix)})
       AND toUInt32OrZero(extract(name, ${sql.literal(`^${prefix}([0-9]+)_`)})) < ${seconds(before)}`,
  );
  for (const { name } of rows) await dropStagingTable(store, name);
}
