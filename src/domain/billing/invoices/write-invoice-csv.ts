import { chargeTypeLabels } from '../../costs/charge-type-labels.js';
import type { InvoiceDocument } from './invoice-document.js';

const columns = [
  'invoice_number',
  'billing_period_start',
  'billing_period_end',
  'account_name',
  'line_type',
  'provider',
  'service',
  'charge_type',
  'description',
  'amount',
  'currency',
] as const;

type CsvLine = Partial<Record<(typeof columns)[number], string>>;

/** The lines, adjustments and total of an invoice as CSV. */
export function writeInvoiceCsv(invoice: InvoiceDocument): string {
  const common = {
    invoice_number: invoice.number,
    billing_period_start: invoice.billing_period_start,
    billing_period_end: invoice.billing_period_end,
    account_name: invoice.account_name,
    currency: invoice.currency,
  };
  const lines: CsvLine[] = [
    ...invoice.lines.map((line) => ({
      line_type: 'cost',
      provider: line.provider,
      service: line.service,
      charge_type: line.charge_type,
      description: `${line.provider_name} ${line.service}: ${chargeTypeLabel(line.charge_type)}`,
      amount: line.amount,
    })),
    ...invoice.adjustments.map((adjustment) => ({
      line_type: 'adjustment',
      description: adjustment.name,
      amount: adjustment.value,
    })),
    { line_type: 'total', description: 'Total', amount: invoice.total },
  ];
  const rows = lines.map((line) => columns.map((column) => ({ ...common, ...line })[column] ?? ''));
  return [columns, ...rows].map((row) => `${row.map(quote).join(',')}\n`).join('');
}

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** What a charge type is called in print. */
export const chargeTypeLabel = (code: string) => chargeTypeLabels[code] ?? code;
