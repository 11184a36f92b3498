import { Decimal } from '../../../platform/lib/decimal.js';
import { run, selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { RetainedLines } from './format.js';
import type { PartitionTotal } from './inspect-source.js';
import { wide } from './sql/decimal.js';

/** A partition and the replaced load that its retained lines are copied from. */
export interface RetainedPartition {
  partition: string;
  fromLoad: number;
}

function condition({ where }: RetainedLines, loadId: number): Sql {
  return sql`load_id = ${loadId} AND ${where}`;
}

/** Totals of the retained lines of replaced loads; partitions without any are left out. */
export async function retainedTotals(
  store: CostStore,
  lines: RetainedLines,
  sources: readonly RetainedPartition[],
): Promise<PartitionTotal[]> {
  const totals = await Promise.all(
    sources.map(async ({ partition, fromLoad }) => {
      const rows = await selectRows<{
        month: string;
        currency: string;
        billed: string;
        effective: string;
      }>(
        store.bulk,
        sql`SELECT formatDateTime(billing_period, '%Y-%m') AS month, currency,
           sum(${wide(sql`billed_cost`)}) AS billed, sum(${wide(lines.effectiveCost)}) AS effective
         FROM lines WHERE ${condition(lines, fromLoad)} GROUP BY month, currency`,
      );
      return rows.map((row) => ({
        partition,
        month: row.month,
        payers: [],
        currency: row.currency,
        rows: 0,
        billed: new Decimal(row.billed),
        effective: new Decimal(row.effective),
        // They were checked when they were imported.
        magnitude: { cost: new Decimal(0), usage: new Decimal(0) },
      }));
    }),
  );
  return totals.flat();
}

/** Copies the retained lines of replaced loads into the loads that replace them. */
export async function copyRetainedLines(
  store: CostStore,
  lines: RetainedLines,
  sources: readonly RetainedPartition[],
  loads: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { partition, fromLoad } of sources) {
    await run(
      store.bulk,
      sql`INSERT INTO lines
       SELECT * REPLACE (
         ${loads.get(partition) ?? 0} AS load_id, ${lines.effectiveCost} AS effective_cost)
       FROM (SELECT * FROM lines WHERE ${condition(lines, fromLoad)})`,
    );
  }
}
