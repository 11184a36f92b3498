import type { FileOwner } from '../../../platform/health/orphaned-files.js';
import { invoiceFileKey, invoiceFileTypes } from './invoice-files.js';
import { hasDocument } from './states.js';

/** The files of invoices, which must exist while the invoice can be downloaded. */
export const invoiceFiles: FileOwner = {
  findUsed: async (db, keys) => {
    const rows = await db
      .selectFrom('invoices')
      .select(['token', 'generation', 'status'])
      .execute();
    const invoices = new Map(rows.map((row) => [row.token, row]));
    return keys.filter((key) => {
      const [, token = '', generation] = /^sealed\/invoices\/([^/]+)\/(\d+)\//.exec(key) ?? [];
      const invoice = invoices.get(token);
      // The files of the last generation stay until those of the next one exist.
      return (
        invoice && (invoice.status === 'generating' || invoice.generation === Number(generation))
      );
    });
  },
  findRequired: async (db) => {
    const rows = await db
      .selectFrom('invoices')
      .select(['token', 'generation', 'number_year', 'number', 'status'])
      .execute();
    return rows
      .filter(({ status }) => hasDocument(status))
      .flatMap((row) => invoiceFileTypes.map((type) => invoiceFileKey(row, type)));
  },
};
