import { sql } from 'kysely';
import { z } from 'zod';
import {
  createInvoice,
  invoices,
  loadInvoice,
  visibleInvoices,
  regenerateInvoice,
} from '../../domain/billing/invoices/index.js';
import { requireMspFeatures } from '../../domain/billing/managed-accounts/index.js';
import { date, token } from '../../platform/kernel/fields.js';
import { type Operation, operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { getInvoiceCostReport } from './cost-report.js';
import { getInvoiceDocument } from './document.js';
import { downloadInvoice } from './download.js';
import {
  approveInvoiceOperation,
  sendAndApproveInvoiceOperation,
  sendInvoiceOperation,
} from './send.js';
import { getInvoiceLineTrace } from './trace.js';

const params = z.object({ invoice_token: z.string() });

const getInvoices = operation({
  id: 'getInvoices',
  tag: 'Invoices',
  method: 'GET',
  path: '/v2/invoices',
  summary: 'List invoices, the newest first',
  query: z.object({
    ...pageQuery,
    managed_account_token: z.string().optional(),
    status: z.enum(['generating', 'draft', 'approved', 'failed']).optional(),
  }),
  status: 200,
  errors: [],
  response: z.object({ links: Links, invoices: z.array(invoices.model) }).meta({ id: 'Invoices' }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const { managed_account_token: account, status } = query;
    const matching = ctx.db
      .selectFrom('invoices')
      .where(visibleInvoices(ctx))
      .$if(account !== undefined, (found) => found.where('managed_account_token', '=', account!))
      .$if(status !== undefined, (found) => found.where('status', '=', status!));
    const rows = await matching
      .selectAll()
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const { total } = await matching
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow();
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      invoices: await invoices.serializeRows(rows, ctx),
    };
  },
});

const getInvoice = operation({
  id: 'getInvoice',
  tag: 'Invoices',
  method: 'GET',
  path: '/v2/invoices/{invoice_token}',
  summary: 'Get an invoice',
  params,
  status: 200,
  errors: [404],
  response: invoices.model,
  run: async ({ params: { invoice_token: invoice } }, ctx) =>
    invoices.serialize(await loadInvoice(ctx, invoice), ctx),
});

const createInvoiceOperation = operation({
  id: 'createInvoice',
  tag: 'Invoices',
  method: 'POST',
  path: '/v2/invoices',
  summary: 'Create an invoice of a managed account for a month that has ended',
  body: z
    .object({
      billing_period_start: date().describe('First day of a calendar month.'),
      billing_period_end: date().describe('Last day of the same month.'),
      account_token: token().describe('The managed account.'),
    })
    .meta({ id: 'createInvoice' }),
  status: 201,
  errors: [400],
  duplicates: {
    invoices_period: 'An invoice of this account and month exists already: regenerate it instead',
  },
  role: 'owner',
  response: invoices.model,
  run: async ({ body }, ctx) => invoices.serialize(await createInvoice(ctx, body), ctx),
});

const regenerateInvoiceOperation = operation({
  id: 'regenerateInvoice',
  tag: 'Invoices',
  method: 'POST',
  path: '/v2/invoices/{invoice_token}/regenerate',
  summary: 'Generate an invoice again under its number; an approval is withdrawn',
  params,
  status: 200,
  errors: [404],
  role: 'owner',
  response: invoices.model,
  run: async ({ params: { invoice_token: invoice } }, ctx) =>
    invoices.serialize(await regenerateInvoice(ctx, invoice), ctx),
});

/** The operation, for servers where accounts may bill others. */
const limited = (each: Operation): Operation => ({
  ...each,
  run: async (input, ctx) => {
    requireMspFeatures(ctx);
    return each.run(input, ctx);
  },
});

export const invoiceOperations = [
  getInvoices,
  createInvoiceOperation,
  getInvoice,
  downloadInvoice,
  sendInvoiceOperation,
  sendAndApproveInvoiceOperation,
  approveInvoiceOperation,
  getInvoiceCostReport,
  getInvoiceDocument,
  getInvoiceLineTrace,
  regenerateInvoiceOperation,
].map(limited);
