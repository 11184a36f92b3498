import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { run, selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import { sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  ImportError,
  maxReadMemory,
  tooManyRejected,
  openFiles,
  storeFromSource,
  type SourceFile,
  withSourceTables,
} from '../../intake/ingest/index.js';
import { isPublicAddress } from './address-sql.js';
import { hasAddresses, insertFlows } from './enrich-flows.js';
import { type FlowLogLayout, readFlowLogLayout } from './flow-log-layout.js';
import {
  type FlowObject,
  type StoredFlows,
  activateLoad,
  beginLoad,
  isImported,
  removeLoad,
} from './flow-loads.js';
import { aggregateRecords, recordColumns } from './flow-records.js';
import { describeCounts, readOutcomes } from './flow-outcomes.js';
import { interfaceColumns, uploadInterfaces } from './interfaces.js';
import { type ReverseLookUp, findHostNames, maxLookUps } from './reverse-dns.js';
import { requireSupported } from './supported-log.js';
import { largeBlocks, withScratchTable, withoutShortCircuit } from './scratch-table.js';

/** What a file is called that was uploaded without a name. */
const unnamedUpload = 'data';

/** A file as it was received. */
export interface FlowLogFile {
  name: string;
  /** Local path. */
  path: string;
}

/** What a flow log held and what became of it. */
export interface FlowImportReport {
  rowsRead: number;
  rowsStored: number;
  /** One sentence for each reason for which records were not stored. */
  warnings: string[];
}

export interface FlowImport {
  db: Db;
  store: CostStore;
  workFolder: string;
  accountToken: string;
  integrationToken: string;
  now: Date;
  /** Complete days that flows are kept. */
  retentionDays: number;
  /** Share of the records to read, from 0 to 1. */
  sampleRate: number;
  /** Looks up names of public addresses, if they shall be. */
  lookUp?: ReverseLookUp | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Imports one flow log: all of it or nothing. The same content is imported once; another content under
 * the same name replaces the earlier one.
 */
export async function importFlowLog(
  file: FlowLogFile,
  task: FlowImport,
): Promise<FlowImportReport> {
  await mkdir(task.workFolder, { recursive: true });
  const folder = await mkdtemp(join(task.workFolder, 'flows-'));
  try {
    const [source] = await openFiles([{ name: file.name, path: file.path }], folder);
    if (source === undefined) throw new ImportError(`${file.name} is empty.`);
    const { accountToken, integrationToken } = task;
    const object = {
      accountToken,
      integrationToken,
      // An upload without a name has no key that a later one could replace it by.
      name: file.name === unnamedUpload ? source.fingerprint : file.name,
      fingerprint: source.fingerprint,
    };
    const layout = await readFlowLogLayout(task.store, source);
    requireSupported(file.name, [...layout.fields.keys()]);
    if (await isImported(task.db, object)) {
      return { rowsRead: 0, rowsStored: 0, warnings: ['The file was imported before.'] };
    }
    return await importObject(task, object, source, layout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importObject(
  task: FlowImport,
  object: FlowObject,
  source: SourceFile,
  layout: FlowLogLayout,
): Promise<FlowImportReport> {
  const { db, store, now } = task;
  return withScratchTable(store, recordColumns, async (records) => {
    await aggregate(task, layout, records);
    const outcomes = await readOutcomes(store, records, hasAddresses);
    requireFlows(source.name, outcomes);
    const loadId = await beginLoad(db, object, now);
    try {
      const stored = await storeFlows(task, loadId, records, outcomes.total);
      await activateLoad(db, loadId, object, stored, now);
      const warnings = describeCounts(outcomes, stored, task);
      return { rowsRead: outcomes.total, rowsStored: stored.recordsStored, warnings };
    } catch (error) {
      await removeLoad(db, loadId).catch(() => undefined);
      throw error;
    }
  });
}

/** Writing the columns of flows takes as long as computing them. */
const insertThreads = '2';

/** Reads the file once, into a table with one row per day and flow. */
async function aggregate(
  { store, now, retentionDays, sampleRate, signal }: FlowImport,
  flowLayout: FlowLogLayout,
  records: string,
): Promise<void> {
  const { file, layout } = flowLayout;
  const today = formatDate(now);
  const group = { files: [file], layout, kind: 'vpc_flow_log' };
  await withSourceTables(store, [group], signal ? { signal } : {}, async ([staged]) => {
    const statement = aggregateRecords(staged!.table.sql, flowLayout, {
      // Numbering the rows of a file is only worth its time where they are sampled.
      rowNumber: sampleRate < 1 ? staged!.table.rowNumber : sql`0`,
      sampleRate,
      firstDay: addDays(today, -retentionDays),
      lastDay: addDays(today, 1),
    });
    const columns = sql.refs(Object.keys(recordColumns));
    await storeFromSource(
      store,
      group,
      sql`INSERT INTO ${sql.ref(records)} (${columns})
        SELECT ${columns} FROM (${statement})`,
      {
        ...withoutShortCircuit,
        // A log may have more flows than fit in memory; those beyond half of it are written to disk.
        max_bytes_before_external_group_by: String(maxReadMemory(file.decompressedBytes) / 2),
        max_insert_threads: insertThreads,
      },
    );
  });
  await syncReplicas(store, [records]);
}

/** Files with too many unreadable records are refused, as are those without any accepted traffic. */
function requireFlows(
  name: string,
  { counts, total }: Awaited<ReturnType<typeof readOutcomes>>,
): void {
  const malformed = counts.get('malformed') ?? 0;
  if (tooManyRejected(malformed, total)) {
    throw new ImportError(
      `${name}: ${malformed} of ${total} records are malformed, so the file was not imported.`,
    );
  }
  const rejected = counts.get('rejected_traffic') ?? 0;
  if (rejected > 0 && rejected === total - malformed - (counts.get('no_data') ?? 0)) {
    throw new ImportError(`UNSUPPORTED TRAFFIC: ${name} has records of rejected traffic only.`);
  }
}

async function storeFlows(
  task: FlowImport,
  loadId: number,
  records: string,
  rowsRead: number,
): Promise<StoredFlows & { recordsStored: number }> {
  const { store, db, accountToken, integrationToken, sampleRate } = task;
  return withScratchTable(store, interfaceColumns, async (interfaces) => {
    await uploadInterfaces(db, store, accountToken, interfaces);
    await syncReplicas(store, [interfaces]);
    const hostNames = await findPublicNames(task, records);
    const statement = insertFlows({
      loadId,
      integrationToken,
      sampleRate,
      records,
      interfaces,
      hostNames,
    });
    await run(store.bulk, statement, {
      ...largeBlocks,
      // A retention of more than a hundred days makes as many partitions.
      max_partitions_per_insert_block: '0',
      // The tables that flows are joined with are too small to be built in parallel.
      join_algorithm: 'hash',
      max_insert_threads: insertThreads,
    });
    await syncReplicas(store, ['network_flows']);
    return readStored(store, loadId, rowsRead);
  });
}

async function findPublicNames(
  { store, lookUp }: FlowImport,
  records: string,
): Promise<Map<string, string>> {
  if (lookUp === undefined) return new Map();
  const rows = await selectRows<{ address: string }>(
    store.bulk,
    sql`SELECT peer_address AS address FROM ${sql.ref(records)}
     WHERE outcome = 'flow' AND ${hasAddresses} AND ${isPublicAddress(sql`peer_address`)}
     GROUP BY address ORDER BY sum(bytes) DESC, address LIMIT ${maxLookUps}`,
  );
  return findHostNames(
    rows.map((row) => row.address),
    lookUp,
  );
}

async function readStored(
  store: CostStore,
  loadId: number,
  rowsRead: number,
): Promise<StoredFlows & { recordsStored: number }> {
  const [row] = await selectRows<{ n: string; records: string; first: string; last: string }>(
    store.bulk,
    sql`SELECT count() AS n, sum(records) AS records, min(day) AS first, max(day) AS last
     FROM network_flows WHERE load_id = ${loadId}`,
  );
  const rowsStored = Number(row?.n ?? 0);
  return {
    rowsRead,
    rowsStored,
    recordsStored: Number(row?.records ?? 0),
    firstDay: rowsStored > 0 ? row!.first : null,
    lastDay: rowsStored > 0 ? row!.last : null,
  };
}
