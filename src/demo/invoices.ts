import { generateInvoice } from '../domain/billing/invoices/index.js';
import { rebillAccount } from '../domain/billing/rebilling/index.js';
import type { Context } from '../platform/kernel/context.js';
import type { Operation } from '../platform/kernel/operation.js';
import { firstOfMonth, lastOfMonth } from '../platform/lib/days.js';
import { formatDate } from '../platform/lib/time.js';
import { operationRunner } from './operation-runner.js';

/**
 * Creates the invoices of the last two months that have ended, unless there are any: the earlier ones are
 * approved, the others are drafts to be looked at.
 */
export async function ensureInvoices(
  ctx: Context,
  operations: readonly Operation[],
): Promise<void> {
  const accounts = await readAccountsToBill(ctx);
  // Before the invoices are queued, so that the job of the server finds nothing left to rebill.
  for (const account of accounts) await rebillAccount(ctx.services, account, ctx.now);
  const month = firstOfMonth(formatDate(ctx.now), -1);
  await createInvoices(ctx, operations, accounts, firstOfMonth(month, -1), { isApproved: true });
  await createInvoices(ctx, operations, accounts, month, { isApproved: false });
}

/** Accounts with a billing profile of their own; none once there is an invoice. */
async function readAccountsToBill({ db, actor }: Context): Promise<string[]> {
  const invoice = await db
    .selectFrom('invoices')
    .select('token')
    .where('account_token', '=', actor.accountToken)
    .executeTakeFirst();
  if (invoice) return [];
  const accounts = await db
    .selectFrom('managed_accounts')
    .select('token')
    .where('account_token', '=', actor.accountToken)
    .where('msp_billing_profile_token', 'is not', null)
    .orderBy('id')
    .execute();
  return accounts.map(({ token }) => token);
}

/** Generated here as well as by the queue, because `farthing demo` runs no jobs; the second run changes nothing. */
async function createInvoices(
  ctx: Context,
  operations: readonly Operation[],
  accounts: readonly string[],
  month: string,
  { isApproved }: { isApproved: boolean },
): Promise<void> {
  for (const account_token of accounts) {
    const period = { billing_period_start: month, billing_period_end: lastOfMonth(month) };
    const { token } = await inTransaction(ctx, operations, (run) =>
      run('createInvoice', { account_token, ...period }),
    );
    await generateInvoice({ token, generation: 1 }, ctx);
    if (!isApproved) continue;
    await inTransaction(ctx, operations, (run) =>
      run('approveInvoice', {}, { invoice_token: token }),
    );
  }
}

const inTransaction = <Result>(
  ctx: Context,
  operations: readonly Operation[],
  act: (run: ReturnType<typeof operationRunner>) => Promise<Result>,
): Promise<Result> =>
  ctx.services.db.transaction().execute((db) => act(operationRunner(operations, { ...ctx, db })));
