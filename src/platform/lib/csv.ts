/** A text that is no CSV, and the line where that shows. */
export class CsvError extends Error {
  constructor(readonly line: number) {
    super(`The quotes in line ${line} do not match`);
  }
}

export interface CsvRow {
  /** The line it begins in, from 1; a cell with line breaks takes several. */
  line: number;
  cells: string[];
}

/** A row that is longer has a quote that never closes; without a bound it would take the whole file. */
const longestRow = 1_048_576;

const lineBreak = /\r\n|\n|\r/g;

/**
 * Reads CSV that arrives in pieces, cells as they stand: RFC 4180 with any line ending. Blank lines and
 * a leading byte order mark are no rows. Bills are read by the engine instead.
 */
export class CsvReader {
  readonly #cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  #rest = '';
  #line = 1;
  #begun = false;

  /** The rows that another piece completes. */
  push(piece: string): CsvRow[] {
    return this.#read(piece, false);
  }

  /** The last row, where no line ending follows it. */
  end(): CsvRow[] {
    return this.#read('', true);
  }

  #read(piece: string, isLast: boolean): CsvRow[] {
    let text = this.#rest + piece;
    if (!this.#begun && text !== '') {
      this.#begun = true;
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
    this.#rest = text.slice(start);
    return rows;
  }

  /** The row from a place on; undefined while its end has not arrived. */
  #row(text: string, start: number, isLast: boolean): CsvRow | undefined {
    const cells: string[] = [];
    let line = this.#line;
    this.#cell.lastIndex = start;
    for (;;) {
      const match = this.#cell.exec(text);
      const atEnd = this.#cell.lastIndex === text.length;
      if (!match) {
        if (isLast || text.length - start > longestRow) throw new CsvError(line);
        return undefined;
      }
      const [, quoted, plain = '', ending] = match;
      // What stands at the end of a piece may go on: a cell, a doubled quote, a carriage return.
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

/** The cells of a small CSV text, row by row. */
export function parseCsv(text: string): string[][] {
  const reader = new CsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}

/** One line of CSV; cells are quoted only where they have to be. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\n`;
}
