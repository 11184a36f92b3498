import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Selectable } from 'kysely';
import type { JobContext } from '../../platform/jobs/job.js';
import { addSeconds } from '../../platform/lib/time.js';
import type { Services } from '../../platform/kernel/services.js';
import type { Tables } from '../../platform/store/tables.js';
import { costExporter } from './cost-exporter.js';
import { writeCsvFiles } from './csv-files.js';
import type { Exporter, ExportType } from './exporter.js';
import { unitCostsExporter } from './unit-costs-exporter.js';

type DataExport = Selectable<Tables['data_exports']>;

/** What can be exported. Further kinds add their line. */
const exporters: Partial<Record<ExportType, Exporter>> = {
  cost_report: costExporter,
  unit_costs: unitCostsExporter,
};

const rowsPerFile = 1_000_000;
const validSeconds = 24 * 3600;

/** Makes the files of an export that is asked for. Where they are made already, nothing happens. */
export async function makeExport(token: string, { services, clock }: JobContext): Promise<string> {
  const asked = await claim(services.db, token);
  if (!asked) return `The export ${token} needs no files`;
  const count = await storeFiles(asked, services);
  const now = clock();
  const valid_until = addSeconds(now, validSeconds);
  await unfinished(services.db, token)
    .set({ status: 'completed', completed_at: now, valid_until })
    .execute();
  return `${count} files made for the export ${token}`;
}

/** A run that broke off left the export in processing, so that state can be claimed again. */
function claim(db: Kysely<Tables>, token: string): Promise<DataExport | undefined> {
  return unfinished(db, token).set({ status: 'processing' }).returningAll().executeTakeFirst();
}

const unfinished = (db: Kysely<Tables>, token: string) =>
  db
    .updateTable('data_exports')
    .where('token', '=', token)
    .where('status', 'in', ['pending', 'processing']);

/** Makes and stores the files, and says how many there are. */
async function storeFiles(asked: DataExport, services: Services): Promise<number> {
  const exporter = exporters[asked.export_type as ExportType];
  if (!exporter) throw new Error(`Nothing makes exports of the type ${asked.export_type}`);
  const { workFolder } = services;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'export-'));
  try {
    const table = await exporter.read(asked.request, { services, folder });
    const paths = await writeCsvFiles(table, folder, rowsPerFile);
    const files = paths.map((path, index) => ({
      path,
      key: `exports/${asked.token}-${index + 1}.csv`,
    }));
    // Noted before they are there, so that the clean-up finds them whatever happens next.
    const keys = JSON.stringify(files.map(({ key }) => ({ key })));
    await unfinished(services.db, asked.token).set({ files: keys }).execute();
    for (const { path, key } of files) await services.files.put(key, createReadStream(path));
    return files.length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends an export that cannot be made, so that whoever polls it learns so. */
export async function failExport(db: Kysely<Tables>, token: string, reason: string): Promise<void> {
  await unfinished(db, token).set({ status: 'failed', reason }).execute();
}
