import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { formatCsvLine } from '../../../platform/lib/csv.js';

/** The content of an export. */
export interface ExportTable {
  columns: readonly string[];
  /** CSV lines of the rows, without a header. */
  lines: Readable;
}

/**
 * Writes a table to files of at most `rowsPerFile` rows, each with the header, and returns their paths.
 * A table without rows gives one file. Rows are split off the stream, never parsed or buffered.
 */
export async function writeCsvFiles(
  { columns, lines }: ExportTable,
  folder: string,
  rowsPerFile: number,
): Promise<string[]> {
  const header = formatCsvLine(columns);
  const paths: string[] = [];
  const openNext = async () => {
    const path = join(folder, `${paths.length + 1}.csv`);
    paths.push(path);
    const file = await open(path, 'w');
    await file.appendFile(header);
    return file;
  };
  let file: FileHandle = await openNext();
  try {
    const splitter = new RowSplitter(rowsPerFile);
    for await (const chunk of lines as AsyncIterable<Buffer>) {
      for (const { piece, startsFile } of splitter.split(chunk)) {
        if (startsFile) {
          await file.close();
          file = await openNext();
        }
        await file.appendFile(piece);
      }
    }
  } finally {
    await file.close();
  }
  return paths;
}

interface Piece {
  piece: Buffer;
  /** The previous file is full. */
  startsFile: boolean;
}

const quote = 0x22;
const lineFeed = 0x0a;

/** Finds the ends of rows in a stream of bytes; a line feed inside quotes does not end a row. */
class RowSplitter {
  #inQuotes = false;
  #rows = 0;

  constructor(readonly rowsPerFile: number) {}

  *split(chunk: Buffer): Generator<Piece> {
    let start = 0;
    while (start < chunk.length) {
      const startsFile = this.#rows === this.rowsPerFile;
      if (startsFile) this.#rows = 0;
      const end = this.#endOfFile(chunk, start);
      yield { piece: chunk.subarray(start, end), startsFile };
      start = end;
    }
  }

  /** The offset at which the current file is full, or the end of the chunk. */
  #endOfFile(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      // A doubled quote closes and opens again.
      if (byte === quote) this.#inQuotes = !this.#inQuotes;
      if (byte !== lineFeed || this.#inQuotes) continue;
      this.#rows += 1;
      if (this.#rows === this.rowsPerFile) return at + 1;
    }
    return chunk.length;
  }
}
