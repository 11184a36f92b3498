import { DomainFailure } from '../../../platform/lib/errors.js';
import {
  run,
  selectRows,
  type CostStore,
  type StatementSettings,
} from '../../../platform/store/clickhouse/cost-store.js';
import type { Sql } from '../../../platform/store/sql.js';
import { damageOf, outerType } from './file-faults.js';
import { ImportError } from './import-error.js';
import { maxReadMemory, maxReadSeconds } from './limits.js';
import type { SourceFile } from './source-file.js';
import { inputSettings } from './source-rows.js';
import type { FileGroup } from './source-table.js';

/** Returns the rows of a query over the files of a group. */
export function selectFromSource<Row>(
  store: CostStore,
  group: FileGroup,
  query: Sql,
): Promise<Row[]> {
  const read = (limits: StatementSettings) =>
    selectRows<Row>(store.bulk, query, { ...inputSettings(group), ...limits });
  // A query that only reads has no other cause to fail than names and types of columns.
  return readFiles(group, read, 'has columns that cannot be read.');
}

/** Runs a statement that stores rows of the files of a group. */
export function storeFromSource(
  store: CostStore,
  group: FileGroup,
  statement: Sql,
  settings: StatementSettings = {},
): Promise<void> {
  return readFiles(group, (limits) =>
    run(store.bulk, statement, { ...inputSettings(group), ...settings, ...limits }),
  );
}

/** Limits what the engine may use for files that anyone may have written, and turns its errors about them into faults of the files. */
async function readFiles<Result>(
  { files }: FileGroup,
  read: (limits: StatementSettings) => Promise<Result>,
  otherFault?: string,
): Promise<Result> {
  const [first, ...others] = files;
  const bytes = files.reduce((sum, file) => sum + file.decompressedBytes, 0);
  const limits = {
    max_memory_usage: String(maxReadMemory(bytes)),
    max_execution_time: maxReadSeconds(bytes),
  };
  try {
    return await read(limits);
  } catch (error) {
    const fault = faultOf(error, first!, otherFault);
    if (fault === undefined) throw error;
    const names = `${first!.name}${others.length > 0 ? ` or a file imported with it` : ''}`;
    throw new ImportError(`${names} ${fault}`, [], { cause: error });
  }
}

/** What an error of the engine says about the files it was reading; undefined for other errors. */
function faultOf(
  error: unknown,
  file: SourceFile,
  otherFault: string | undefined,
): string | undefined {
  const failure = error instanceof DomainFailure ? error.cause : error;
  const { type, message = '' } = (failure ?? {}) as { type?: string; message?: string };
  if (type?.startsWith('TOO_') === true) return 'has too many columns to be read.';
  if (type === 'MEMORY_LIMIT_EXCEEDED') {
    return 'takes too much memory to read; split it into smaller files.';
  }
  if (type === 'TIMEOUT_EXCEEDED') {
    return 'takes too long to read; split it into smaller files.';
  }
  if (type === 'DECIMAL_OVERFLOW') return 'has amounts that are too large to be added exactly.';
  // The embedded engine names the file in errors about its content.
  if (/\(in file\/uri|While executing File/.test(message)) return damageOf(outerType(file));
  return type === undefined ? undefined : otherFault;
}
