import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { newToken } from '../../../platform/lib/tokens.js';
import { writeMessages } from '../../watch/delivery/index.js';
import { formatMoney } from '../../../platform/lib/format-amounts.js';
import { changeInvoice, invoiceNumber, loadInvoice, loadOwnInvoice } from './invoice.js';
import { invoiceFileKey } from './invoice-files.js';
import type { Seller } from './invoice-document.js';
import { nextStatus } from './states.js';

/** Sends an invoice to the addresses of its buyer, and returns them. */
export async function sendInvoice(ctx: Context, token: string): Promise<string[]> {
  const invoice = await loadInvoice(ctx, token, { forUpdate: true });
  requireEvent(invoice, 'send');
  return queueMails(ctx, invoice);
}

/** Sends an invoice and releases it to its buyer. */
export async function sendAndApproveInvoice(ctx: Context, token: string): Promise<string[]> {
  const invoice = await loadOwnInvoice(ctx, token);
  const status = requireEvent(invoice, 'send_and_approve');
  const recipients = await queueMails(ctx, invoice);
  if (status !== invoice.status) await changeInvoice(ctx, invoice, { status });
  return recipients;
}

/** Releases an invoice to its buyer without sending it, for servers without mail. */
export async function approveInvoice(ctx: Context, token: string): Promise<Row<'invoices'>> {
  const invoice = await loadOwnInvoice(ctx, token);
  const status = requireEvent(invoice, 'approve');
  return status === invoice.status ? invoice : changeInvoice(ctx, invoice, { status });
}

function requireEvent(invoice: Row<'invoices'>, event: 'send' | 'send_and_approve' | 'approve') {
  const status = nextStatus(invoice.status, event);
  if (status) return status;
  throw new DomainFailure([
    invoice.status === 'generating'
      ? 'The invoice is being generated: try again in a moment'
      : 'The generation of the invoice failed: regenerate it first',
  ]);
}

async function queueMails(ctx: Context, invoice: Row<'invoices'>): Promise<string[]> {
  if (!ctx.services.sendMail) throw new DomainFailure(['Email delivery is not configured']);
  const recipients = await readRecipients(ctx, invoice);
  if (recipients.length === 0) {
    throw new DomainFailure(['No billing email is set for this account']);
  }
  await writeMessages(ctx.db, ctx.services, {
    account: invoice.account_token,
    rule: invoice.token,
    // Every request sends, so every request is an event of its own.
    event: newToken('inv_snd'),
    recipients: recipients.map((recipient) => ({ channel: 'email', recipient })),
    content: mailContent(invoice),
    now: ctx.now,
  });
  return recipients;
}

/** The addresses as they are now: a corrected address is used without a new invoice. */
async function readRecipients({ db }: Context, invoice: Row<'invoices'>): Promise<string[]> {
  const account = await db
    .selectFrom('managed_accounts')
    .select('billing_information')
    .where('token', '=', invoice.managed_account_token)
    .executeTakeFirst();
  const information = account?.billing_information ?? invoice.buyer ?? {};
  return [...new Set((information['billing_email'] ?? []) as string[])];
}

function mailContent(invoice: Row<'invoices'>) {
  const number = invoiceNumber(invoice);
  const seller = invoice.seller as unknown as Seller;
  const from = seller.company_name ? ` from ${seller.company_name}` : '';
  const period = `${invoice.billing_period_start} to ${invoice.billing_period_end}`;
  const total = `${formatMoney(invoice.total!)} ${invoice.currency}`;
  return {
    type: 'invoice',
    title: `Invoice ${number}${from}`,
    summary: `The invoice for ${period} is attached.`,
    facts: [
      { label: 'Total', value: total },
      { label: 'Due date', value: invoice.due_date! },
      { label: 'Invoice', value: number },
      { label: 'Account', value: invoice.account_name },
    ],
    attachment: { key: invoiceFileKey(invoice, 'pdf'), type: 'application/pdf' },
    about: invoice.token,
    data: { invoice_token: invoice.token, invoice_number: number, total: invoice.total },
  };
}
