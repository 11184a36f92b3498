import { putSealed } from '../../../platform/auth/sealed-files.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { invoiceNumber } from './invoice.js';
import type { InvoiceDocument } from './invoice-document.js';
import { renderInWorker } from './pdf/render-in-worker.js';
import { writeInvoiceCsv } from './write-invoice-csv.js';

export const invoiceFileTypes = ['pdf', 'csv'] as const;
export type InvoiceFileType = (typeof invoiceFileTypes)[number];

type FileOwner = Pick<Row<'invoices'>, 'token' | 'generation' | 'number_year' | 'number'>;

/** Where a file of an invoice is stored. Every generation has its own, so that none is overwritten while it is read. */
export const invoiceFileKey = (invoice: FileOwner, type: InvoiceFileType) =>
  `sealed/invoices/${invoice.token}/${invoice.generation}/${invoiceNumber(invoice)}.${type}` as const;

/** Renders and stores the files of an invoice. They contain account numbers, so they are encrypted. */
export async function storeInvoiceFiles(
  services: Pick<Services, 'files' | 'vault'>,
  invoice: FileOwner,
  document: InvoiceDocument,
): Promise<void> {
  const csv = Buffer.from(writeInvoiceCsv(document));
  await putSealed(services, invoiceFileKey(invoice, 'csv'), csv);
  await putSealed(services, invoiceFileKey(invoice, 'pdf'), await renderInWorker(document));
}

/** Deletes the files of a generation that another one has replaced. */
export async function deleteInvoiceFiles(
  { files }: Pick<Services, 'files'>,
  invoice: FileOwner,
): Promise<void> {
  for (const type of invoiceFileTypes) await files.delete(invoiceFileKey(invoice, type));
}
