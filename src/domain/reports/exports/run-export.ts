import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Selectable } from 'kysely';
import type { JobContext } from '../../../platform/jobs/job.js';
import { addSeconds } from '../../../platform/lib/time.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Tables } from '../../../platform/store/tables.js';
import { costExporter } from './cost-exporter.js';
import { formulaKey } from './data-export.js';
import { kubernetesExporter } from './kubernetes-exporter.js';
import { neutralizeFormulas } from './neutralize-formulas.js';
import { writeCsvFiles } from './write-csv-files.js';
import type { Exporter, ExportType } from './exporter.js';
import { unitCostsExporter } from './unit-costs-exporter.js';

type DataExport = Selectable<Tables['data_exports']>;

/** Exporters by type. */
const exporters: Record<ExportType, Exporter> = {
  cost_report: costExporter,
  unit_costs: unitCostsExporter,
  kubernetes_efficiency_report: kubernetesExporter,
};

const rowsPerFile = 1_000_000;
const validSeconds = 24 * 3600;

/** Writes the files of an export, unless it is already finished. */
export async function runExport(token: string, { services, clock }: JobContext): Promise<string> {
  const claimed = await claim(services.db, token);
  if (!claimed) return `The export ${token} is already finished`;
  const count = await storeFiles(claimed, services);
  const now = clock();
  const valid_until = addSeconds(now, validSeconds);
  await unfinished(services.db, token)
    .set({ status: 'completed', completed_at: now, valid_until })
    .execute();
  return `${count} files written for the export ${token}`;
}

/** An interrupted run leaves the export in `processing`, so that state can be claimed again. */
function claim(db: Kysely<Tables>, token: string): Promise<DataExport | undefined> {
  return unfinished(db, token).set({ status: 'processing' }).returningAll().executeTakeFirst();
}

const unfinished = (db: Kysely<Tables>, token: string) =>
  db
    .updateTable('data_exports')
    .where('token', '=', token)
    .where('status', 'in', ['pending', 'processing']);

/** Writes and stores the files, and returns their number. */
async function storeFiles(claimed: DataExport, services: Services): Promise<number> {
  const exporter = exporters[claimed.export_type as ExportType];
  const { workFolder } = services;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'export-'));
  try {
    const exact = await exporter.read(claimed.request, { services, folder });
    const table = claimed.request[formulaKey] ? neutralizeFormulas(exact) : exact;
    const paths = await writeCsvFiles(table, folder, rowsPerFile);
    const files = paths.map((path, index) => ({
      path,
      key: `exports/${claimed.token}-${index + 1}.csv`,
    }));
    // Recorded before the upload, so that the clean-up finds the files if this process dies.
    const keys = JSON.stringify(files.map(({ key }) => ({ key })));
    await unfinished(services.db, claimed.token).set({ files: keys }).execute();
    for (const { path, key } of files) await services.files.put(key, createReadStream(path));
    return files.length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Marks an export as failed, for clients that poll it. */
export async function failExport(db: Kysely<Tables>, token: string, reason: string): Promise<void> {
  await unfinished(db, token).set({ status: 'failed', reason }).execute();
}
