import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { providerFormats } from '../../src/domain/intake/ingest/formats/index.js';
import {
  importCosts,
  type ImportEnvironment,
  type ImportRequest,
  type ImportResult,
} from '../../src/domain/intake/ingest/import-costs.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { costStore } from './engine.js';
import { MemoryLoadStore } from './memory-load-store.js';

let integrations = 0;

/** A separate integration for one test. */
export class TestIntegration {
  readonly token = `accss_crdntl_test${++integrations}`;
  readonly loadStore = new MemoryLoadStore();

  /** Imports files by path; the other arguments override the request and the environment. */
  async import(
    paths: string | string[],
    request: Partial<ImportRequest> = {},
    environment: Partial<ImportEnvironment> = {},
  ): Promise<ImportResult> {
    const workFolder = mkdtempSync(join(tmpdir(), 'farthing-work-'));
    try {
      return await importCosts(
        {
          store: await costStore(),
          loadStore: this.loadStore,
          formats: providerFormats,
          workFolder,
          today: '2026-01-15',
          ...environment,
        },
        {
          integrationToken: this.token,
          provider: 'custom_provider',
          files: [paths].flat().map((path) => ({ name: basename(path), path })),
          ...request,
        },
      );
    } finally {
      rmSync(workFolder, { recursive: true, force: true });
    }
  }

  /** Rows of a query over the active loads of a table. */
  async select<Row = Record<string, unknown>>(
    columns: string,
    rest = '',
    table = 'lines',
  ): Promise<Row[]> {
    const { client } = await costStore();
    const loads = sql.numbers([0, ...this.loadStore.activeIds()]);
    const rows = sql`SELECT * FROM ${sql.ref(table)} WHERE load_id IN (${loads})`;
    return selectRows<Row>(
      client,
      sql`SELECT ${sql.raw(columns)} FROM (${rows}) ${sql.raw(rest)}`,
      { asterisk_include_alias_columns: 1 },
    );
  }

  /** Billed, effective and list cost of all active lines. */
  async totals(): Promise<{ billed: string; effective: string; list: string | null }> {
    const [row] = await this.select<{ billed: string; effective: string; list: string | null }>(
      'sum(billed_cost) AS billed, sum(effective_cost) AS effective, sum(list_cost) AS list',
    );
    if (row === undefined) throw new Error('no totals');
    return row;
  }
}
