import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { ImportError } from './import-error.js';
import type { PartitionTotal } from './inspect-source.js';
import { wide } from './sql/decimal.js';
import type { CurrencyTotal } from './load-store.js';

/** Totals of one load as stored. */
export interface StoredLoad {
  lines: number;
  firstDate: string;
  lastDate: string;
  estimated: boolean;
  hasTags: boolean;
  totals: CurrencyTotal[];
}

interface StoredRow extends CurrencyTotal {
  load_id: number;
  lines: string;
  first_date: string;
  last_date: string;
  estimated: boolean;
  has_tags: boolean;
}

interface RollupRow extends CurrencyTotal {
  load_id: number;
  billed_days: string;
  effective_days: string;
}

/** Computes the totals of the stored lines and throws unless they equal those of the source exactly. */
export async function verifyTotals(
  store: CostStore,
  loads: ReadonlyMap<string, number>,
  source: readonly PartitionTotal[],
): Promise<Map<number, StoredLoad>> {
  const rows = await selectRows<StoredRow>(
    store.bulk,
    sql`SELECT load_id, currency,
       sum(${wide(sql`billed_cost`)}) AS billed, sum(${wide(sql`effective_cost`)}) AS effective,
       count() AS lines, min(usage_date) AS first_date, max(usage_date) AS last_date,
       max(estimated) AS estimated, max(tag_set_id != 0)::Bool AS has_tags
     FROM lines WHERE load_id IN (${sql.numbers([...loads.values()])})
     GROUP BY load_id, currency ORDER BY load_id, currency`,
  );
  for (const [partition, loadId] of loads) {
    const expected = totalsByCurrency(source.filter((total) => total.partition === partition));
    requireEqualTotals(
      expected,
      rows.filter((row) => row.load_id === loadId),
      partition,
    );
  }
  return storedLoads(rows);
}

/** Throws unless the smallest rollup, which is summed from all others, has the totals of the lines, by month and by day. */
export async function verifyRollups(
  store: CostStore,
  stored: ReadonlyMap<number, StoredLoad>,
): Promise<void> {
  const ofDays = (amounts: Sql) => sql`sum(arraySum(amount -> ${wide(sql`amount`)}, ${amounts}))`;
  const rows = await selectRows<RollupRow>(
    store.bulk,
    sql`SELECT load_id, currency,
       sum(${wide(sql`billed_cost`)}) AS billed, ${ofDays(sql`billed_by_day`)} AS billed_days,
       sum(${wide(sql`effective_cost`)}) AS effective, ${ofDays(sql`effective_by_day`)} AS effective_days
     FROM service_costs WHERE load_id IN (${sql.numbers([...stored.keys()])})
     GROUP BY load_id, currency`,
  );
  for (const [loadId, { totals }] of stored) {
    for (const { currency, billed, effective } of totals) {
      const row = rows.find((each) => each.load_id === loadId && each.currency === currency);
      const isEqual =
        [row?.billed, row?.billed_days].every((sum) => exact(sum).equals(billed)) &&
        [row?.effective, row?.effective_days].every((sum) => exact(sum).equals(effective));
      if (!isEqual) throw new Error(`The rollups of load ${loadId} differ from its lines.`);
    }
  }
}

function totalsByCurrency(
  totals: readonly PartitionTotal[],
): Map<string, { billed: Decimal; effective: Decimal }> {
  const sums = new Map<string, { billed: Decimal; effective: Decimal }>();
  for (const { currency, billed, effective } of totals) {
    const sum = sums.get(currency);
    sums.set(currency, {
      billed: exact(sum?.billed).plus(billed),
      effective: exact(sum?.effective).plus(effective),
    });
  }
  return sums;
}

/** A decimal from text; 0 where there is none. */
export function exact(value: DecimalValue | undefined): Decimal {
  return new Decimal(value ?? 0);
}

function requireEqualTotals(
  expected: ReadonlyMap<string, { billed: Decimal; effective: Decimal }>,
  stored: readonly StoredRow[],
  partition: string,
): void {
  for (const [currency, source] of expected) {
    const row = stored.find((candidate) => candidate.currency === currency);
    for (const view of ['billed', 'effective'] as const) {
      if (!exact(row?.[view]).equals(source[view])) {
        throw new ImportError(
          `The stored ${view} cost of ${partition} is ${row?.[view] ?? 0} ${currency}, but the source total is ${source[view].toFixed()}.`,
        );
      }
    }
  }
}

function storedLoads(rows: readonly StoredRow[]): Map<number, StoredLoad> {
  const loads = new Map<number, StoredLoad>();
  for (const row of rows) {
    const load = loads.get(row.load_id);
    loads.set(row.load_id, {
      lines: (load?.lines ?? 0) + Number(row.lines),
      firstDate: earlier(load?.firstDate, row.first_date),
      lastDate: later(load?.lastDate, row.last_date),
      estimated: (load?.estimated ?? false) || row.estimated,
      hasTags: (load?.hasTags ?? false) || row.has_tags,
      totals: [
        ...(load?.totals ?? []),
        { currency: row.currency, billed: row.billed, effective: row.effective },
      ],
    });
  }
  return loads;
}

function earlier(a: string | undefined, b: string): string {
  return a === undefined || b < a ? b : a;
}

function later(a: string | undefined, b: string): string {
  return a === undefined || b > a ? b : a;
}
