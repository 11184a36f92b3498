import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { detectFormat } from './detect-format.js';
import { ImportError } from './import-error.js';
import { providerFormats } from './formats/index.js';
import { selectMapped } from './mapped-rows.js';
import { openFiles, type InputFile } from './open-files.js';
import type { MappedGroup } from './plan-import.js';
import { describeFaults, rejectedRowsError } from './rejected-rows.js';
import { SourceColumns } from './source-columns.js';
import { selectFromSource } from './read-source.js';
import { sourceRows } from './source-rows.js';
import { withSourceTables } from './with-source-tables.js';

/** A provider and the payer account that it bills; null if the bill does not name one. */
export interface PayerAccount {
  provider: string;
  payer: string | null;
  /** Who sends the bill, if its provider is none of the known ones. */
  issuer: string | null;
}

/** Whose bill a file set is. */
export interface BillOwner {
  /** The only provider whose exports have the format of the files, if there is one. */
  formatProvider: string | undefined;
  /** The payer accounts of the bill, most rows first. */
  accounts: [PayerAccount, ...PayerAccount[]];
}

/** Enough rows to identify a bill; reading all of them would double the time of an import. */
const sampleRows = 100_000;
const maxAccounts = 100;

/** Finds the owner of a bill in the first rows of a file set. */
export function findBillOwner(
  { store, workFolder, today }: { store: CostStore; workFolder: string; today: string },
  files: readonly InputFile[],
  provider: string,
): Promise<BillOwner> {
  return withTemporaryFolder(workFolder, 'sample-', async (folder) => {
    const opened = await openFiles(files.slice(0, 1), folder);
    const { format, groups } = await detectFormat(store, opened, providerFormats);
    return withSourceTables(store, groups, {}, async ([group]) => {
      if (group === undefined) throw new ImportError('There is no file to import.');
      const source = new SourceColumns(group.layout.header);
      const noFacts = { facts: {}, groupFacts: {}, retainedPartitions: [] };
      const mapping = format.map(source, { integrationToken: '', provider, today, ...noFacts });
      const rows = sourceRows(group, source);
      const [main, ...others] = await selectFromSource<PayerAccount>(
        store,
        group,
        selectMapped(
          mapping,
          rows,
          (mappedRows) => sql`SELECT provider, payer, issuer FROM (
SELECT toString(provider) AS provider, payer_account_id AS payer,
  if(provider = 'custom_provider', coalesce(invoice_issuer, publisher), NULL) AS issuer
FROM (\n${mappedRows}\n) WHERE ok LIMIT ${sampleRows}
) GROUP BY provider, payer, issuer ORDER BY count() DESC, provider, payer, issuer LIMIT ${maxAccounts}`,
        ),
      );
      if (main === undefined)
        throw await unreadableFile(store, { group, mapping, rows, unread: [] });
      return { formatProvider: format.provider, accounts: [main, ...others] };
    });
  });
}

async function unreadableFile(store: CostStore, group: MappedGroup): Promise<ImportError> {
  const faults = await describeFaults(store, [group]);
  return faults.length === 0
    ? new ImportError('The file has a header but no rows.')
    : rejectedRowsError('No row of the file can be read', faults);
}
