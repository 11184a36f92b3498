import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFile } from '../domain/intake/ingest/index.js';
import { type CostStore, run } from '../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../platform/store/sql.js';
import type { Cloud } from './clouds.js';
import { focusStructure } from './focus-columns.js';
import { focusInvoice } from './focus-invoice.js';
import { focusUsage } from './focus-usage.js';
import type { History } from './history.js';

/** Writes the bills of a cloud as FOCUS files, two per month: usage, and all other charges. */
export async function writeCloudFiles(
  store: CostStore,
  cloud: Cloud,
  history: History,
  folder: string,
): Promise<InputFile[]> {
  const write = (kind: string, rows: Sql) => {
    const path = join(folder, `${cloud.provider}-{_partition_id}-${kind}.parquet`);
    return run(
      store.bulk,
      sql`INSERT INTO FUNCTION ${parquet(path)} PARTITION BY toYYYYMM(BillingPeriodStart)\n${rows}`,
      // A fixed row order, so that the same seed gives the same files.
      { max_threads: 1 },
    );
  };
  await write('usage', focusUsage(cloud, history));
  const usage = parquet(join(folder, `${cloud.provider}-*-usage.parquet`));
  await write('invoice', focusInvoice(cloud, history, usage));
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${cloud.provider}-`));
  return names.toSorted().map((name) => ({ name, path: join(folder, name) }));
}

function parquet(path: string): Sql {
  return sql`file(${sql.literal(path)}, 'Parquet', ${sql.literal(focusStructure)})`;
}
