import type { z } from 'zod';
import type { invoices } from '../domain/billing/invoices/index.js';
import type { Screen } from './command.js';
import { formatDay, formatMoney, formatMonth } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export type Invoice = z.output<typeof invoices.model>;

const colours: Readonly<Record<string, 'green' | 'yellow'>> = {
  approved: 'green',
  failed: 'yellow',
};

/** Invoices as an aligned table. */
export function invoiceTable(rows: readonly Invoice[], screen: Screen): string[] {
  if (rows.length === 0) return ['There are no invoices.'];
  const column = (header: string, textOf: (row: Invoice) => string): ScreenColumn<Invoice> => ({
    header,
    cell: (row) => ({ text: printable(textOf(row)) }),
  });
  const account = column('ACCOUNT', (row) => row.account_name);
  const month = column('PERIOD', (row) => formatMonth(row.billing_period_start.slice(0, 7)));
  const due = column('DUE', ({ due_date: day }) => (day === null ? '–' : formatDay(day)));
  const status: ScreenColumn<Invoice> = {
    header: 'STATUS',
    cell: (row) => ({ text: row.status, colour: colours[row.status] }),
  };
  const total: ScreenColumn<Invoice> = {
    header: 'TOTAL',
    isNumeric: true,
    cell: (row) => ({
      text: row.total === null ? '–' : `${formatMoney(row.total)} ${row.currency}`,
    }),
  };
  return screenTable(
    {
      label: column('NUMBER', (row) => row.invoice_number),
      choices: [
        [account, month, total, due, status],
        [account, month, total, status],
        [total, status],
      ],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
}
