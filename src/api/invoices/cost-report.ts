import { z } from 'zod';
import { loadInvoice } from '../../domain/billing/invoices/index.js';
import { operation } from '../../platform/kernel/operation.js';

export const getInvoiceCostReport = operation({
  id: 'getInvoiceCostReport',
  tag: 'Invoices',
  method: 'GET',
  path: '/v2/invoices/{invoice_token}/cost_report',
  summary: 'Get the address in the console of the costs that an invoice bills',
  params: z.object({ invoice_token: z.string() }),
  status: 200,
  errors: [404],
  response: z.object({ cost_report_url: z.string() }).meta({ id: 'CostReportUrl' }),
  run: async ({ params }, ctx) => {
    const invoice = await loadInvoice(ctx, params.invoice_token);
    const search = new URLSearchParams({
      start: invoice.billing_period_start,
      end: invoice.billing_period_end,
      group: 'provider,service,charge_type',
      // Invoices count every charge, as it was billed.
      settings: 'include_credits,include_refunds,amortize',
    });
    // The costs are those of the managed account, which others have to enter first.
    const isOwn = invoice.managed_account_token === ctx.actor.accountToken;
    const page = isOwn ? `/explore?${search.toString()}` : `/invoices/${invoice.token}/costs`;
    return { cost_report_url: `${ctx.origin}${page}` };
  },
});
