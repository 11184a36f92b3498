import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { notFound } from '../../../platform/lib/errors.js';
import { queueGeneration } from './generate-invoice-job.js';
import { changeInvoice, loadOwnInvoice } from './invoice.js';
import { nextStatus } from './states.js';

/** Generates an invoice again, under its number; an approval is withdrawn. */
export async function regenerateInvoice(ctx: Context, token: string): Promise<Row<'invoices'>> {
  const invoice = await loadOwnInvoice(ctx, token);
  if (invoice.status === 'generating') return invoice;
  await requireBuyer(ctx, invoice);
  const changed = await changeInvoice(ctx, invoice, {
    status: nextStatus(invoice.status, 'regenerate'),
    generation: invoice.generation + 1,
    failure_reason: null,
  });
  await queueGeneration(ctx.services, changed, ctx.db);
  return changed;
}

/** Without its managed account the invoice could only be lost, so it stays as it is. */
async function requireBuyer({ db }: Context, invoice: Row<'invoices'>): Promise<void> {
  const account = await db
    .selectFrom('managed_accounts')
    .select('token')
    .where('token', '=', invoice.managed_account_token)
    .executeTakeFirst();
  if (!account) throw notFound('Managed Account');
}
