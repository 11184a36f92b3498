import { formatMoney } from '../../../../platform/lib/format-amounts.js';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.js';
import { chargeTypeLabel } from '../write-invoice-csv.js';
import { type Sheet, colors, page } from '../../../../platform/pdf/sheet.js';

interface Column {
  title: string;
  x: number;
  width: number;
  align: 'left' | 'right';
  cell: (line: InvoiceLine) => string;
}

const inset = 8;
const rowPadding = 5;
const headerHeight = 22;

function columnsOf(currency: string): Column[] {
  const widths = [104, 186, 116] as const;
  const left = page.left + inset;
  const amountLeft = left + widths[0] + widths[1] + widths[2];
  return [
    {
      title: 'Provider',
      x: left,
      width: widths[0] - 10,
      align: 'left',
      cell: (line) => line.provider_name,
    },
    {
      title: 'Service',
      x: left + widths[0],
      width: widths[1] - 10,
      align: 'left',
      cell: (line) => line.service,
    },
    {
      title: 'Charge type',
      x: left + widths[0] + widths[1],
      width: widths[2] - 10,
      align: 'left',
      cell: (line) => chargeTypeLabel(line.charge_type),
    },
    {
      title: `Amount (${currency})`,
      x: amountLeft,
      width: page.right - inset - amountLeft,
      align: 'right',
      cell: (line) => formatMoney(line.amount),
    },
  ];
}

/** Prints the lines; a table that goes on has its header on every page. */
export function printLines(sheet: Sheet, invoice: InvoiceDocument): void {
  const columns = columnsOf(invoice.currency);
  printHeaderRow(sheet, columns);
  if (invoice.lines.length === 0) {
    const text = 'There are no costs in this billing period.';
    sheet.y += sheet.text(text, page.left + inset, sheet.y + rowPadding, { color: colors.muted });
    sheet.y += 2 * rowPadding;
    sheet.rule(sheet.y);
  }
  for (const line of invoice.lines) printLine(sheet, columns, line);
}

function printHeaderRow(sheet: Sheet, columns: readonly Column[]): void {
  const { doc, y } = sheet;
  doc.rect(page.left, y, page.right - page.left, headerHeight).fill(colors.header);
  for (const { title, x, width, align } of columns) {
    sheet.text(title, x, y + 6, { width, align, size: 8, weight: 'semibold', color: colors.muted });
  }
  sheet.y += headerHeight;
}

function printLine(sheet: Sheet, columns: readonly Column[], line: InvoiceLine): void {
  const heights = columns.map(({ cell, width, align }) =>
    sheet.heightOf(cell(line), { width, align }),
  );
  const height = Math.max(...heights) + 2 * rowPadding;
  if (!sheet.hasRoom(height)) {
    sheet.newPage();
    printHeaderRow(sheet, columns);
  }
  for (const { cell, x, width, align } of columns) {
    sheet.text(cell(line), x, sheet.y + rowPadding, { width, align, tabular: align === 'right' });
  }
  sheet.y += height;
  sheet.rule(sheet.y);
}
