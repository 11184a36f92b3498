import { sql } from 'kysely';
import { z } from 'zod';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Page } from '../../../platform/kernel/paging.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import type { UploadedRate } from './parse-rates.js';

export const ExchangeRate = z
  .object({
    base_currency_code: z.string(),
    currency_code: z.string(),
    rate: z.string().describe('Units of the currency per unit of the base currency.'),
    effective_date: z.string().describe('First day on which the rate applies.'),
    updated_at: z.string(),
  })
  .meta({ id: 'exchange_rate' });

/** A page of the account's exchange rates as the API returns them, newest first. */
export async function listRates(
  { db, actor }: Context,
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<z.input<typeof ExchangeRate>[]> {
  const rows = await db
    .selectFrom('exchange_rates')
    .selectAll()
    .where('account_token', '=', actor.accountToken)
    .orderBy('effective_date', 'desc')
    .orderBy('base_currency_code')
    .orderBy('currency_code')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ account_token: _, ...row }) => ({
    ...row,
    rate: formatDecimal(row.rate),
    updated_at: formatTimestamp(row.updated_at),
  }));
}

/** The number of the account's exchange rates. */
export async function countRates({ db, actor }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('exchange_rates')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_token', '=', actor.accountToken)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores rates, replacing those for the same currencies and day; audited if anything changes. */
export async function storeRates(ctx: Context, rates: readonly UploadedRate[]): Promise<void> {
  const before = await countRates(ctx);
  const written = await upsertRates(ctx, rates);
  if (written === 0) return;
  await recordChange(ctx, {
    type: 'Exchange Rates',
    token: ctx.actor.accountToken,
    title: 'Exchange Rates',
    before: { rates_count: before },
    after: { rates_count: await countRates(ctx), rates_written: written },
  });
}

/** Returns the number of rates that are new or different. */
async function upsertRates(ctx: Context, rates: readonly UploadedRate[]): Promise<number> {
  const column = (name: keyof UploadedRate) => rates.map((rate) => rate[name]);
  const { numAffectedRows } = await sql`
    insert into exchange_rates
      (account_token, base_currency_code, currency_code, effective_date, rate, updated_at)
    select ${ctx.actor.accountToken}, base, currency, day, rate, ${ctx.now}::timestamptz
    from unnest(${column('base')}::text[], ${column('currency')}::text[], ${column('date')}::date[],
      ${column('rate')}::numeric[]) as uploaded (base, currency, day, rate)
    order by day, base, currency
    on conflict (account_token, effective_date, base_currency_code, currency_code)
    do update set rate = excluded.rate, updated_at = excluded.updated_at
    where exchange_rates.rate is distinct from excluded.rate`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
