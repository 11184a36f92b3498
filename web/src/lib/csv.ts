const formulaStart = /^[=+\-@\t\r\n]/;
const signedNumber = /^[+-]\d+(\.\d+)?(e[+-]?\d+)?$/i;
const needsQuotes = /[",\r\n]/;

/** A cell of a CSV file. Text that a spreadsheet would run as a formula gets an apostrophe, as in exports. */
function csvCell(text: string): string {
  const isFormula = formulaStart.test(text) && !signedNumber.test(text);
  const safe = isFormula ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Offers text as a file to save. */
export function saveFile(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
