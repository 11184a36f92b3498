import { clientOf } from './connection.js';
import { type CostStore, writeSettings } from './cost-store.js';
import { reportOutage } from './report-outage.js';

/** Sends a batch of rows to a table. Keep batches to a few megabytes: each is one statement and one part. */
export async function insertRows(
  { bulk }: Pick<CostStore, 'bulk'>,
  table: string,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  await reportOutage(() =>
    clientOf(bulk).insert({
      table,
      values: rows,
      format: 'JSONEachRow',
      clickhouse_settings: writeSettings,
    }),
  );
}
