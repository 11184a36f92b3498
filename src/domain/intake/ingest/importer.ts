import { mkdir, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { formatDate } from '../../../platform/lib/time.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { isStoreOutage } from '../../../platform/store/database.js';
import { isDiskFull } from '../../../platform/store/disk-space.js';
import type { Db, IntegrationStatus } from '../../../platform/store/tables.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import type { Tracing } from '../../../platform/telemetry/tracing.js';
import {
  DatabaseLoadStore,
  type LoadStoreOptions,
  type OnActivate,
} from './database-load-store.js';
import type { Format } from './format.js';
import { providerFormats } from './formats/index.js';
import { type ImportRequest, type ImportResult, importCosts } from './import-costs.js';
import { ImportError } from './import-error.js';
import { ImportQueue } from './import-queue.js';
import { type ImportOrigin, measureImport, traceImport } from './import-metrics.js';
import type { InputFile } from './open-files.js';
import { type BillOwner, findBillOwner } from './payer-accounts.js';
import type { OnProgress } from './progress.js';

declare module '../../../platform/kernel/services.js' {
  interface Services {
    importer: Importer;
  }
}

const heartbeatMs = 60_000;

export interface ImportOptions {
  /** Formats to detect; the providers' exports by default. */
  formats?: readonly Format[];
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** Further writes in the transaction that activates the new loads. */
  onActivate?: OnActivate;
  /** Cost store to use instead of the importer's, for example one with a separate connection. */
  store?: CostStore;
  /** How the files came here; uploaded by default. */
  source?: ImportOrigin;
}

export interface ImporterOptions extends LoadStoreOptions {
  store: CostStore;
  workFolder: string;
  /** Further writes in the transaction that changes the costs of an integration. */
  onCostsChange?: (integrationToken: string, trx: Db) => Promise<void>;
  metrics?: Metrics;
  tracing?: Tracing;
}

/** Imports bills into integrations and keeps the status of the integrations up to date. */
export class Importer {
  readonly loadStore: DatabaseLoadStore;
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #queue: ImportQueue;

  constructor(readonly options: ImporterOptions) {
    this.loadStore = new DatabaseLoadStore(options);
    this.#queue = new ImportQueue(options.store.embedded ? 1 : 2);
  }

  /** Aborted once the server stops: what it interrupts is done by the next start. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Imports files and sets the status of the integration to the outcome. */
  async import(
    request: ImportRequest & { formats?: readonly Format[]; source?: ImportOrigin },
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ): Promise<ImportResult> {
    const { formats, source } = request;
    await this.markStarted(request.integrationToken);
    try {
      const result = await this.run(request, {
        formats,
        source,
        onProgress,
        signal,
        onActivate: (trx) => this.markSucceeded(request.integrationToken, trx),
      });
      if (result.status === 'skipped') await this.markSucceeded(request.integrationToken);
      return result;
    } catch (error) {
      // What ended the import may also be why its status cannot be written; the next import writes it.
      await this.markFailed(request.integrationToken, failureReason(error)).catch(
        (failure: unknown) => {
          if (!isStoreOutage(failure)) throw failure;
        },
      );
      throw error;
    }
  }

  /** Imports files without changing the status of the integration; the caller does that. */
  async run(request: ImportRequest, options: ImportOptions = {}): Promise<ImportResult> {
    const { workFolder, metrics, tracing } = this.options;
    const { source = 'upload', store, onProgress } = options;
    const signal = AbortSignal.any([
      this.#stopping.signal,
      ...(options.signal ? [options.signal] : []),
    ]);
    await mkdir(workFolder, { recursive: true });
    const bytes = await sizeOf(request.files);
    const work = (report: OnProgress | undefined) => {
      const begin = () => this.#store(request, { ...options, onProgress: report, signal });
      const span = { source, files: request.files.length, bytes };
      const traced = () => traceImport(tracing, span, begin);
      return metrics ? measureImport(metrics, { bytes, source }, traced) : traced();
    };
    // With a connection of its own, an import need not wait for others.
    return this.track(
      store ? work(onProgress) : this.#queue.run({ bytes, onProgress, signal }, work),
    );
  }

  async #store(
    request: ImportRequest,
    { formats = providerFormats, store = this.options.store, ...options }: ImportOptions,
  ): Promise<ImportResult> {
    const { clock, workFolder } = this.options;
    const { onProgress, signal } = options;
    const loadStore = new DatabaseLoadStore(
      this.options,
      async (trx, loads) => {
        await options.onActivate?.(trx, loads);
        await this.options.onCostsChange?.(request.integrationToken, trx);
      },
      this.loadStore.unrecordedFailures,
    );
    const heartbeat = setInterval(
      () => void loadStore.heartbeat().catch(() => undefined),
      heartbeatMs,
    );
    try {
      const today = formatDate(clock());
      const environment = { store, loadStore, formats, workFolder, today, onProgress, signal };
      return await importCosts(environment, request);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Registers work that must end before the stores are closed. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#pending.add(work);
    const remove = () => this.#pending.delete(work);
    work.then(remove, remove);
    return work;
  }

  /** Cancels running imports and waits until they have cleaned up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** The owner of the bill in the first of these files. */
  async findBillOwner(files: readonly InputFile[], provider: string): Promise<BillOwner> {
    const { store, workFolder, clock } = this.options;
    await mkdir(workFolder, { recursive: true });
    return findBillOwner({ store, workFolder, today: formatDate(clock()) }, files, provider);
  }

  /** Sets the status to importing, unless an earlier import succeeded. */
  async markStarted(integrationToken: string): Promise<void> {
    const statusesBefore: IntegrationStatus[] = ['pending', 'connected', 'error'];
    await this.options.db
      .updateTable('integrations')
      .set({ status: 'importing' })
      .where('token', '=', integrationToken)
      .where('status', 'in', statusesBefore)
      .execute();
  }

  /** Sets the status to imported, or to importing while the integration is in no workspace. */
  async markSucceeded(integrationToken: string, db: Db = this.options.db): Promise<void> {
    await sql`
      update integrations set last_updated = ${this.options.clock()}, last_error = null,
        status = case when exists (select 1 from integration_workspaces w where w.integration_token = token)
          then 'imported' else 'importing' end
      where token = ${integrationToken}`.execute(db);
  }

  async markFailed(
    integrationToken: string,
    reason: string,
    status: 'error' | 'disconnected' = 'error',
  ): Promise<void> {
    await this.options.db
      .updateTable('integrations')
      .set({ status, last_error: reason })
      .where('token', '=', integrationToken)
      .execute();
  }
}

async function sizeOf(files: readonly InputFile[]): Promise<number> {
  const sizes = await Promise.all(files.map(({ path }) => stat(path)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** The reason to show to users; details of internal errors are only in the log. */
export function failureReason(error: unknown): string {
  if (error instanceof ImportError) return error.message;
  if (isDiskFull(error)) {
    return 'The disk of the server is full; nothing was changed. Free some space and import the files again.';
  }
  return isStoreOutage(error)
    ? 'The storage did not respond during the import; nothing was changed. Import the files again.'
    : 'The import failed due to an internal error; see the server log.';
}
