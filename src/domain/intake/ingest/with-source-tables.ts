import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type OnProgress, laterHalf, sendingProgress } from './progress.js';
import { type FileGroup, type SourceGroup, filesAsTable } from './source-table.js';
import { StagingTable } from './stage-files.js';

interface Options {
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/**
 * Makes the rows of file groups readable for the engine while `work` runs: the embedded engine opens
 * the files, a ClickHouse server gets their rows in staging tables. `work` reports its progress to the
 * function that it is given.
 */
export async function withSourceTables<Result>(
  store: CostStore,
  groups: readonly FileGroup[],
  { onProgress, signal }: Options,
  work: (groups: SourceGroup[], onProgress: OnProgress | undefined) => Promise<Result>,
): Promise<Result> {
  if (store.embedded) {
    return work(
      groups.map((group) => ({ ...group, table: filesAsTable(group) })),
      onProgress,
    );
  }
  const staged = groups.map((group) => ({ group, table: new StagingTable(store, group) }));
  const totalBytes = groups
    .flatMap(({ files }) => files)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  try {
    const onBytes = sendingProgress(totalBytes, onProgress);
    for (const { table } of staged) await table.fill(onBytes, signal);
    return await work(
      staged.map(({ group, table }) => ({ ...group, table: table.source })),
      onProgress && laterHalf(onProgress),
    );
  } finally {
    // If the server is gone, the clean-up job drops them later.
    for (const { table } of staged) await table.drop().catch(() => undefined);
  }
}
