import { z } from 'zod';
import {
  invoices,
  approveInvoice,
  sendAndApproveInvoice,
  sendInvoice,
} from '../../domain/billing/invoices/index.js';
import { operation } from '../../platform/kernel/operation.js';

const params = z.object({ invoice_token: z.string() });
const SendInvoice = z
  .object({ recipients: z.array(z.string()).describe('Addresses that get the PDF.') })
  .meta({ id: 'SendInvoice' });

export const sendInvoiceOperation = operation({
  id: 'sendInvoice',
  tag: 'Invoices',
  method: 'POST',
  path: '/v2/invoices/{invoice_token}/send',
  summary: 'Send an invoice to the billing emails of its account',
  params,
  status: 200,
  errors: [400, 404],
  role: 'owner',
  response: SendInvoice,
  run: async ({ params: { invoice_token: token } }, ctx) => ({
    recipients: await sendInvoice(ctx, token),
  }),
});

export const sendAndApproveInvoiceOperation = operation({
  id: 'sendAndApproveInvoice',
  tag: 'Invoices',
  method: 'POST',
  path: '/v2/invoices/{invoice_token}/send_and_approve',
  summary: 'Send an invoice and release it to its account',
  params,
  status: 200,
  errors: [400, 404],
  role: 'owner',
  response: SendInvoice,
  run: async ({ params: { invoice_token: token } }, ctx) => ({
    recipients: await sendAndApproveInvoice(ctx, token),
  }),
});

/** Beyond the published contract: a server without mail releases invoices, too. */
export const approveInvoiceOperation = operation({
  id: 'approveInvoice',
  tag: 'Invoices',
  method: 'POST',
  path: '/v2/invoices/{invoice_token}/approve',
  summary: 'Release an invoice to its account without sending it',
  params,
  status: 200,
  errors: [400, 404],
  role: 'owner',
  response: invoices.model,
  run: async ({ params: { invoice_token: token } }, ctx) =>
    invoices.serialize(await approveInvoice(ctx, token), ctx),
});
