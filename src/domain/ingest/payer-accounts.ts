import { withTemporaryFolder } from '../../platform/lib/temporary-folder.js';
import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { detectFormat } from './detect-format.js';
import { providerFormats } from './formats/index.js';
import { mappedRows } from './mapped-rows.js';
import { openFiles, type InputFile } from './open-files.js';
import { SourceColumns } from './source-columns.js';
import { selectFromSource } from './read-source.js';
import { sourceRows } from './source-rows.js';
import { withSourceTables } from './with-source-tables.js';

/** A provider and the payer account that it bills; null if the bill does not name one. */
export interface PayerAccount {
  provider: string;
  payer: string | null;
}

/** Enough rows to identify a bill; reading all of them would double the time of an import. */
const sampleRows = 100_000;
const maxAccounts = 100;

/** Finds the payer accounts in the first rows of a file set, most rows first. */
export function findPayerAccounts(
  { store, workFolder, today }: { store: CostStore; workFolder: string; today: string },
  files: readonly InputFile[],
  provider: string,
): Promise<PayerAccount[]> {
  return withTemporaryFolder(workFolder, 'sample-', async (folder) => {
    const opened = await openFiles(files.slice(0, 1), folder);
    const { format, groups } = await detectFormat(store, opened, providerFormats);
    return withSourceTables(store, groups, {}, async ([group]) => {
      if (group === undefined) return [];
      const source = new SourceColumns(group.layout.header);
      const noFacts = { facts: {}, groupFacts: {}, retainedPartitions: [] };
      const mapping = format.map(source, { integrationToken: '', provider, today, ...noFacts });
      const rows = mappedRows(mapping, sourceRows(group, source));
      return selectFromSource<PayerAccount>(
        store,
        group,
        `SELECT provider, payer FROM (
SELECT toString(provider) AS provider, payer_account_id AS payer FROM (\n${rows}\n) WHERE empty(faults) LIMIT ${sampleRows}
) GROUP BY provider, payer ORDER BY count() DESC, provider, payer LIMIT ${maxAccounts}`,
      );
    });
  });
}
