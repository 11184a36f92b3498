import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { providerFormats } from './formats/index.js';
import { mappedRows } from './lines-sql.js';
import { openFiles, type OfferedFile } from './open-files.js';
import { recognise } from './recognise.js';
import { readingSettings, sourceRows } from './rows-sql.js';
import { Source } from './source.js';

/** A provider and the account it bills. */
export interface Biller {
  provider: string;
  payer: string | null;
}

/** Enough rows to know a bill by; reading all of it would double the work of an import. */
const sampleRows = 100_000;
const mostBillers = 100;

/** Who is billed by the first rows of a file set, most rows first. */
export async function billersOf(
  { store, workFolder, today }: { store: CostStore; workFolder: string; today: string },
  files: readonly OfferedFile[],
  provider: string,
): Promise<Biller[]> {
  const folder = await mkdtemp(join(workFolder, 'glance-'));
  try {
    const opened = await openFiles(store, files.slice(0, 1), folder);
    const { format, groups } = await recognise(store, opened, providerFormats);
    const [group] = groups;
    if (group === undefined) return [];
    const source = new Source(group.header.header);
    const unknown = { facts: {}, ownFacts: {}, carriedPartitions: [] };
    const mapping = format.map(source, { integrationToken: '', provider, today, ...unknown });
    const rows = mappedRows(mapping, sourceRows(group, source));
    return await selectRows<Biller>(
      store.bulk,
      `SELECT provider, payer FROM (
SELECT toString(provider) AS provider, payer_account_id AS payer FROM (\n${rows}\n) WHERE empty(faults) LIMIT ${sampleRows}
) GROUP BY provider, payer ORDER BY count() DESC, provider, payer LIMIT ${mostBillers}`,
      undefined,
      readingSettings(group),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
