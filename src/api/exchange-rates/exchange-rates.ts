import { sql } from 'kysely';
import { z } from 'zod';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { csvFile } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, type Page, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { readRates, type UploadedRate } from './read-rates.js';

const ExchangeRate = z
  .object({
    base_currency_code: z.string(),
    currency_code: z.string(),
    rate: z.string().describe('Units of the currency for one unit of the base.'),
    effective_date: z.string().describe('First day the rate holds for.'),
    updated_at: z.string(),
  })
  .meta({ id: 'exchange_rate' });

const Meta = z.object({
  current_page: z.int(),
  next_page: z.int().nullable(),
  prev_page: z.int().nullable(),
  total_pages: z.int(),
  total_count: z.int(),
});

const getExchangeRates = operation({
  id: 'getExchangeRates',
  tag: 'ExchangeRates',
  method: 'GET',
  path: '/v2/exchange_rates',
  summary: 'List the rates that costs are converted with, newest first',
  query: z.object(pageQuery),
  status: 200,
  errors: [],
  response: z
    .object({ links: Links, exchange_rates: z.array(ExchangeRate), meta: Meta })
    .meta({ id: 'ExchangeRates' }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const total = await countRates(ctx);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      exchange_rates: await listRates(ctx, page),
      meta: metaOf(page, total),
    };
  },
});

async function listRates(ctx: Context, page: Page): Promise<z.input<typeof ExchangeRate>[]> {
  const rows = await ctx.db
    .selectFrom('exchange_rates')
    .selectAll()
    .where('account_token', '=', ctx.actor.accountToken)
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

async function countRates({ db, actor }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('exchange_rates')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_token', '=', actor.accountToken)
    .executeTakeFirstOrThrow();
  return count;
}

function metaOf({ number, limit }: Page, total: number): z.input<typeof Meta> {
  const last = Math.max(1, Math.ceil(total / limit));
  return {
    current_page: number,
    next_page: number < last ? number + 1 : null,
    prev_page: number > 1 ? Math.min(number - 1, last) : null,
    total_pages: last,
    total_count: total,
  };
}

const createExchangeRatesViaCsv = operation({
  id: 'createExchangeRatesViaCsv',
  tag: 'ExchangeRates',
  method: 'POST',
  path: '/v2/exchange_rates/csv',
  summary: 'Upload rates; a rate for the same pair and day is replaced',
  body: z.object({
    csv: csvFile().describe(
      'Columns base_currency_code, currency_code, rate and date; all rows are taken or none.',
    ),
  }),
  form: true,
  status: 201,
  errors: [400, 403],
  role: 'integration_owner',
  run: async ({ body }, ctx) => {
    const before = await countRates(ctx);
    const changed = await storeRates(ctx, readRates(body.csv.content));
    if (changed === 0) return;
    await recordChange(ctx, {
      type: 'Exchange Rates',
      token: ctx.actor.accountToken,
      title: 'Exchange Rates',
      before: { rates_count: before },
      after: { rates_count: await countRates(ctx), rates_written: changed },
    });
  },
});

export const exchangeRates = [getExchangeRates, createExchangeRatesViaCsv];

/** Stores what is new or different, and says how many rates that were. */
async function storeRates(ctx: Context, rates: readonly UploadedRate[]): Promise<number> {
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
