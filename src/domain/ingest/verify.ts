import { Decimal, type DecimalValue } from '../../platform/lib/decimal.js';
import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { ImportError } from './import-error.js';
import type { PartitionTotal } from './inspect.js';
import type { CurrencyTotal } from './load-book.js';

/** What the store holds of one load. */
export interface StoredLoad {
  lines: number;
  firstDate: string;
  lastDate: string;
  estimated: boolean;
  totals: CurrencyTotal[];
}

interface StoredRow extends CurrencyTotal {
  load_id: number;
  lines: string;
  first_date: string;
  last_date: string;
  estimated: boolean;
}

/** Adds up the stored lines and demands that they equal the source to the last digit. */
export async function verifyStored(
  store: CostStore,
  loads: ReadonlyMap<string, number>,
  source: readonly PartitionTotal[],
): Promise<Map<number, StoredLoad>> {
  const rows = await selectRows<StoredRow>(
    store.bulk,
    `SELECT load_id, currency, sum(billed_cost) AS billed, sum(effective_cost) AS effective,
       count() AS lines, min(usage_date) AS first_date, max(usage_date) AS last_date, max(estimated) AS estimated
     FROM lines WHERE load_id IN (${[...loads.values()].join(', ')})
     GROUP BY load_id, currency ORDER BY load_id, currency`,
  );
  for (const [partition, loadId] of loads) {
    const expected = addUp(source.filter((total) => total.partition === partition));
    compare(
      expected,
      rows.filter((row) => row.load_id === loadId),
      partition,
    );
  }
  return storedLoads(rows);
}

function addUp(
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

function exact(value: DecimalValue | undefined): Decimal {
  return new Decimal(value ?? 0);
}

function compare(
  expected: ReadonlyMap<string, { billed: Decimal; effective: Decimal }>,
  stored: readonly StoredRow[],
  partition: string,
): void {
  for (const [currency, source] of expected) {
    const row = stored.find((candidate) => candidate.currency === currency);
    for (const view of ['billed', 'effective'] as const) {
      if (!exact(row?.[view]).equals(source[view])) {
        throw new ImportError(
          `The stored ${view} cost of ${partition} is ${row?.[view] ?? 0} ${currency}, but the source adds up to ${source[view].toFixed()}.`,
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
      totals: [
        ...(load?.totals ?? []),
        { currency: row.currency, billed: row.billed, effective: row.effective },
      ],
    });
  }
  return loads;
}

function earlier(one: string | undefined, other: string): string {
  return one === undefined || other < one ? other : one;
}

function later(one: string | undefined, other: string): string {
  return one === undefined || other > one ? other : one;
}
