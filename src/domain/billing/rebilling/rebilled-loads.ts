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
}

/**
 * The loads that the rules of an account make. They are stored one after the other, and all become visible
 * in one transaction: until then, and if any of them fails, the versions before stay as they are.
 */
export class RebilledLoads {
  readonly #finished: FinishedLoad[] = [];
  readonly #replaced: number[] = [];
  readonly #started: number[] = [];
  readonly #store: DatabaseLoadStore;

  constructor(
    private readonly services: Pick<Services, 'importer' | 'costs'>,
    /** Further writes in the transaction that makes them visible. */
    onActivate: (trx: Transaction<Tables>) => Promise<void>,
  ) {
    const { options, unrecordedFailures } = services.importer.loadStore;
    this.#store = new DatabaseLoadStore(options, onActivate, unrecordedFailures);
  }

  get count(): number {
    return this.#finished.length;
  }

  /** Stores a load that is not visible yet, and returns its id. */
  async store(input: RebilledLoadInput): Promise<number> {
    const { costs } = this.services;
    const { planned } = input;
    const [loadId = 0] = await this.#store.begin([planned]);
    this.#started.push(loadId);
    for (const statement of input.statements(loadId)) {
      await run(costs.bulk, statement, {
        ...deepStatements,
        // The charges of a load may span any number of months.
        max_partitions_per_insert_block: '0',
      });
      await this.#store.heartbeat();
    }
    await syncReplicas(costs, ['lines']);
    const stored = await verifyTotals(costs, new Map([[planned.partition, loadId]]), []);
    const lines = stored.get(loadId)?.lines ?? 0;
    const leftOutTagKeys = await deriveTables(costs, stored, undefined, input.derive);
    if (lines > 0) await verifyRollups(costs, stored);
    const { firstDate, lastDate } = input;
    const found = stored.get(loadId) ?? { firstDate, lastDate, estimated: false, totals: [] };
    this.#finished.push({
      ...noRows,
      ...found,
      loadId,
      lines,
      rowsStored: lines,
      warnings: [...input.warnings],
      leftOutTagKeys,
    });
    this.#replaced.push(...input.replaces);
    return loadId;
  }

  /** Makes all of them visible, in place of those that they replace and of others that no longer apply. */
  async activate(outdated: readonly number[]): Promise<void> {
    await this.#store.activate(this.#finished, [...this.#replaced, ...outdated], []);
  }

  async discard(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    await this.#store.markFailed(this.#started, reason);
    // If the store is gone, the clean-up job drops them later.
    await dropLoads(this.services.costs, this.#started).catch(() => undefined);
  }
}

/** Counts of a source, which a rebilled load does not have. */
const noRows = { rowsRead: 0, rowsRejected: 0, rowsRepeated: 0, rejectedTotals: [], months: [] };
