import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';
import { queueGeneration } from './generate-invoice-job.js';
import { invoices } from './invoice.js';
import { findProfile } from './read-inputs.js';

export interface NewInvoice {
  account_token: string;
  billing_period_start: string;
  billing_period_end: string;
}

/** Creates an invoice with the next number of this year, and queues its generation. */
export async function createInvoice(ctx: Context, body: NewInvoice): Promise<Row<'invoices'>> {
  requirePastMonth(body, formatDate(ctx.now));
  const account = await readBuyer(ctx, body.account_token);
  if (!(await findProfile(ctx.db, ctx.actor.accountToken, account))) {
    throw new DomainFailure(['There is no billing profile: create one first']);
  }
  const year = ctx.now.getUTCFullYear();
  const row = await invoices.rows.insert(ctx, {
    token: invoices.newToken(),
    account_token: ctx.actor.accountToken,
    managed_account_token: account.token,
    account_name: account.name,
    number_year: year,
    number: await nextNumber(ctx, year),
    billing_period_start: body.billing_period_start,
    billing_period_end: body.billing_period_end,
    status: 'generating',
    created_at: ctx.now,
    updated_at: ctx.now,
  });
  await invoices.record(ctx, row, null, await invoices.serialize(row, ctx));
  await queueGeneration(ctx.services, row, ctx.db);
  return row;
}

/** Bills are made for whole months that have ended. */
function requirePastMonth(
  { billing_period_start: start, billing_period_end: end }: NewInvoice,
  today: string,
) {
  if (start !== firstOfMonth(start)) {
    throw new DomainFailure(['billing_period_start must be the first day of a month']);
  }
  if (end !== lastOfMonth(start)) {
    throw new DomainFailure(['billing_period_end must be the last day of the same month']);
  }
  if (end >= today) throw new DomainFailure(['billing_period_end must be before today']);
}

async function readBuyer({ db, actor }: Context, token: string) {
  const account = token.includes('\0')
    ? undefined
    : await db
        .selectFrom('managed_accounts')
        .innerJoin('accounts', 'accounts.token', 'managed_accounts.token')
        .select(['managed_accounts.token', 'accounts.name', 'msp_billing_profile_token'])
        .where('managed_accounts.token', '=', token)
        .where('managed_accounts.account_token', '=', actor.accountToken)
        .executeTakeFirst();
  if (!account) throw new DomainFailure([`Managed Account not found: account_token ${token}`]);
  return account;
}

/** The row stays locked until this transaction ends: without it, the number is free again. */
async function nextNumber({ db, actor }: Context, year: number): Promise<number> {
  const { last_number: number } = await db
    .insertInto('invoice_numbers')
    .values({ account_token: actor.accountToken, year, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_token', 'year'])
        .doUpdateSet((eb) => ({ last_number: eb('invoice_numbers.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return number;
}
