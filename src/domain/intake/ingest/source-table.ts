import { type Sql, quoteName, sql } from '../../../platform/store/sql.js';
import type { FileLayout } from './read-layout.js';
import type { Content, SourceFile } from './source-file.js';
import type { StoredColumn } from './stored-column.js';
import { tableFunction } from './table-function.js';

/** Files with the same columns, read by one statement. */
export interface FileGroup {
  files: readonly SourceFile[];
  layout: FileLayout;
  /** The format's name for the dataset these files belong to. */
  kind: string;
}

/** Where statements read the rows of a file group from. */
export interface SourceTable {
  /** What follows FROM. */
  sql: Sql;
  /** Name of the file that a row is in. */
  fileName: Sql;
  /** Number of a row in its file, from 1. */
  rowNumber: Sql;
}

/** A file group that statements can read. */
export interface SourceGroup extends FileGroup {
  table: SourceTable;
}

/** The format in which the engine reads files; each format of a bill is read from its columns. */
export const inputFormats: Record<Content, string> = {
  parquet: 'Parquet',
  json: 'JSONAsString',
  csv: 'CSV',
  lines: 'LineAsString',
};

/** The columns of a file as the engine's table functions take them. */
export function structureOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name, type }) => `${columnName(name)} ${type}`).join(', ');
}

const columnName = (name: string) => (/^[a-z]\w*$/.test(name) ? name : quoteName(name));

/** The files themselves, which the engine can open. */
export function filesAsTable({ files, layout }: FileGroup): SourceTable {
  const { content = 'csv', compression = 'none' } = files[0] ?? {};
  const locations = files.map((file) => file.location);
  const options =
    content === 'parquet'
      ? { compression: 'none', structure: structureOf(layout.stored.map(withDictionary)) }
      : { compression, structure: structureOf(layout.stored) };
  return {
    sql: tableFunction(locations, { format: inputFormats[content], ...options }),
    fileName: nameOf(files),
    rowNumber: sql`_row_number + 1`,
  };
}

/**
 * Text columns of bills repeat few values. With a dictionary, the engine cleans and compares each
 * distinct value of a block once, which saves a third of the work and of the memory of an import.
 */
function withDictionary({ name, type }: StoredColumn): StoredColumn {
  return { name, type: type.replace(/^((Nullable\()?String\)?)$/, 'LowCardinality($1)') };
}

function nameOf(files: readonly SourceFile[]): Sql {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return sql.literal(first.name);
  const locations = files.map((file) => file.location);
  const names = files.map((file) => file.name);
  return sql`transform(_path, ${sql.array(locations)}, ${sql.array(names)}, _file)`;
}
