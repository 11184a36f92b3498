import { formatDay } from '../../../../platform/lib/format-days.js';
import type { InvoiceDocument } from '../invoice-document.js';
import { type Sheet, colors, page } from '../../../../platform/pdf/sheet.js';
import { totalsLeft } from './totals.js';

const labelWidth = 80;
const valueWidth = totalsLeft - 20 - page.left - labelWidth;
const headingHeight = 20;
const rowGap = 4;

/** What the buyer needs to pay; empty unless the seller has given bank details. */
function rowsOf(invoice: InvoiceDocument): (readonly [string, string])[] {
  const { seller, secure_data: secure } = invoice;
  const details = [
    ['Beneficiary', seller.beneficiary_name],
    ['Bank', seller.bank_name],
    ['IBAN', secure.iban && inFours(secure.iban)],
    ['SWIFT / BIC', secure.swift_bic],
    ['Account no.', secure.account_number],
    ['Routing no.', secure.routing_number],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  if (details.length === 0) return [];
  return [...details, ['Reference', invoice.number], ['Due', formatDay(invoice.due_date)]];
}

/** An IBAN as banks print it, which is easier to type. */
const inFours = (iban: string) => iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');

const rowHeight = (sheet: Sheet, value: string) =>
  sheet.heightOf(value, { width: valueWidth }) + rowGap;

export function paymentHeight(sheet: Sheet, invoice: InvoiceDocument): number {
  const rows = rowsOf(invoice);
  return rows.reduce((sum, [, value]) => sum + rowHeight(sheet, value), headingHeight);
}

/** Prints how the invoice is paid, beside the totals: the position does not move. */
export function printPayment(sheet: Sheet, invoice: InvoiceDocument): void {
  const rows = rowsOf(invoice);
  if (rows.length === 0) return;
  let { y } = sheet;
  sheet.text('Payment details', page.left, y, { size: 10.5, weight: 'semibold' });
  y += headingHeight;
  for (const [label, value] of rows) {
    sheet.text(label, page.left, y, { width: labelWidth - 8, color: colors.muted });
    sheet.text(value, page.left + labelWidth, y, { width: valueWidth });
    y += rowHeight(sheet, value);
  }
}
