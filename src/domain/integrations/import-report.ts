import { sql } from 'kysely';
import type { Services } from '../../platform/kernel/services.js';
import { selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { type LoadRecord, type RejectedRow, showLoad } from './load-model.js';

/** What an import did, for whoever asked for it. */
export interface ImportReport {
  loads: LoadRecord[];
  rejected_rows: RejectedRow[];
}

const shownRows = 25;

/** The books of an import's loads and the first of its refused rows. */
export async function readReport(
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
    loads: loads.map(showLoad),
    rejected_rows: await readRejected(costs, loadIds, { limit: shownRows, offset: 0 }),
  };
}

/** Refused rows of loads in the order of the file. */
export async function readRejected(
  { client }: Services['costs'],
  loadIds: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<RejectedRow[]> {
  const rows = await selectRows<RejectedRow & { source_row: string }>(
    client,
    `SELECT source_file, source_row, column, reason, sample FROM rejected_rows
     WHERE load_id IN {loads:Array(UInt32)}
     ORDER BY source_file, source_row, column, reason LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
    { loads: loadIds, limit, offset },
  );
  return rows.map((row) => ({ ...row, source_row: Number(row.source_row) }));
}

export async function countRejected(
  { client }: Services['costs'],
  loadId: number,
): Promise<number> {
  const [row] = await selectRows<{ rows: string }>(
    client,
    'SELECT count() AS rows FROM rejected_rows WHERE load_id = {load:UInt32}',
    { load: loadId },
  );
  return Number(row?.rows ?? 0);
}
