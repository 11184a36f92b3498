import type { ClickHouseSettings } from '@clickhouse/client';
import { literal, literalArray, selectList } from '../../platform/store/clickhouse/sql-text.js';
import type { FileLayout } from './read-layout.js';
import type { SourceColumns } from './source-columns.js';
import type { ObjectStoreCredentials, SourceFile } from './source-file.js';
import type { Sql } from './sql/sql.js';
import { tableFunction } from './table-function.js';

/** Files with the same columns, read by one statement. */
export interface FileGroup {
  files: readonly SourceFile[];
  layout: FileLayout;
  /** The format's name for the dataset these files belong to. */
  kind: string;
  credentials?: ObjectStoreCredentials;
}

/** A query over source rows, and the names of the source's own columns in it. */
export interface SourceRows {
  sql: Sql;
  columns: string[];
}

/** Selects the columns that the mapping reads, with the file and row number of each row. */
export function sourceRows(group: FileGroup, source: SourceColumns): SourceRows {
  const columns = source.columns();
  const isCsv = group.files[0]?.content === 'csv';
  const isBlank = source.fileColumns().map((column) => `${column} = ''`);
  const origin = {
    source_file: fileName(group.files),
    source_row: '_row_number + 1',
    extra_field: isCsv ? 'extra_field' : "''",
    is_utf8: isCsv
      ? ['true', ...source.fileColumns().map((column) => `isValidUTF8(${column})`)].join(' AND ')
      : 'true',
  };
  const sql =
    `SELECT\n  ${selectList({ ...columns, ...origin })}\nFROM ${fileTable(group)}` +
    (isCsv && isBlank.length > 0
      ? `\nWHERE NOT (${[...isBlank, "extra_field = ''"].join(' AND ')})`
      : '');
  return { sql, columns: Object.keys(columns) };
}

function fileTable({ files, layout, credentials }: FileGroup): Sql {
  const locations = files.map((file) => file.location);
  const compression = files[0]?.compression ?? 'none';
  switch (files[0]?.content) {
    case 'parquet':
      return tableFunction(locations, { format: 'Parquet', compression: 'none' }, credentials);
    case 'json':
      return tableFunction(
        locations,
        { format: 'JSONAsString', structure: 'json String', compression },
        credentials,
      );
    default: {
      // One column more than the header has, to detect rows with too many fields.
      const names = [...layout.header.columns.map((column) => column.sql), 'extra_field'];
      const structure = names.map((name) => `${name} String`).join(', ');
      return tableFunction(locations, { format: 'CSV', structure, compression }, credentials);
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

/** Settings that read every CSV field as text by position; formats handle names, types and short rows. */
export function inputSettings(group: FileGroup): ClickHouseSettings {
  return {
    format_csv_delimiter: group.layout.delimiter,
    input_format_csv_skip_first_lines: '1',
    input_format_csv_detect_header: 0,
    input_format_csv_allow_variable_number_of_columns: 1,
    input_format_csv_allow_cr_end_of_line: 1,
    input_format_csv_trim_whitespaces: 0,
    input_format_parquet_case_insensitive_column_matching: 0,
    // Planning the mapping of a wide report takes four times as long with this optimization.
    optimize_and_compare_chain: 0,
  };
}
