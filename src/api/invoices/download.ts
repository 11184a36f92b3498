import { z } from 'zod';
import {
  loadInvoice,
  invoiceFileKey,
  invoiceFileTypes,
  hasDocument,
} from '../../domain/billing/invoices/index.js';
import { signFileUrl } from '../../platform/auth/signed-file-urls.js';
import { operation } from '../../platform/kernel/operation.js';
import { ApiError } from '../../platform/lib/errors.js';
import { addSeconds } from '../../platform/lib/time.js';

const validSeconds = 3600;

export const downloadInvoice = operation({
  id: 'downloadInvoice',
  tag: 'Invoices',
  method: 'POST',
  path: '/v2/invoices/{invoice_token}/download',
  summary:
    'Get a link to the PDF or CSV file of an invoice; it is valid for an hour and needs no credential',
  params: z.object({ invoice_token: z.string() }),
  body: z.object({ file_type: z.enum(invoiceFileTypes) }).meta({ id: 'downloadInvoice' }),
  status: 200,
  errors: [404],
  readsOnly: true,
  response: z.object({ download_url: z.string() }).meta({ id: 'DownloadInvoice' }),
  run: async ({ params, body }, ctx) => {
    const invoice = await loadInvoice(ctx, params.invoice_token);
    if (!hasDocument(invoice.status)) {
      throw new ApiError(404, ['The invoice has no file: it is being generated, or that failed']);
    }
    const key = invoiceFileKey(invoice, body.file_type);
    const validUntil = addSeconds(ctx.now, validSeconds);
    // Only the caller gets the link, so it may follow the host of the request.
    return { download_url: signFileUrl(ctx.services.vault, ctx.origin, key, validUntil) };
  },
});
