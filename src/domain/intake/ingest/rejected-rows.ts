import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { ImportError } from './import-error.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { selectMapped } from './mapped-rows.js';
import type { MappedGroup } from './plan-import.js';
import { selectFromSource, storeFromSource } from './read-source.js';

/** How many faults an error lists. */
const maxFaults = 25;

interface FaultRow {
  source_row: string;
  column: string;
  reason: string;
}

function faultsOf({ mapping, rows }: MappedGroup): Sql {
  return selectMapped(
    mapping,
    rows,
    (mappedRows) =>
      sql`SELECT source_file, source_row, fault.1 AS column, fault.2 AS reason, fault.3 AS sample
FROM (
${mappedRows}
)
ARRAY JOIN faults AS fault`,
  );
}

/** Describes the first faults in row order: `Row 3: ChargePeriodEnd must be a valid date`. */
export async function describeFaults(
  store: CostStore,
  groups: readonly MappedGroup[],
): Promise<string[]> {
  const messages: string[] = [];
  let total = 0;
  for (const mapped of groups) {
    const [count] = await selectFromSource<{ faults: string }>(
      store,
      mapped.group,
      sql`SELECT count() AS faults FROM (\n${faultsOf(mapped)}\n)`,
    );
    total += Number(count?.faults ?? 0);
    const found = await selectFromSource<FaultRow>(
      store,
      mapped.group,
      sql`SELECT source_row, column, reason FROM (\n${faultsOf(mapped)}\n)
ORDER BY source_file, source_row LIMIT ${maxFaults}`,
    );
    messages.push(
      ...found.map(({ source_row, column, reason }) =>
        `Row ${source_row}: ${column} ${reason}`.replace(':  ', ': '),
      ),
    );
  }
  const listed = messages.slice(0, maxFaults);
  return total > listed.length ? [...listed, `and ${total - listed.length} more errors`] : listed;
}

/** The error of a file with too many rejected rows; it names the first one, its details are the faults. */
export function rejectedRowsError(summary: string, faults: readonly string[]): ImportError {
  const [first = ''] = faults;
  return new ImportError(`${summary}; the first error: ${first}.`, faults);
}

/** Stores the rejected rows of an import under one of its loads. */
export async function storeRejectedRows(
  store: CostStore,
  groups: readonly MappedGroup[],
  loadId: number,
): Promise<void> {
  for (const mapped of groups) {
    await storeFromSource(
      store,
      mapped.group,
      sql`INSERT INTO rejected_rows (load_id, source_file, source_row, column, reason, sample)
SELECT ${loadId}, source_file, source_row, if(column = '', 'row', column), reason, sample
FROM (\n${faultsOf(mapped)}\n)`,
    );
  }
}
