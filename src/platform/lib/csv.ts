/** Invalid CSV, with the line that contains the error. */
export class CsvError extends Error {
  constructor(readonly line: number) {
    super(`The quotes in line ${line} do not match`);
  }
}

export interface CsvRow {
  /** The first line of the row, counted from 1; a cell with line breaks spans several lines. */
  line: number;
  cells: string[];
}

/** A longer row has an unclosed quote; without a limit it would buffer the whole file. */
const maxRowLength = 1_048_576;

const lineBreak = /\r\n|\n|\r/g;

/**
 * Parses CSV that arrives in chunks: RFC 4180 with any line ending; cells are not trimmed. Blank lines
 * and a leading byte order mark are skipped. Bills are parsed by the cost store instead.
 */
export class CsvReader {
  readonly #cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  #buffered = '';
  #line = 1;
  #started = false;

  /** Adds a chunk and returns the rows that it completes. */
  push(chunk: string): CsvRow[] {
    return this.#read(chunk, false);
  }

  /** Returns the last row if no line ending follows it. */
  end(): CsvRow[] {
    return this.#read('', true);
  }

  #read(chunk: string, isLast: boolean): CsvRow[] {
    let text = this.#buffered + chunk;
    if (!this.#started && text !== '') {
      this.#started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    const rows: CsvRow[] = [];
    let start = 0;
    while (start < text.length) {
      const row = this.#row(text, start, isLast);
      if (!row) break;
      if (row.cells.length > 1 || row.cells[0]!.trim() !== '') rows.push(row);
      start = this.#cell.lastIndex;
    }
    this.#buffered = text.slice(start);
    return rows;
  }

  /** The row that starts at an offset; undefined until all of it has arrived. */
  #row(text: string, start: number, isLast: boolean): CsvRow | undefined {
    const cells: string[] = [];
    let line = this.#line;
    this.#cell.lastIndex = start;
    for (;;) {
      const match = this.#cell.exec(text);
      const atEnd = this.#cell.lastIndex === text.length;
      if (!match) {
        if (isLast || text.length - start > maxRowLength) throw new CsvError(line);
        return undefined;
      }
      const [, quoted, plain = '', ending] = match;
      // The next chunk may continue what ends this one: a cell, a doubled quote, a CRLF.
      if (atEnd && !isLast && ending !== '\n' && ending !== '\r\n') return undefined;
      cells.push(quoted?.replaceAll('""', '"') ?? plain);
      if (quoted !== undefined) line += quoted.match(lineBreak)?.length ?? 0;
      if (ending !== ',') {
        const row = { line: this.#line, cells };
        this.#line = line + 1;
        return row;
      }
    }
  }
}

/** Parses a small CSV text into rows of cells. */
export function parseCsv(text: string): string[][] {
  const reader = new CsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}

/** Formats one line of CSV; cells are quoted only where necessary. */
export function formatCsvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\n`;
}
