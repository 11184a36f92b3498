import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { notFound } from '../../../platform/lib/errors.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { hasDocument } from './states.js';

const Invoice = z
  .object({
    token: z.string(),
    invoice_number: z.string(),
    total: z.string().nullable().describe('null until the invoice is generated.'),
    currency: z.string().nullable().describe('Currency of the total.'),
    billing_period_start: z.string(),
    billing_period_end: z.string(),
    status: z.string().describe('generating, draft, approved or failed'),
    failure_reason: z.string().nullable().describe('Why the generation failed.'),
    issue_date: z.string().nullable(),
    due_date: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    account_token: z.string(),
    account_name: z.string(),
    msp_account_token: z.string(),
  })
  .meta({ id: 'Invoice' });

/** What a managed account owes its management account for a month. */
export const invoices = entity({
  table: 'invoices',
  prefix: 'msp_inv',
  kind: 'Invoice',
  title: (row) => invoiceNumber(row),
  page: '/invoices/{token}',
  access: { within: 'account', write: 'owner' },
  model: Invoice,
  newestFirst: true,
  derive: async () => (row) => ({
    invoice_number: invoiceNumber(row),
    ...(hasDocument(row.status)
      ? { total: new Decimal(row.total!).toFixed(2) }
      : { total: null, currency: null, issue_date: null, due_date: null }),
    account_token: row.managed_account_token,
    msp_account_token: row.account_token,
  }),
});

type InvoiceRow = Row<'invoices'>;

/** `INV-2026-001`; from the thousandth on the number has more digits. */
export function invoiceNumber({
  number_year: year,
  number,
}: Pick<InvoiceRow, 'number_year' | 'number'>): string {
  return `INV-${year}-${String(number).padStart(3, '0')}`;
}

/** The invoices that the caller sees: all of a management account, the approved ones of a managed account. */
export const visibleInvoices = ({ actor }: Context) => sql<SqlBool>`
  (account_token = ${actor.accountToken}
    or managed_account_token = ${actor.accountToken} and status = 'approved')`;

/** The invoice, or a 404 when it is unknown or hidden. */
export async function loadInvoice(
  ctx: Context,
  token: string,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<InvoiceRow> {
  const row = token.includes('\0')
    ? undefined
    : await ctx.db
        .selectFrom('invoices')
        .selectAll()
        .where('token', '=', token)
        .where(visibleInvoices(ctx))
        .$if(forUpdate, (query) => query.forUpdate())
        .executeTakeFirst();
  if (!row) throw notFound('Invoice');
  return row;
}

/** The invoice for a change that only the management account may make. */
export async function loadOwnInvoice(ctx: Context, token: string): Promise<InvoiceRow> {
  const row = await loadInvoice(ctx, token, { forUpdate: true });
  if (row.account_token !== ctx.actor.accountToken) throw notFound('Invoice');
  return row;
}

/** Changes an invoice and records the change. */
export async function changeInvoice(
  ctx: Context,
  row: InvoiceRow,
  changes: Record<string, unknown>,
): Promise<InvoiceRow> {
  const before = await invoices.serialize(row, ctx);
  const changed = await invoices.rows.update(ctx, row.token, { ...changes, updated_at: ctx.now });
  await invoices.record(ctx, changed, before, await invoices.serialize(changed, ctx));
  return changed;
}
