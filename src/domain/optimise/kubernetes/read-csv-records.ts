import { CsvReader } from '../../../platform/lib/csv.js';
import type { UsageFile } from './usage-file.js';

/** A row of a CSV file by column name, and its number, counted from 1 after the header. */
export interface CsvRecord {
  row: number;
  cell: (column: string) => string | undefined;
}

/** Reads a CSV file row by row; names of columns are compared without case. */
export async function* readCsvRecords(
  file: Pick<UsageFile, 'open'>,
  onHeader: (columns: readonly string[]) => void = () => undefined,
): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader();
  let index: Map<string, number> | undefined;
  let row = 0;
  const records = function* (rows: ReturnType<CsvReader['push']>): Generator<CsvRecord> {
    for (const { cells } of rows) {
      if (!index) {
        index = new Map(cells.map((name, position) => [name.trim().toLowerCase(), position]));
        onHeader(cells);
        continue;
      }
      row += 1;
      const columns = index;
      const cell = (column: string) =>
        cells[columns.get(column.toLowerCase()) ?? -1]?.trim() || undefined;
      yield { row, cell };
    }
  };
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    yield* records(reader.push(decoder.decode(chunk, { stream: true })));
  }
  yield* records([...reader.push(decoder.decode()), ...reader.end()]);
}

/** Whether the first line of a file has all these columns. */
export function hasColumns(start: Buffer, ...columns: string[]): boolean {
  const [line = ''] = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1);
  const names = new Set(
    line.split(',').map((name) => name.replaceAll('"', '').trim().toLowerCase()),
  );
  return columns.every((column) => names.has(column.toLowerCase()));
}
