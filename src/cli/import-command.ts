import { chooseIntegration } from '../domain/integrations/choose-integration.js';
import { readImportReport } from '../domain/integrations/import-report.js';
import type { FetchedSet } from '../domain/bill-sources/file-sets.js';
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
  summary: 'Import bills from files, folders, and http(s)://, s3:// and gs:// URLs',
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
        await importSet(input, set);
      }
    });
  },
};

/** The import command was called without files. */
export const missingFiles = () => new UsageError('Specify the files or folders to import.');

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
