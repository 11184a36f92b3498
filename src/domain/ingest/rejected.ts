import { run, selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { literal } from '../../platform/store/clickhouse/sql-text.js';
import { mappedRows } from './lines-sql.js';
import type { MappedGroup } from './plan.js';
import { readingSettings } from './rows-sql.js';

/** How many faults a refusal spells out. */
const shownFaults = 25;

interface FaultRow {
  source_row: string;
  column: string;
  reason: string;
}

function faultsOf({ mapping, rows }: MappedGroup): string {
  return (
    `SELECT source_file, source_row, fault.1 AS column, fault.2 AS reason, fault.3 AS sample\n` +
    `FROM (\n${mappedRows(mapping, rows)}\n)\nARRAY JOIN faults AS fault`
  );
}

/** The first faults in row order, as sentences: `Row 3: ChargePeriodEnd must be a valid date`. */
export async function describeFaults(
  store: CostStore,
  groups: readonly MappedGroup[],
): Promise<string[]> {
  const texts: string[] = [];
  let total = 0;
  for (const mapped of groups) {
    const settings = readingSettings(mapped.group);
    const [count] = await selectRows<{ faults: string }>(
      store.bulk,
      `SELECT count() AS faults FROM (\n${faultsOf(mapped)}\n)`,
      undefined,
      settings,
    );
    total += Number(count?.faults ?? 0);
    const found = await selectRows<FaultRow>(
      store.bulk,
      `SELECT source_row, column, reason FROM (\n${faultsOf(mapped)}\n) ORDER BY source_file, source_row LIMIT ${shownFaults}`,
      undefined,
      settings,
    );
    texts.push(
      ...found.map(({ source_row, column, reason }) =>
        `Row ${source_row}: ${column} ${reason}`.replace(':  ', ': '),
      ),
    );
  }
  const shown = texts.slice(0, shownFaults);
  return total > shown.length ? [...shown, `and ${total - shown.length} more errors`] : shown;
}

/** Keeps the refused rows of an import under one of its loads. */
export async function keepRejected(
  store: CostStore,
  groups: readonly MappedGroup[],
  loadId: number,
): Promise<void> {
  for (const mapped of groups) {
    await run(
      store.bulk,
      `INSERT INTO rejected_rows (load_id, source_file, source_row, column, reason, sample)\n` +
        `SELECT ${loadId}, source_file, source_row, if(column = '', ${literal('row')}, column), reason, sample FROM (\n${faultsOf(mapped)}\n)`,
      readingSettings(mapped.group),
    );
  }
}
