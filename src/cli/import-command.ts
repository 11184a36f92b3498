import { dataFileFormats } from '../domain/data-file-formats.js';
import {
  type FoundDataFile,
  findDataFiles,
  dataFileLines,
  needsIntegration,
  storeDataFile,
} from '../domain/intake/data-files/index.js';
import { ImportError } from '../domain/intake/ingest/index.js';
import {
  chooseIntegration,
  readImportReport,
  integrations,
} from '../domain/intake/integrations/index.js';
import type { FetchedSet } from '../domain/intake/bill-sources/index.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import { type Command, type CommandInput, UsageError } from './command.js';
import { collectFileSets } from './collect-file-sets.js';
import { reportLines } from './import-report-lines.js';
import { progressLine } from './progress-line.js';

export const importCommand: Command = {
  name: 'import',
  usage:
    'import PATH_OR_URL… [--integration TOKEN_OR_NAME] [--provider KEY] [--workspace TOKEN_OR_NAME]',
  summary: 'Import bills and data files from files, folders, and http(s)://, s3:// and gs:// URLs',
  options: {
    integration: { type: 'string' },
    provider: { type: 'string' },
    workspace: { type: 'string' },
  },
  run: async (input) => {
    const { app, positionals, cwd, showProgress, signal } = input;
    if (positionals.length === 0) throw missingFiles();
    const { workFolder, serverCredentials, sendRequest } = app.services;
    await withTemporaryFolder(workFolder, 'fetched-', async (folder) => {
      const sources = { serverCredentials, sendRequest };
      const environment = { cwd, folder, ...sources, showProgress, signal };
      for (const set of await collectFileSets(positionals, environment)) {
        const { dataFiles, others } = await findDataFiles(set.files, folder, dataFileFormats);
        for (const file of dataFiles) await importDataFile(input, file);
        if (others.length > 0) await importSet(input, { ...set, files: others });
      }
    });
  },
};

/** The import command was called without files. */
export const missingFiles = () => new UsageError('Specify the files or folders to import.');

async function importDataFile(
  { app, flags, print, showProgress, signal }: CommandInput,
  dataFile: FoundDataFile,
): Promise<void> {
  const { file, format } = dataFile;
  if (!flags['integration']) throw new ImportError(needsIntegration(file.name, format.title));
  showProgress(`Reading ${file.name}`);
  const ctx = await operatorContext(app);
  const { token } = await chooseIntegration(ctx, [], flags);
  const integration = await integrations.rows.load(ctx, token);
  const { services, now } = ctx;
  const stored = await storeDataFile(dataFile, { services, integration, now, signal });
  for (const line of dataFileLines(stored)) print(line);
}

async function importSet(
  { app, flags, print, showProgress, signal }: CommandInput,
  set: FetchedSet,
): Promise<void> {
  const { services } = app;
  const names = set.files.map((file) => file.name);
  showProgress(`Reading ${names[0]}`);
  const ctx = await operatorContext(app);
  const { token, name, provider } = await chooseIntegration(ctx, set.files, flags);
  const result = await services.importer.import(
    { integrationToken: token, provider, ...set },
    (progress) => showProgress(progressLine(progress)),
    signal,
  );
  const files = names.length === 1 ? names[0]! : `${names.length} files`;
  if (result.status === 'skipped') {
    print(`${files}: already imported into ${name} (${token}), nothing to do.`);
    return;
  }
  print(`${files}: imported into ${name} (${token}).`);
  print('');
  const report = await readImportReport(
    services,
    result.loads.map((load) => load.loadId),
  );
  for (const line of reportLines(report)) print(line);
}
