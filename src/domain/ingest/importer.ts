import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { formatDate } from '../../platform/lib/time.js';
import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Db, IntegrationStatus } from '../../platform/store/tables.js';
import { type Biller, billersOf } from './billers.js';
import { type Alongside, DatabaseLoadBook, type LoadBookOptions } from './database-load-book.js';
import type { Format } from './format.js';
import { providerFormats } from './formats/index.js';
import { type ImportRequest, type ImportResult, importCosts } from './import-costs.js';
import { ImportError } from './import-error.js';
import type { OfferedFile } from './open-files.js';
import type { OnProgress } from './progress.js';

const beatMs = 60_000;

/** What an import may be told beside its request. */
export interface ImportOptions {
  /** Without formats of its own, a request is read as the export of a provider. */
  formats?: readonly Format[];
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** Written in the transaction that makes the new loads active. */
  alongside?: Alongside;
  /** Another connection for the engine's work than the one for long imports. */
  store?: CostStore;
}

/** Imports into integrations: runs the files through the engine and keeps the integration's state true. */
export class Importer {
  readonly book: DatabaseLoadBook;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(readonly options: LoadBookOptions & { store: CostStore; workFolder: string }) {
    this.book = new DatabaseLoadBook(options);
  }

  /** Imports and sets the state of the integration by the outcome. */
  async import(
    request: ImportRequest & { formats?: readonly Format[] },
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ): Promise<ImportResult> {
    const { formats } = request;
    await this.begun(request.integrationToken);
    try {
      const result = await this.run(request, {
        formats,
        onProgress,
        signal,
        alongside: (trx) => this.succeeded(request.integrationToken, trx),
      });
      if (result.status === 'skipped') await this.succeeded(request.integrationToken);
      return result;
    } catch (error) {
      await this.failed(request.integrationToken, reasonOf(error));
      throw error;
    }
  }

  /** Runs files through the engine; the state of the integration is the caller's. */
  async run(request: ImportRequest, options: ImportOptions = {}): Promise<ImportResult> {
    const { clock, workFolder } = this.options;
    const { formats = providerFormats, store = this.options.store, onProgress } = options;
    const signal = AbortSignal.any([
      this.#stopping.signal,
      ...(options.signal ? [options.signal] : []),
    ]);
    await mkdir(workFolder, { recursive: true });
    const book = new DatabaseLoadBook(this.options, options.alongside);
    const beat = setInterval(() => void book.beat().catch(() => undefined), beatMs);
    try {
      const today = formatDate(clock());
      const environment = { store, book, formats, workFolder, today, onProgress, signal };
      return await this.track(importCosts(environment, request));
    } finally {
      clearInterval(beat);
    }
  }

  /** Takes note of work that must end before the stores close. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    const forget = () => this.#underWay.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Calls off what is under way and waits for it; nothing half-done is left behind. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** Who is billed by the first of these files, most rows first. */
  async billersOf(files: readonly OfferedFile[], provider: string): Promise<Biller[]> {
    const { store, workFolder, clock } = this.options;
    await mkdir(workFolder, { recursive: true });
    return billersOf({ store, workFolder, today: formatDate(clock()) }, files, provider);
  }

  /** A first import is visible as such; later ones leave the state alone. */
  async begun(integration: string): Promise<void> {
    const first: IntegrationStatus[] = ['pending', 'connected', 'error'];
    await this.options.db
      .updateTable('integrations')
      .set({ status: 'importing' })
      .where('token', '=', integration)
      .where('status', 'in', first)
      .execute();
  }

  /** Imported once a workspace shows it; until then it counts as importing. */
  async succeeded(integration: string, db: Db = this.options.db): Promise<void> {
    await sql`
      update integrations set last_updated = ${this.options.clock()}, last_error = null,
        status = case when exists (select 1 from integration_workspaces w where w.integration_token = token)
          then 'imported' else 'importing' end
      where token = ${integration}`.execute(db);
  }

  async failed(
    integration: string,
    reason: string,
    status: 'error' | 'disconnected' = 'error',
  ): Promise<void> {
    await this.options.db
      .updateTable('integrations')
      .set({ status, last_error: reason })
      .where('token', '=', integration)
      .execute();
  }
}

/** One sentence for people; what is no fault of the file is in the log. */
export function reasonOf(error: unknown): string {
  return error instanceof ImportError
    ? error.message
    : 'The import failed inside Farthing; its log says why.';
}

export const workFolderOf = (data: string) => join(data, 'work');
