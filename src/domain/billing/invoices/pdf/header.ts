import { Decimal } from '../../../../platform/lib/decimal.js';
import { pictureProblem } from '../../../../platform/lib/picture.js';
import { formatMoney } from '../../../../platform/lib/format-amounts.js';
import { formatDay, formatDays } from '../../../../platform/lib/format-days.js';
import type { InvoiceDocument, Party, Seller } from '../invoice-document.js';
import { type Sheet, colors, page } from '../../../../platform/pdf/sheet.js';

const columnGap = 32;
const columnWidth = (page.right - page.left - columnGap) / 2;
const secondColumn = page.left + columnWidth + columnGap;

/** Prints the top of the first page: logo, number, dates, seller, buyer and the amount that is due. */
export function printHeader(sheet: Sheet, invoice: InvoiceDocument): void {
  const brand = printBrand(sheet, invoice);
  const title = printTitle(sheet, invoice);
  sheet.y = page.top + Math.max(brand, title) + 26;
  printParties(sheet, invoice);
  printAmountDue(sheet, invoice);
}

const logoSize: [number, number] = [190, 54];

/** The logo, or the name of the seller in its place. */
function printBrand(sheet: Sheet, { logo, seller }: InvoiceDocument): number {
  if (logo && isPrinted(sheet, logo)) return logoSize[1];
  if (!seller.company_name) return 0;
  const style = { weight: 'semibold' as const, width: columnWidth, lineGap: 1 };
  const isLong = sheet.heightOf(seller.company_name, { ...style, size: 17 }) > 50;
  return sheet.text(seller.company_name, page.left, page.top, { ...style, size: isLong ? 12 : 17 });
}

/**
 * A damaged picture must not prevent the invoice. It is checked first, because the PDF library decodes some
 * pictures after this function has returned, where an error ends the thread.
 */
function isPrinted(sheet: Sheet, logo: Buffer): boolean {
  if (pictureProblem(logo)) return false;
  try {
    sheet.doc.image(logo, page.left, page.top, { fit: logoSize });
    return true;
  } catch {
    return false;
  }
}

function printTitle(sheet: Sheet, invoice: InvoiceDocument): number {
  const right = { align: 'right' as const, width: columnWidth };
  let y = page.top;
  y += sheet.text('Invoice', secondColumn, y, { ...right, size: 22, weight: 'semibold' });
  y += sheet.text(invoice.number, secondColumn, y, { ...right, size: 11, color: colors.muted });
  y += 12;
  const period = { start: invoice.billing_period_start, end: invoice.billing_period_end };
  const facts = [
    ['Issue date', formatDay(invoice.issue_date)],
    ['Due date', formatDay(invoice.due_date)],
    ['Billing period', formatDays(period)],
  ] as const;
  for (const [label, value] of facts) {
    const height = sheet.text(value, page.right - 120, y, { align: 'right', width: 120 });
    sheet.text(label, secondColumn, y, {
      align: 'right',
      width: columnWidth - 128,
      color: colors.muted,
    });
    y += height + 2;
  }
  return y - page.top;
}

function printParties(sheet: Sheet, invoice: InvoiceDocument): void {
  const { seller, buyer, account_name: account } = invoice;
  const from = printParty(sheet, page.left, 'From', seller.company_name, sellerLines(seller));
  const buyerLines = [
    ...(buyer.company_name && buyer.company_name !== account ? [`Account: ${account}`] : []),
    ...addressLines(buyer),
  ];
  const to = printParty(sheet, secondColumn, 'Bill to', buyer.company_name ?? account, buyerLines);
  sheet.y += Math.max(from, to) + 20;
}

function printParty(
  sheet: Sheet,
  x: number,
  heading: string,
  name: string | null,
  lines: readonly string[],
): number {
  const width = columnWidth;
  let y = sheet.y;
  y += sheet.text(heading, x, y, { width, size: 8, color: colors.muted }) + 2;
  if (name) y += sheet.text(name, x, y, { width, size: 10.5, weight: 'semibold' }) + 1;
  for (const line of lines) y += sheet.text(line, x, y, { width }) + 0.5;
  return y - sheet.y;
}

const sellerLines = (seller: Seller) => [
  ...addressLines(seller),
  ...(seller.tax_id ? [`Tax ID: ${seller.tax_id}`] : []),
];

/** The address, then the further fields. */
function addressLines(party: Party): string[] {
  const place = [party.postal_code, party.city].filter(Boolean).join(' ');
  const country = party.country_code && countryName(party.country_code);
  return [
    party.address_line_1,
    party.address_line_2,
    [place, party.state].filter(Boolean).join(', '),
    country,
    ...party.custom_fields.map(({ name, value }) => (value ? `${name}: ${value}` : name)),
  ].filter((line): line is string => Boolean(line));
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const countryName = (code: string) => countries.of(code) ?? code;

function printAmountDue(sheet: Sheet, invoice: InvoiceDocument): void {
  const isCredit = new Decimal(invoice.total).isNegative();
  const height = 50;
  const { doc, y } = sheet;
  doc.roundedRect(page.left, y, page.right - page.left, height, 4).fill(colors.header);
  const label = isCredit ? 'Balance in your favour' : 'Amount due';
  sheet.text(label, page.left + 16, y + 10, { size: 8, color: colors.muted });
  const amount = `${invoice.currency} ${formatMoney(new Decimal(invoice.total).abs())}`;
  sheet.text(amount, page.left + 16, y + 22, { size: 15, weight: 'semibold' });
  if (!isCredit) {
    const due = `Please pay by ${formatDay(invoice.due_date)}`;
    const width = page.right - page.left - 32;
    sheet.text(due, page.left + 16, y + 26, { align: 'right', width, color: colors.muted });
  }
  sheet.y = y + height + 24;
}
