/** A text that is no CSV, and the line where that shows. */
export class CsvError extends Error {
  constructor(readonly line: number) {
    super(`The quotes in line ${line} do not match`);
  }
}

/**
 * Rows of a small CSV text, cells as they stand: RFC 4180 with any line ending. Blank lines and a
 * leading byte order mark are no rows. Bills are read by the engine instead.
 */
export function parseCsv(text: string): string[][] {
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length || row.length > 0) {
    const start = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new CsvError(text.slice(0, start).split(/\r\n|\n|\r/).length);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    if (row.length > 1 || row[0]?.trim() !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** One line of CSV; cells are quoted only where they have to be. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\n`;
}
