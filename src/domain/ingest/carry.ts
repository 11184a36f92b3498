import { Decimal } from '../../platform/lib/decimal.js';
import { run, selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { CarriedLines } from './format.js';
import type { PartitionTotal } from './inspect.js';

/** Where a partition's carried lines come from. */
export interface CarriedPartition {
  partition: string;
  from: number;
}

function condition({ where }: CarriedLines, loadId: number): string {
  return `load_id = ${loadId} AND ${where}`;
}

/** What the carried lines of replaced loads add up to; partitions without any are left out. */
export async function carriedTotals(
  store: CostStore,
  carried: CarriedLines,
  sources: readonly CarriedPartition[],
): Promise<PartitionTotal[]> {
  const totals = await Promise.all(
    sources.map(async ({ partition, from }) => {
      const rows = await selectRows<{
        month: string;
        currency: string;
        billed: string;
        effective: string;
      }>(
        store.bulk,
        `SELECT formatDateTime(billing_period, '%Y-%m') AS month, currency, sum(billed_cost) AS billed, sum(${carried.effectiveCost}) AS effective
         FROM lines WHERE ${condition(carried, from)} GROUP BY month, currency`,
      );
      return rows.map((row) => ({
        partition,
        month: row.month,
        payers: [],
        currency: row.currency,
        rows: 0,
        billed: new Decimal(row.billed),
        effective: new Decimal(row.effective),
      }));
    }),
  );
  return totals.flat();
}

/** Copies the carried lines of replaced loads into the loads that replace them. */
export async function copyCarried(
  store: CostStore,
  carried: CarriedLines,
  sources: readonly CarriedPartition[],
  loads: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { partition, from } of sources) {
    await run(
      store.bulk,
      `INSERT INTO lines
       SELECT * REPLACE (${loads.get(partition) ?? 0} AS load_id, ${carried.effectiveCost} AS effective_cost)
       FROM (SELECT * FROM lines WHERE ${condition(carried, from)})`,
    );
  }
}
