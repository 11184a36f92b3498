import { buffer } from 'node:stream/consumers';
import type { InvoiceDocument } from '../invoice-document.js';
import { printHeader } from './header.js';
import { printLines } from './line-table.js';
import { paymentHeight, printPayment } from './payment.js';
import { Sheet, colors, page } from './sheet.js';
import { printTotals, totalsHeight } from './totals.js';

/** The PDF file of an invoice; the same invoice always gives the same bytes. */
export async function renderPdf(invoice: InvoiceDocument): Promise<Buffer> {
  const author = invoice.seller.company_name ?? '';
  const created = new Date(`${invoice.issue_date}T00:00:00Z`);
  const sheet = new Sheet({ title: `Invoice ${invoice.number}`, author, created });
  const written = buffer(sheet.doc);
  printHeader(sheet, invoice);
  printLines(sheet, invoice);
  printSummary(sheet, invoice);
  printFooters(sheet, invoice);
  sheet.doc.end();
  return written;
}

/** Totals on the right and payment details on the left, beside each other on one page where they fit. */
function printSummary(sheet: Sheet, invoice: InvoiceDocument): void {
  sheet.y += 14;
  const height = Math.max(paymentHeight(sheet, invoice), totalsHeight(sheet, invoice));
  if (!sheet.hasRoom(height)) sheet.newPage();
  printPayment(sheet, invoice);
  printTotals(sheet, invoice);
}

/** Printed last, because only then the number of pages is known. */
function printFooters(sheet: Sheet, { number, seller }: InvoiceDocument): void {
  const { start, count } = sheet.doc.bufferedPageRange();
  const style = { size: 7.5, color: colors.muted };
  const name = [`Invoice ${number}`, seller.company_name].filter(Boolean).join(' · ');
  const note = sheet.hasReplacements
    ? 'Characters that this file cannot print are shown as “?”; the CSV file has them.'
    : '';
  for (let index = 0; index < count; index += 1) {
    sheet.doc.switchToPage(start + index);
    sheet.rule(796);
    sheet.text(name, page.left, 803, { ...style, width: 400, oneLine: true });
    if (note) sheet.text(note, page.left, 814, { ...style, width: 400 });
    const label = `Page ${index + 1} of ${count}`;
    sheet.text(label, page.right - 100, 803, { ...style, width: 100, align: 'right' });
  }
}
