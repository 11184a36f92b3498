import { api } from '../../api/client.js';
import { beginVisit } from '../../api/visit.js';
import { printFilter } from '../../features/costs/filter/print-filter.js';
import { type Invoice, type InvoiceDocument, invoicePath } from './invoice.js';

type Line = InvoiceDocument['lines'][number];

/**
 * Opens the costs that an invoice bills, or those of one line, in the explorer of the managed account. Users
 * of the management account look into that account for it, read-only, which both audit logs record.
 */
export async function openCosts(invoice: Invoice, line?: Line): Promise<void> {
  const { cost_report_url: address } = await api.get(`${invoicePath}/cost_report`, {
    path: { invoice_token: invoice.token },
  });
  const { pathname, search } = new URL(address);
  if (pathname === '/explore') return window.location.assign(pathname + search);
  const access = await api.post('/v2/managed_accounts/{managed_account_token}/access', {
    path: { managed_account_token: invoice.account_token },
    body: { scopes: ['read'] },
  });
  beginVisit({ ...access, from: `/invoices/${invoice.token}` }, explorerAddress(invoice, line));
}

/** Invoices count every charge, as it was billed. */
function explorerAddress(invoice: Invoice, line: Line | undefined): string {
  const search = new URLSearchParams({
    start: invoice.billing_period_start,
    end: invoice.billing_period_end,
    group: line ? 'account_id' : 'provider,service,charge_type',
    settings: 'include_credits,include_refunds,amortize',
    ...(line ? { filter: filterOf(line) } : {}),
  });
  return `/explore?${search.toString()}`;
}

const filterOf = (line: Line): string =>
  printFilter(
    [
      { field: 'costs.provider', operator: 'is', values: [line.provider] },
      { field: 'costs.service', operator: 'is', values: [line.service] },
      { field: 'costs.charge_type', operator: 'is', values: [line.charge_type] },
    ],
    [],
  );
