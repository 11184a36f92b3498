import type { Schemas } from '../../api/types.js';

export const invoicesPath = '/v2/invoices';
export const invoicePath = '/v2/invoices/{invoice_token}';

export type Invoice = Schemas['Invoice'];
export type InvoiceDocument = Schemas['InvoiceDocument'];

export const statuses = ['generating', 'draft', 'approved', 'failed'] as const;
export type InvoiceStatus = (typeof statuses)[number];

export const statusLabels: Record<InvoiceStatus, string> = {
  generating: 'Generating',
  draft: 'Draft',
  approved: 'Approved',
  failed: 'Failed',
};

/** Whether the invoice has lines and files. */
export const hasDocument = ({ status }: Invoice) => status === 'draft' || status === 'approved';
