import { formatDecimal, subtractDecimals, sumDecimals } from '../platform/lib/decimal.js';
import type { ImportReport } from '../domain/intake/integrations/index.js';
import { tableLines } from './table.js';

/** The report of an import: rows read, stored and rejected, and totals of source and store. */
export function reportLines({ loads, rejected_rows }: ImportReport): string[] {
  const counted = ['rows_read', 'rows_stored', 'rows_rejected', 'rows_repeated', 'lines'] as const;
  const counts = counted.map((column) => loads.reduce((sum, load) => sum + load[column], 0));
  const rejected = loads.reduce((sum, load) => sum + load.rows_rejected, 0);
  const currencies = [
    ...new Set(loads.flatMap((load) => load.totals.map((each) => each.currency))),
  ];
  const hasWarnings = rejected > 0 || loads.some(({ warnings }) => warnings.length > 0);
  const lines = [
    ...(hasWarnings ? ['Imported with warnings.', ''] : []),
    ...tableLines(
      ['ROWS READ', 'STORED', 'REJECTED', 'REPEATED', 'COST LINES'],
      [counts.map(String)],
    ),
  ];
  const totals = currencies.toSorted().map((currency) => {
    const billedTotal = (entries: readonly { currency: string; billed: string }[]) =>
      sumDecimals(entries.filter((each) => each.currency === currency).map((each) => each.billed));
    const source = billedTotal(loads.flatMap((load) => load.months));
    const stored = billedTotal(loads.flatMap((load) => load.totals));
    return [currency, ...[source, stored, subtractDecimals(source, stored)].map(formatDecimal)];
  });
  lines.push('', ...tableLines(['CURRENCY', 'SOURCE TOTAL', 'STORED TOTAL', 'DIFFERENCE'], totals));
  const warnings = loads.flatMap((load) => load.warnings);
  if (warnings.length > 0) lines.push('', 'Warnings:', ...warningLines(warnings));
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
  const amounts = loads.flatMap((load) => load.rejected_totals);
  for (const { currency, billed } of amounts) {
    lines.push(`The rejected rows bill ${formatDecimal(billed)} ${currency}.`);
  }
  if (amounts.length === 0) lines.push('The amount of the rejected rows cannot be read.');
  return lines;
}

function warningLines(warnings: ImportReport['loads'][number]['warnings']): string[] {
  return tableLines(
    ['WARNING', 'COUNT', 'EXAMPLE'],
    warnings.map(({ code, count, example }) => [code.replaceAll('_', ' '), String(count), example]),
  );
}
