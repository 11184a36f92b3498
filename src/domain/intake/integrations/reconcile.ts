import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { formatDecimal, subtractDecimals } from '../../../platform/lib/decimal.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql as clickhouse } from '../../../platform/store/sql.js';
import { visibleLoads } from './load.js';

/** Source and stored costs of one integration, month and currency. */
export const ReconciledMonth = z
  .object({
    integration_token: z.string(),
    month: z.string().describe('Billing month, YYYY-MM.'),
    currency: z.string(),
    rows: z.int().describe('Source rows that became costs.'),
    rejected_rows: z.int().describe('Rejected rows, counted on the first month of their bill.'),
    lines: z.int().describe('Stored cost lines.'),
    source_total: z.string().describe('Billed total of the source files, recorded at import.'),
    stored_total: z.string().describe('Total of the stored cost lines, computed now.'),
    difference: z.string().describe('source_total minus stored_total; 0.0 when they agree.'),
  })
  .meta({ id: 'ReconciledMonth' });

interface MonthKey {
  integration_token: string;
  month: string;
  currency: string;
}
interface SourceTotal extends MonthKey {
  rows: number;
  rejected: number;
  total: string;
}
interface StoredTotal extends MonthKey {
  lines: string;
  total: string;
}

/** Compares source and stored totals of the active loads that the caller can see. */
export async function reconcile(
  ctx: Context,
  integration: string | undefined,
): Promise<z.input<typeof ReconciledMonth>[]> {
  const loads = await activeLoads(ctx, integration);
  return compare(await readSourceTotals(ctx, loads), await readStoredTotals(ctx, loads));
}

async function activeLoads(ctx: Context, integration: string | undefined): Promise<number[]> {
  const rows = await visibleLoads(ctx)
    .select('load_id')
    .where('status', '=', 'active')
    .$if(integration !== undefined, (query) => query.where('integration_token', '=', integration!))
    .execute();
  return rows.map((row) => row.load_id);
}

async function readSourceTotals(ctx: Context, loads: number[]): Promise<SourceTotal[]> {
  const { rows } = await sql<SourceTotal>`
    select l.integration_token, m.entry->>'month' as month, m.entry->>'currency' as currency,
      sum((m.entry->>'rows')::bigint)::bigint as rows, sum((m.entry->>'billed')::numeric)::text as total,
      sum(case when m.ordinal = 1 then l.rows_rejected else 0 end)::bigint as rejected
    from loads l, jsonb_array_elements(l.months) with ordinality m(entry, ordinal)
    where l.load_id = any(${loads}::int[])
    group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

/** Sums the cost lines themselves rather than the totals recorded with their load, in a type whose sums cannot wrap around. */
async function readStoredTotals({ services }: Context, loads: number[]): Promise<StoredTotal[]> {
  return selectRows<StoredTotal>(
    services.costs.client,
    clickhouse`SELECT integration_token, formatDateTime(billing_period, '%Y-%m') AS month, currency,
       count() AS lines, sum(toDecimal256(billed_cost, 18)) AS total
     FROM lines WHERE load_id IN ${clickhouse.bind('Array(UInt32)', loads)}
     GROUP BY integration_token, month, currency`,
  );
}

function compare(
  sourceTotals: readonly SourceTotal[],
  storedTotals: readonly StoredTotal[],
): z.input<typeof ReconciledMonth>[] {
  const keyOf = (row: MonthKey) => `${row.integration_token} ${row.month} ${row.currency}`;
  const sources = new Map(sourceTotals.map((row) => [keyOf(row), row]));
  const stores = new Map(storedTotals.map((row) => [keyOf(row), row]));
  // A month that exists on one side only must appear as a difference.
  const keys = [...new Set([...sources.keys(), ...stores.keys()])].toSorted();
  return keys.map((key) => {
    const [source, stored] = [sources.get(key), stores.get(key)];
    const { integration_token, month, currency } = (source ?? stored)!;
    const [sourceTotal, storedTotal] = [source?.total ?? '0', stored?.total ?? '0'];
    return {
      integration_token,
      month,
      currency,
      rows: source?.rows ?? 0,
      rejected_rows: source?.rejected ?? 0,
      lines: Number(stored?.lines ?? 0),
      source_total: formatDecimal(sourceTotal),
      stored_total: formatDecimal(storedTotal),
      difference: formatDecimal(subtractDecimals(sourceTotal, storedTotal)),
    };
  });
}
