import { formatDecimal, subtractDecimals, sumDecimals } from '../platform/lib/decimal.js';
import type { ImportReport } from '../domain/integrations/import-report.js';
import { tableLines } from './table.js';

/** The report of an import: rows read, stored and rejected, and totals of source and store. */
export function reportLines({ loads, rejected_rows }: ImportReport): string[] {
  const count = (column: 'rows_read' | 'rows_rejected' | 'rows_repeated' | 'lines') =>
    loads.reduce((sum, load) => sum + load[column], 0);
  const rejected = count('rows_rejected');
  const read = count('rows_read') + rejected + count('rows_repeated');
  const currencies = [
    ...new Set(loads.flatMap((load) => load.totals.map((each) => each.currency))),
  ];
  const lines = tableLines(
    ['ROWS READ', 'STORED', 'REJECTED', 'REPEATED', 'COST LINES'],
    [[read, count('rows_read'), rejected, count('rows_repeated'), count('lines')].map(String)],
  );
  const totals = currencies.toSorted().map((currency) => {
    const billedTotal = (entries: readonly { currency: string; billed: string }[]) =>
      sumDecimals(entries.filter((each) => each.currency === currency).map((each) => each.billed));
    const source = billedTotal(loads.flatMap((load) => load.months));
    const stored = billedTotal(loads.flatMap((load) => load.totals));
    return [currency, ...[source, stored, subtractDecimals(source, stored)].map(formatDecimal)];
  });
  lines.push('', ...tableLines(['CURRENCY', 'SOURCE TOTAL', 'STORED TOTAL', 'DIFFERENCE'], totals));
  if (rejected_rows.length === 0) return lines;
  const cells = rejected_rows.map((row) => [
    row.source_file,
    String(row.source_row),
    row.column,
    row.reason,
    row.sample,
  ]);
  lines.push(
    '',
    'Rejected rows:',
    ...tableLines(['FILE', 'ROW', 'COLUMN', 'REASON', 'VALUE'], cells),
  );
  if (rejected > cells.length) lines.push(`… and more; ${rejected} rows were rejected in total.`);
  return lines;
}
