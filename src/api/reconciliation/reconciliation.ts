import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { decimalText } from '../../platform/lib/decimal-text.js';
import { differenceOf } from '../../platform/lib/decimal.js';
import { selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { visibleIntegrations } from '../../domain/integrations/integration.js';

const Reconciled = z
  .object({
    integration_token: z.string(),
    month: z.string().describe('Billing month, YYYY-MM.'),
    currency: z.string(),
    rows: z.int().describe('Rows of the source that became costs.'),
    rejected_rows: z
      .int()
      .describe('Rows that were refused, told with the first month of their bill.'),
    lines: z.int().describe('Stored cost lines.'),
    source_total: z.string().describe('What the source bills, from the books of the imports.'),
    stored_total: z.string().describe('What the store holds, added up now.'),
    difference: z.string().describe('Source less store; 0.0 when both agree.'),
  })
  .meta({ id: 'ReconciledMonth' });

/** One month of one integration in one currency, on either side. */
interface Group {
  integration_token: string;
  month: string;
  currency: string;
}
interface Booked extends Group {
  rows: number;
  rejected: number;
  total: string;
}
interface Stored extends Group {
  lines: string;
  total: string;
}

export const reconciliation = operation({
  id: 'getReconciliation',
  tag: 'Reconciliation',
  method: 'GET',
  path: '/v2/reconciliation',
  summary: 'Hold what the bills say against what is stored, per integration, month and currency',
  query: z.object({ ...pageQuery, integration_token: z.string().optional() }),
  status: 200,
  errors: [400],
  response: z
    .object({ links: Links, reconciliation: z.array(Reconciled) })
    .meta({ id: 'Reconciliation' }),
  run: async ({ query }, ctx) => {
    const loads = await activeLoads(ctx, query.integration_token);
    const all = merge(await readBooks(ctx, loads), await readStore(ctx, loads));
    const page = pageOf(query);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, all.length),
      reconciliation: all.slice(page.offset, page.offset + page.limit),
    };
  },
});

async function activeLoads(ctx: Context, integration: string | undefined): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('loads')
    .select('load_id')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('status', '=', 'active')
    .where('integration_token', 'in', (eb) =>
      eb.selectFrom('integrations').select('token').where(visibleIntegrations(ctx.actor)),
    )
    .$if(integration !== undefined, (own) => own.where('integration_token', '=', integration!))
    .execute();
  return rows.map((row) => row.load_id);
}

async function readBooks(ctx: Context, loads: number[]): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select l.integration_token, m.book->>'month' as month, m.book->>'currency' as currency,
      sum((m.book->>'rows')::bigint)::bigint as rows, sum((m.book->>'billed')::numeric)::text as total,
      sum(case when m.place = 1 then l.rows_rejected else 0 end)::bigint as rejected
    from loads l, jsonb_array_elements(l.months) with ordinality m(book, place)
    where l.load_id = any(${loads}::int[])
    group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

/** Added up from the lines themselves, not from what was noted when they were stored. */
async function readStore({ services }: Context, loads: number[]): Promise<Stored[]> {
  return selectRows<Stored>(
    services.costs.client,
    `SELECT integration_token, formatDateTime(billing_period, '%Y-%m') AS month, currency,
       count() AS lines, sum(billed_cost) AS total
     FROM lines WHERE load_id IN {loads:Array(UInt32)}
     GROUP BY integration_token, month, currency`,
    { loads },
  );
}

function merge(books: readonly Booked[], store: readonly Stored[]): z.input<typeof Reconciled>[] {
  const keyOf = (group: Group) => `${group.integration_token} ${group.month} ${group.currency}`;
  const booked = new Map(books.map((book) => [keyOf(book), book]));
  const stored = new Map(store.map((sum) => [keyOf(sum), sum]));
  // A month that only one side knows must show as a difference.
  const keys = [...new Set([...booked.keys(), ...stored.keys()])].toSorted();
  return keys.map((key) => {
    const [book, sum] = [booked.get(key), stored.get(key)];
    const { integration_token, month, currency } = (book ?? sum)!;
    const [source, held] = [book?.total ?? '0', sum?.total ?? '0'];
    return {
      integration_token,
      month,
      currency,
      rows: book?.rows ?? 0,
      rejected_rows: book?.rejected ?? 0,
      lines: Number(sum?.lines ?? 0),
      source_total: decimalText(source),
      stored_total: decimalText(held),
      difference: decimalText(differenceOf(source, held)),
    };
  });
}
