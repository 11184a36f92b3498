import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Services } from '../../../platform/kernel/services.js';
import type { Clock } from '../../../platform/lib/time.js';
import { type Run, trackImportRun } from '../import-runs/index.js';

/** An import that was running when the process ended this often is not begun again: it may be the reason. */
const maxResumed = 3;

/** What an import run imports; files are paths inside its folder. */
export const UploadRequest = z.object({
  provider: z.string(),
  reportName: z.string().optional(),
  sourceVersion: z.string().optional(),
  billingPeriod: z.string().optional(),
  files: z.array(z.object({ name: z.string(), path: z.string() })),
});
type UploadRequest = z.output<typeof UploadRequest>;

interface Uploads {
  services: Services;
  clock: Clock;
}

const uploadsFolder = ({ config }: Pick<Services, 'config'>) => join(config.data, 'uploads');

/**
 * Imports received files in the background. With an embedded engine, whose process alone has the data folder, they
 * are kept until then, and the next start of the server goes on with the import.
 */
export async function importUpload(
  uploads: Uploads,
  run: Run,
  request: UploadRequest,
  received: string,
): Promise<void> {
  const { services } = uploads;
  if (!services.importer.options.singleProcess) return runUpload(uploads, run, request, received);
  const kept = join(uploadsFolder(services), String(run.run_id));
  const files = request.files.map(({ name, path }) => ({ name, path: relative(received, path) }));
  await mkdir(uploadsFolder(services), { recursive: true });
  await rename(received, kept);
  await services.db
    .updateTable('import_runs')
    .set({ request: JSON.stringify({ ...request, files }) })
    .where('run_id', '=', run.run_id)
    .execute();
  runUpload(uploads, run, { ...request, files: inside(kept, files) }, kept);
}

const inside = (folder: string, files: UploadRequest['files']) =>
  files.map(({ name, path }) => ({ name, path: join(folder, path) }));

function runUpload(
  { services, clock }: Uploads,
  run: Run,
  request: UploadRequest,
  folder: string,
): void {
  const { importer } = services;
  const integrationToken = run.integration_token!;
  trackImportRun(
    { services, clock },
    run,
    async (onProgress, signal) => {
      const result = await importer.import({ integrationToken, ...request }, onProgress, signal);
      const loads = result.status === 'committed' ? result.loads : [];
      return { status: result.status, loadIds: loads.map((load) => load.loadId) };
    },
    async () => {
      const goesOn = importer.stopping.aborted && importer.options.singleProcess;
      if (!goesOn) await rm(folder, { recursive: true, force: true });
    },
  );
}

/** Goes on with the imports of uploads that the end of the process interrupted. */
export async function resumeUploads(uploads: Uploads): Promise<void> {
  const { services, clock } = uploads;
  const { db, importer, log } = services;
  const { runner, singleProcess } = importer.options;
  if (!singleProcess) return;
  const root = uploadsFolder(services);
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    const run = await db
      .updateTable('import_runs')
      .set(({ eb }) => ({ runner, seen_at: clock(), resumed: eb('resumed', '+', 1) }))
      .where('run_id', '=', /^\d{1,9}$/.test(name) ? Number(name) : 0)
      .where('status', '=', 'running')
      .where('request', 'is not', null)
      .where('resumed', '<', maxResumed)
      .returningAll()
      .executeTakeFirst();
    const request = UploadRequest.safeParse(run?.request).data;
    const files = request && inside(folder, request.files);
    if (!run || !files || !(await areThere(files))) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    log.info({ run: run.run_id }, 'going on with an import that was interrupted');
    runUpload(uploads, run, { ...request, files }, folder);
  }
}

async function areThere(files: UploadRequest['files']): Promise<boolean> {
  const found = await Promise.all(
    files.map(({ path }) =>
      stat(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}
