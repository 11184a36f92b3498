import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { dataFileFormats } from '../../domain/data-file-formats.js';
import { findDataFiles } from '../../domain/intake/data-files/index.js';
import { ImportError, receiveFiles } from '../../domain/intake/ingest/index.js';
import {
  ImportRun,
  integrations,
  serializeImportRun,
  startDataFileRun,
} from '../../domain/intake/integrations/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { DomainFailure } from '../../platform/lib/errors.js';

export const createDataFile = operation({
  id: 'createDataFile',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/{integration_token}/data_files',
  summary:
    'Upload files that are not bills: inventory, utilization, Kubernetes allocation, flow logs or prices; one file, or a form with several. They are stored in the background; `GET /console/imports/runs/{run_id}` tells how far, and what became of them',
  params: z.object({ integration_token: z.string() }),
  query: z.object({ name: z.string().optional().describe('File name, if the body is one file.') }),
  stream: true,
  status: 202,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: ImportRun,
  // Each file is stored whole or not at all by its format, which may write to both stores.
  ownTransaction: true,
  run: async ({ params, query }, ctx) => {
    const { services, now } = ctx;
    const { folder, files } = await receiveFiles(ctx.incoming!, {
      workFolder: services.workFolder,
      name: query.name ?? 'data',
      maxBytes: services.config.maxImportBytes,
    });
    const cleanUp = async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      if (!(error instanceof ImportError)) throw error;
      throw new DomainFailure([error.message, ...error.details]);
    };
    const start = async () => {
      const integration = await integrations.rows.load(ctx, params.integration_token);
      const { dataFiles, others } = await findDataFiles(files, folder, dataFileFormats);
      if (others[0]) {
        throw new ImportError(`${others[0].name} has none of the known formats of data files.`);
      }
      return startDataFileRun(ctx, integration, dataFiles, folder);
    };
    // Once it has started, the run deletes the files itself.
    return serializeImportRun(services, await start().catch(cleanUp), now);
  },
});
