import { availableParallelism } from 'node:os';
import type { ClickHouseSettings } from '@clickhouse/client';
import { run, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { copyCarried, type CarriedPartition } from './carry.js';
import { deriveTables } from './derive.js';
import type { Format } from './format.js';
import { ImportError } from './import-error.js';
import { sumDecimals } from '../../platform/lib/decimal.js';
import type { PartitionTotal } from './inspect.js';
import { insertLines } from './lines-sql.js';
import type { FinishedLoad, MonthTotal } from './load-book.js';
import type { ImportPlan } from './plan.js';
import { withProgress, type OnProgress } from './progress.js';
import { keepRejected } from './rejected.js';
import { readingSettings } from './rows-sql.js';
import { verifyStored } from './verify.js';

/** Each holds a block of its own in memory. */
const writers = Math.min(4, availableParallelism());

/** Where the lines of an import go. */
export interface StoreTarget {
  integrationToken: string;
  format: Format;
  /** Load of each partition. */
  loads: ReadonlyMap<string, number>;
  carried: readonly CarriedPartition[];
}

/** Writes everything of an import under its loads, none of them visible yet, and closes their books. */
export async function storeLines(
  store: CostStore,
  plan: ImportPlan,
  target: StoreTarget,
  onProgress: OnProgress | undefined,
): Promise<FinishedLoad[]> {
  const { loads, carried, format } = target;
  const [firstLoad = 0] = loads.values();
  await insertGroups(store, plan, target, `load ${firstLoad}`, onProgress);
  const lines = format.carry?.(plan.facts);
  if (lines !== undefined) await copyCarried(store, lines, carried, loads);
  if (plan.rejected > 0) await keepRejected(store, plan.groups, firstLoad);
  const stored = await verifyStored(store, loads, plan.totals);
  await deriveTables(store, [...loads.values()]);
  return [...loads].map(([partition, loadId]) => {
    const load = stored.get(loadId);
    if (load === undefined) throw new ImportError(`No line of ${partition} was stored.`);
    // What concerns the run as a whole is told once, with its first load.
    const isFirst = loadId === firstLoad;
    const source = plan.totals.filter((total) => total.partition === partition);
    return {
      loadId,
      rowsRead: source.reduce((rows, total) => rows + total.rows, 0),
      months: byMonth(source),
      rowsRejected: isFirst ? plan.rejected : 0,
      rowsRepeated: isFirst ? plan.repeated : 0,
      warnings: isFirst ? plan.warnings : [],
      lines: load.lines,
      totals: load.totals,
      firstDate: load.firstDate,
      lastDate: load.lastDate,
      estimated: load.estimated,
    };
  });
}

/** Files are inspected group by group; a month and currency may lie in several. */
function byMonth(totals: readonly PartitionTotal[]): MonthTotal[] {
  const months = new Map<string, MonthTotal>();
  for (const { month, currency, rows, billed } of totals) {
    const key = `${month} ${currency}`;
    const known = months.get(key) ?? { month, currency, rows: 0, billed: '0' };
    months.set(key, {
      ...known,
      rows: known.rows + rows,
      billed: sumDecimals([known.billed, billed.toFixed()]),
    });
  }
  return [...months.values()];
}

async function insertGroups(
  store: CostStore,
  plan: ImportPlan,
  { integrationToken, format, loads }: StoreTarget,
  mark: string,
  onProgress: OnProgress | undefined,
): Promise<void> {
  const bytes = plan.groups
    .flatMap(({ group }) => group.files)
    .reduce((total, file) => total + file.bytes, 0);
  await withProgress(store, mark, { rows: plan.rows, bytes }, onProgress, async () => {
    for (const { group, mapping, rows } of plan.groups) {
      const statement = insertLines(mapping, rows, {
        integrationToken,
        sourceFormat: format.name,
        loads,
        dropDuplicates: plan.repeated > 0,
        hasFaults: plan.rejected > 0,
      });
      await run(store.bulk, `/* ${mark} */ ${statement}`, {
        ...readingSettings(group),
        ...writingSettings(plan.rows / plan.groups.length / group.files.length),
      });
    }
  });
}

/** Twice as many would be a sixth faster and take a third more memory. */
const rowsPerBlock = 65_536;

/** Files with fewer rows are joined before they are written: each block becomes a part of the table. */
const rowsOfLargeFile = 20_000;

/**
 * The engine joins what it reads into larger blocks before it writes them, and then has to take
 * apart by month and load what came from several files. Large files are written as they are read,
 * which nearly halves the work.
 */
function writingSettings(rowsPerFile: number): ClickHouseSettings {
  const asRead: ClickHouseSettings = {
    min_insert_block_size_rows: '0',
    min_insert_block_size_bytes: '0',
    max_block_size: String(rowsPerBlock),
    input_format_parquet_max_block_size: String(rowsPerBlock),
    input_format_parquet_prefer_block_bytes: String(96 * 2 ** 20),
    min_chunk_bytes_for_parallel_parsing: String(32 * 2 ** 20),
  };
  return {
    // A load touches as many months as its charges have.
    max_partitions_per_insert_block: '0',
    max_insert_threads: String(writers),
    ...(rowsPerFile < rowsOfLargeFile ? {} : asRead),
  };
}
