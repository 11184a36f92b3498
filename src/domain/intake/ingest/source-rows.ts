import type { StatementSettings } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, selectList, sql } from '../../../platform/store/sql.js';
import type { SourceColumns } from './source-columns.js';
import type { FileGroup, SourceGroup } from './source-table.js';

/** A query over source rows, and the names of the source's own columns in it. */
export interface SourceRows {
  sql: Sql;
  columns: string[];
  /** Texts that were read as numbers or times but are none; undefined if no column is read as such. */
  unreadable: Sql | undefined;
}

/** Selects the columns that the mapping reads, with the file and row number of each row. */
export function sourceRows({ files, table }: SourceGroup, source: SourceColumns): SourceRows {
  const columns = source.columns();
  const isCsv = files[0]?.content === 'csv';
  const isBlank = source.fileColumns().map((column) => sql`${column} = ''`);
  const isUtf8 = source.fileColumns().map((column) => sql`isValidUTF8(${column})`);
  const origin = {
    source_file: table.fileName,
    source_row: table.rowNumber,
    extra_field: isCsv ? sql`extra_field` : sql`''`,
    is_utf8: isCsv ? sql.join([sql`true`, ...isUtf8], ' AND ') : sql`true`,
  };
  const where =
    isCsv && isBlank.length > 0
      ? sql`\nWHERE NOT (${sql.join([...isBlank, sql`extra_field = ''`], ' AND ')})`
      : sql``;
  const expression = sql`SELECT\n  ${selectList({ ...columns, ...origin })}\nFROM ${table.sql}${where}`;
  return { sql: expression, columns: Object.keys(columns), unreadable: source.unreadable() };
}

/** Settings that read every CSV field as text by position; formats handle names, types and short rows. */
export function inputSettings(group: FileGroup): StatementSettings {
  return {
    format_csv_delimiter: group.layout.delimiter,
    input_format_csv_skip_first_lines: '1',
    input_format_csv_detect_header: 0,
    input_format_csv_allow_variable_number_of_columns: 1,
    input_format_csv_allow_cr_end_of_line: 1,
    input_format_csv_trim_whitespaces: 0,
    input_format_csv_allow_whitespace_or_tab_as_delimiter: group.layout.delimiter === '\t' ? 1 : 0,
    input_format_parquet_case_insensitive_column_matching: 0,
    // Planning the mapping of a wide report takes four times as long with this optimization.
    optimize_and_compare_chain: 0,
    // Merging the expressions of its levels takes longer than computing them one after the other, even for large files.
    query_plan_merge_expressions: 0,
  };
}
