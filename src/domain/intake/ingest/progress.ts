import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';

export interface Progress {
  rows: number;
  bytes: number;
  totalBytes: number;
  seconds: number;
  /** Set once all rows are stored: how many loads of the import are summarized. */
  summaries?: { done: number; total: number };
  /** Set while the import waits for its turn: how many come before it. */
  importsAhead?: number;
  /** Estimate of the time until the import has ended. */
  secondsLeft?: number;
}

export type OnProgress = (progress: Progress) => void;

/** Size of the source. */
export interface WorkSize {
  rows: number;
  bytes: number;
}

const pollMilliseconds = 500;

/** Reports the sending of files to a server as the first half of an import: call it with each number of bytes. */
export function sendingProgress(
  totalBytes: number,
  onProgress: OnProgress | undefined,
): (bytes: number) => void {
  const started = performance.now();
  let lastReport = started;
  let sent = 0;
  return (bytes) => {
    sent += bytes;
    const now = performance.now();
    if (now - lastReport < pollMilliseconds) return;
    lastReport = now;
    onProgress?.({
      rows: 0,
      bytes: Math.round(sent / 2),
      totalBytes,
      seconds: (now - started) / 1000,
    });
  };
}

/** Reports the progress of what follows as the second half of an import. */
export function laterHalf(onProgress: OnProgress): OnProgress {
  return (progress) =>
    onProgress({ ...progress, bytes: Math.round((progress.totalBytes + progress.bytes) / 2) });
}

/** Runs a long statement and periodically reports how many source rows it has read. */
export async function withProgress(
  store: CostStore,
  queryTag: string,
  size: WorkSize,
  onProgress: OnProgress | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (onProgress === undefined) return work();
  const started = performance.now();
  const report = (rows: number): void =>
    onProgress({
      rows,
      bytes: size.rows === 0 ? size.bytes : Math.round((size.bytes * rows) / size.rows),
      totalBytes: size.bytes,
      seconds: (performance.now() - started) / 1000,
    });
  let isDone = false;
  const timer = setInterval(() => {
    rowsRead(store, queryTag).then(
      // A late response would move the progress backwards.
      (rows) => isDone || report(Math.min(rows, size.rows)),
      // Failing to read the progress must not fail the import.
      () => undefined,
    );
  }, pollMilliseconds);
  try {
    await work();
  } finally {
    isDone = true;
    clearInterval(timer);
  }
  report(size.rows);
}

async function rowsRead(store: CostStore, queryTag: string): Promise<number> {
  // On a cluster, any node may run the statement.
  const processes =
    store.cluster === undefined
      ? sql`system.processes`
      : sql`clusterAllReplicas(${sql.raw(store.cluster)}, system.processes)`;
  const [row] = await selectRows<{ rows: string }>(
    store.client,
    sql`SELECT max(read_rows) AS rows FROM ${processes}
     WHERE startsWith(query, ${sql.literal(`/* ${queryTag} */`)})`,
  );
  return Number(row?.rows ?? 0);
}
