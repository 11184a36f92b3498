import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { dataFileFormats } from '../../domain/data-file-formats.js';
import {
  findDataFiles,
  type StoredDataFile,
  storeDataFile,
} from '../../domain/intake/data-files/index.js';
import { ImportError, receiveFiles } from '../../domain/intake/ingest/index.js';
import { integrations } from '../../domain/intake/integrations/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { DomainFailure } from '../../platform/lib/errors.js';

const StoredFile = z
  .object({
    name: z.string(),
    format: z.string().describe('`aws_config`'),
    title: z.string().describe('`AWS Config snapshot`'),
    report: z.object({
      rows_read: z.int(),
      rows_stored: z.int(),
      warnings: z.array(z.string()).describe('At most 100.'),
    }),
  })
  .meta({ id: 'DataFile' });

export const createDataFile = operation({
  id: 'createDataFile',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/{integration_token}/data_files',
  summary:
    'Upload files that are not bills: inventory, utilisation, Kubernetes allocation, flow logs or prices; one file, or a form with several',
  params: z.object({ integration_token: z.string() }),
  query: z.object({ name: z.string().optional().describe('File name, if the body is one file.') }),
  stream: true,
  status: 201,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: z.object({ data_files: z.array(StoredFile) }).meta({ id: 'DataFiles' }),
  // Each file is stored whole or not at all by its format, which may write to both stores.
  ownTransaction: true,
  run: async ({ params, query }, ctx) => {
    const { services, now } = ctx;
    const { folder, files } = await receiveFiles(ctx.incoming!, {
      workFolder: services.workFolder,
      name: query.name ?? 'data',
      maxBytes: services.config.maxImportBytes,
    });
    try {
      const integration = await integrations.rows.load(ctx, params.integration_token);
      const { dataFiles, others } = await findDataFiles(files, folder, dataFileFormats);
      if (others[0]) {
        throw new ImportError(`${others[0].name} has none of the known formats of data files.`);
      }
      const stored: StoredDataFile[] = [];
      for (const dataFile of dataFiles) {
        stored.push(await storeDataFile(dataFile, { services, integration, now }));
      }
      return { data_files: stored.map(serializeStored) };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      throw new DomainFailure([error.message, ...error.details]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

function serializeStored({ report, ...file }: StoredDataFile): z.input<typeof StoredFile> {
  const { rowsRead: rows_read, rowsStored: rows_stored, warnings } = report;
  return { ...file, report: { rows_read, rows_stored, warnings } };
}
