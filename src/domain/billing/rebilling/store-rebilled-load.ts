import type { Transaction } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { run } from '../../../platform/store/clickhouse/cost-store.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import type { Sql } from '../../../platform/store/sql.js';
import type { Tables } from '../../../platform/store/tables.js';
import {
  DatabaseLoadStore,
  deriveTables,
  type Format,
  dropLoads,
  type FinishedLoad,
  type ImportWarning,
  type PlannedLoad,
  verifyRollups,
  verifyTotals,
} from '../../intake/ingest/index.js';
import { deepStatements } from './deep-statements.js';

export interface RebilledLoadInput {
  planned: PlannedLoad;
  /** The visible version that it replaces. */
  replaces: readonly number[];
  /** Statements that store its lines. */
  statements: (loadId: number) => readonly Sql[];
  /** Days of a load without lines. */
  firstDate: string;
  lastDate: string;
  warnings: readonly ImportWarning[];
  /** Statements for further tables. */
  derive?: Format['derive'];
  onActivate: (trx: Transaction<Tables>) => Promise<void>;
}

/** Stores a load that rules make, whole or not at all: the version before is visible until it is complete. */
export async function storeRebilledLoad(
  { importer, costs }: Pick<Services, 'importer' | 'costs'>,
  input: RebilledLoadInput,
): Promise<void> {
  const { planned, onActivate, replaces } = input;
  const { options, unrecordedFailures } = importer.loadStore;
  const loadStore = new DatabaseLoadStore(options, onActivate, unrecordedFailures);
  const [loadId = 0] = await loadStore.begin([planned]);
  try {
    for (const statement of input.statements(loadId)) {
      await run(costs.bulk, statement, {
        ...deepStatements,
        // The charges of a load may span any number of months.
        max_partitions_per_insert_block: '0',
      });
      await loadStore.heartbeat();
    }
    await syncReplicas(costs, ['lines']);
    const stored = await verifyTotals(costs, new Map([[planned.partition, loadId]]), []);
    const lines = stored.get(loadId)?.lines ?? 0;
    const leftOutTagKeys = await deriveTables(costs, stored, undefined, input.derive);
    if (lines > 0) await verifyRollups(costs, stored);
    const { firstDate, lastDate } = input;
    const found = stored.get(loadId) ?? { firstDate, lastDate, estimated: false, totals: [] };
    const finished: FinishedLoad = {
      ...noRows,
      ...found,
      loadId,
      lines,
      rowsStored: lines,
      warnings: [...input.warnings],
      leftOutTagKeys,
    };
    await loadStore.activate([finished], replaces, []);
  } catch (error) {
    await loadStore.markFailed([loadId], error instanceof Error ? error.message : String(error));
    // If the store is gone, the clean-up job drops it later.
    await dropLoads(costs, [loadId]).catch(() => undefined);
    throw error;
  }
}

/** Counts of a source, which a rebilled load does not have. */
const noRows = { rowsRead: 0, rowsRejected: 0, rowsRepeated: 0, rejectedTotals: [], months: [] };
