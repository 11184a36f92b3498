import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { formatDate } from '../lib/time.js';
import type { CostStore } from '../store/clickhouse/cost-store.js';
import type { IntegrationStatus } from '../store/tables.js';
import { DatabaseLoadBook, type LoadBookOptions } from './database-load-book.js';
import type { Format } from './format.js';
import { providerFormats } from './formats/index.js';
import { type ImportRequest, type ImportResult, importCosts } from './import-costs.js';
import { ImportError } from './import-error.js';
import type { OnProgress } from './progress.js';

const beatMs = 60_000;

/** Imports into integrations: runs the files through the engine and keeps the integration's state true. */
export class Importer {
  readonly book: DatabaseLoadBook;

  constructor(readonly options: LoadBookOptions & { store: CostStore; workFolder: string }) {
    this.book = new DatabaseLoadBook(options);
  }

  /** Without formats of its own, a request is read as the export of a provider. */
  async import(
    request: ImportRequest & { formats?: readonly Format[] },
    onProgress?: OnProgress,
  ): Promise<ImportResult> {
    const { store, clock, workFolder } = this.options;
    const { formats = providerFormats } = request;
    await mkdir(workFolder, { recursive: true });
    await this.#move(request.integrationToken, 'importing', ['pending', 'connected', 'error']);
    const beat = setInterval(() => void this.book.beat().catch(() => undefined), beatMs);
    try {
      const environment = {
        store,
        book: this.book,
        formats,
        workFolder,
        today: formatDate(clock()),
        onProgress,
      };
      const result = await importCosts(environment, request);
      await this.succeeded(request.integrationToken);
      return result;
    } catch (error) {
      const reason =
        error instanceof ImportError
          ? error.message
          : 'The import failed inside Farthing; its log says why.';
      await this.failed(request.integrationToken, reason);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  /** Imported once a workspace shows it; until then it counts as importing. */
  async succeeded(integration: string): Promise<void> {
    await sql`
      update integrations set last_updated = ${this.options.clock()}, last_error = null,
        status = case when exists (select 1 from integration_workspaces w where w.integration_token = token)
          then 'imported' else 'importing' end
      where token = ${integration}`.execute(this.options.db);
  }

  async failed(integration: string, reason: string): Promise<void> {
    await this.options.db
      .updateTable('integrations')
      .set({ status: 'error', last_error: reason })
      .where('token', '=', integration)
      .execute();
  }

  async #move(
    integration: string,
    to: IntegrationStatus,
    from: IntegrationStatus[],
  ): Promise<void> {
    await this.options.db
      .updateTable('integrations')
      .set({ status: to })
      .where('token', '=', integration)
      .where('status', 'in', from)
      .execute();
  }
}

export const workFolderOf = (data: string) => join(data, 'work');
