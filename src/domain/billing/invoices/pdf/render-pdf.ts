import { buffer } from 'node:stream/consumers';
import type { InvoiceDocument } from '../invoice-document.js';
import { printHeader } from './header.js';
import { printLines } from './line-table.js';
import { paymentHeight, printPayment } from './payment.js';
import { Sheet } from '../../../../platform/pdf/sheet.js';
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

function printFooters(sheet: Sheet, { number, seller }: InvoiceDocument): void {
  const note = sheet.hasReplacements
    ? 'Characters that this file cannot print are shown as “?”; the CSV file has them.'
    : '';
  sheet.footers([`Invoice ${number}`, seller.company_name].filter(Boolean).join(' · '), note);
}
