import { Decimal, formatDecimal } from '../../../../platform/lib/decimal.js';
import { formatMoney } from '../../../../platform/lib/format-amounts.js';
import type { AppliedAdjustment } from '../apply-adjustments.js';
import type { InvoiceDocument } from '../invoice-document.js';
import { type Sheet, colors, page } from '../../../../platform/pdf/sheet.js';

const inset = 8;
/** Payment details are printed on the left of it. */
export const totalsLeft = page.right - 246;
const amountWidth = 100;
const labelWidth = page.right - inset - totalsLeft - amountWidth - 8;
const rowGap = 7;
const totalHeight = 32;

interface TotalRow {
  label: string;
  value: string;
}

const rowsOf = (invoice: InvoiceDocument): TotalRow[] => [
  { label: 'Subtotal', value: invoice.subtotal },
  ...invoice.adjustments.map((item) => ({ label: adjustmentLabel(item), value: item.value })),
];

/** `State Tax (8.25%)` */
function adjustmentLabel({ name, calculation_type: type, amount }: AppliedAdjustment): string {
  if (type === 'fixed') return name;
  return `${name} (${formatDecimal(new Decimal(amount).toFixed()).replace(/\.0$/, '')}%)`;
}

const rowHeight = (sheet: Sheet, { label }: TotalRow) =>
  sheet.heightOf(label, { width: labelWidth }) + rowGap;

export function totalsHeight(sheet: Sheet, invoice: InvoiceDocument): number {
  return rowsOf(invoice).reduce((sum, row) => sum + rowHeight(sheet, row), totalHeight);
}

/** Prints subtotal, adjustments and total; the total is never on a page of its own. */
export function printTotals(sheet: Sheet, invoice: InvoiceDocument): void {
  const rows = rowsOf(invoice);
  const amountLeft = page.right - inset - amountWidth;
  for (const row of rows) {
    const height = rowHeight(sheet, row);
    if (!sheet.hasRoom(height + (row === rows.at(-1) ? totalHeight : 0))) sheet.newPage();
    sheet.text(row.label, totalsLeft, sheet.y, { width: labelWidth, color: colors.muted });
    const style = { width: amountWidth, align: 'right', tabular: true } as const;
    sheet.text(formatMoney(row.value), amountLeft, sheet.y, style);
    sheet.y += height;
  }
  printTotal(sheet, invoice);
}

function printTotal(sheet: Sheet, { currency, total }: InvoiceDocument): void {
  const style = { size: 12, weight: 'semibold' } as const;
  sheet.rule(sheet.y + 1, { left: totalsLeft, color: colors.text, width: 1 });
  sheet.y += 9;
  sheet.text('Total', totalsLeft, sheet.y, style);
  const amount = `${currency} ${formatMoney(total)}`;
  const width = page.right - inset - totalsLeft - 40;
  sheet.text(amount, totalsLeft + 40, sheet.y, { ...style, width, align: 'right' });
  sheet.y += totalHeight - 9;
}
