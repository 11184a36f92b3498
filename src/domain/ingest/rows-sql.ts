import type { ClickHouseSettings } from '@clickhouse/client';
import { literal, literalArray, selectList } from '../../platform/store/clickhouse/sql-text.js';
import type { ReadHeader } from './read-header.js';
import type { ObjectStoreAccess, SourceFile } from './source-file.js';
import type { Source } from './source.js';
import type { Sql } from './sql/sql.js';
import { tableFunction } from './table-function.js';

/** Files with the same columns, read by one statement. */
export interface FileGroup {
  files: readonly SourceFile[];
  header: ReadHeader;
  /** The format's word for what sets these files apart. */
  kind: string;
  access?: ObjectStoreAccess;
}

/** A query over source rows and the names of the source's own columns in it. */
export interface SourceRows {
  sql: Sql;
  columns: string[];
}

/** Columns asked for by the source, each row with the file and number it came from. */
export function sourceRows(group: FileGroup, source: Source): SourceRows {
  const columns = source.columns();
  const isCsv = group.files[0]?.content === 'csv';
  const blank = source.fileColumns().map((column) => `${column} = ''`);
  const origin = {
    source_file: fileName(group.files),
    source_row: '_row_number + 1',
    extra_field: isCsv ? 'extra_field' : "''",
    is_utf8: isCsv
      ? ['true', ...source.fileColumns().map((column) => `isValidUTF8(${column})`)].join(' AND ')
      : 'true',
  };
  const sql =
    `SELECT\n  ${selectList({ ...columns, ...origin })}\nFROM ${place(group)}` +
    (isCsv && blank.length > 0
      ? `\nWHERE NOT (${[...blank, "extra_field = ''"].join(' AND ')})`
      : '');
  return { sql, columns: Object.keys(columns) };
}

function place({ files, header, access }: FileGroup): Sql {
  const locations = files.map((file) => file.location);
  const compression = files[0]?.compression ?? 'none';
  switch (files[0]?.content) {
    case 'parquet':
      return tableFunction(locations, { format: 'Parquet', compression: 'none' }, access);
    case 'json':
      return tableFunction(
        locations,
        { format: 'JSONAsString', structure: 'json String', compression },
        access,
      );
    default: {
      // One column more than the header has shows rows with too many fields.
      const names = [...header.header.columns.map((column) => column.sql), 'extra_field'];
      const structure = names.map((name) => `${name} String`).join(', ');
      return tableFunction(locations, { format: 'CSV', structure, compression }, access);
    }
  }
}

function fileName(files: readonly SourceFile[]): Sql {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return literal(first.name);
  const locations = files.map((file) => file.location);
  const names = files.map((file) => file.name);
  return `transform(_path, ${literalArray(locations)}, ${literalArray(names)}, _file)`;
}

/** Everything is read as text by position: names, types and short rows are the formats' business. */
export function readingSettings(group: FileGroup): ClickHouseSettings {
  return {
    format_csv_delimiter: group.header.delimiter,
    input_format_csv_skip_first_lines: '1',
    input_format_csv_detect_header: 0,
    input_format_csv_allow_variable_number_of_columns: 1,
    input_format_csv_allow_cr_end_of_line: 1,
    input_format_csv_trim_whitespaces: 0,
    input_format_parquet_case_insensitive_column_matching: 0,
    // Planning the mapping of a wide report takes four times as long with it.
    optimize_and_compare_chain: 0,
  };
}
