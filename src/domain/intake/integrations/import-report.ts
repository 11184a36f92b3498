import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql as clickhouse } from '../../../platform/store/sql.js';
import { type LoadRecord, type RejectedRow, serializeLoad } from './load.js';

/** The result of an import: its loads and the first rejected rows. */
export interface ImportReport {
  loads: LoadRecord[];
  rejected_rows: RejectedRow[];
}

const maxRejectedRows = 25;

/** Reads the loads of an import and its first rejected rows. */
export async function readImportReport(
  { db, costs }: Services,
  loadIds: readonly number[],
): Promise<ImportReport> {
  const loads = await db
    .selectFrom('loads')
    .selectAll()
    .where('load_id', '=', sql<number>`any(${[...loadIds]}::int[])`)
    .orderBy('load_id')
    .execute();
  return {
    loads: loads.map(serializeLoad),
    rejected_rows: await readRejectedRows(costs, loadIds, { limit: maxRejectedRows, offset: 0 }),
  };
}

/** Reads rejected rows of loads in file order. */
export async function readRejectedRows(
  { client }: Services['costs'],
  loadIds: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<RejectedRow[]> {
  const rows = await selectRows<RejectedRow & { source_row: string }>(
    client,
    clickhouse`SELECT source_file, source_row, column, reason, sample FROM rejected_rows
     WHERE load_id IN ${clickhouse.bind('Array(UInt32)', loadIds)}
     ORDER BY source_file, source_row, column, reason
     LIMIT ${clickhouse.bind('UInt32', limit)} OFFSET ${clickhouse.bind('UInt64', offset)}`,
  );
  return rows.map((row) => ({ ...row, source_row: Number(row.source_row) }));
}

/** Counts the rejected rows of a load. */
export async function countRejectedRows(
  { client }: Services['costs'],
  loadId: number,
): Promise<number> {
  const [row] = await selectRows<{ rows: string }>(
    client,
    clickhouse`SELECT count() AS rows FROM rejected_rows
     WHERE load_id = ${clickhouse.bind('UInt32', loadId)}`,
  );
  return Number(row?.rows ?? 0);
}
