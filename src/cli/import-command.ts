import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseIntegration } from '../domain/integrations/choose-integration.js';
import { readImportReport } from '../domain/integrations/import-report.js';
import type { FetchedSet } from '../domain/bill-sources/file-sets.js';
import { type Command, type CommandInput, UsageError } from './command.js';
import { reportLines } from './import-report-lines.js';
import { collectSets } from './import-sets.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { progressLine } from './progress-line.js';

export const importCommand: Command = {
  name: 'import',
  usage:
    'import PATH_OR_URL… [--integration TOKEN_OR_NAME] [--provider KEY] [--workspace NAME_OR_TOKEN]',
  summary: 'Import bills: files, folders, http(s)://, s3:// and gs:// addresses',
  options: {
    integration: { type: 'string' },
    provider: { type: 'string' },
    workspace: { type: 'string' },
  },
  run: async (input) => {
    const { app, words, cwd, passing, signal } = input;
    if (words.length === 0) throw new UsageError('Give the files or folders to import.');
    const { importer, ownAccess: own } = app.services;
    const { workFolder } = importer.options;
    await mkdir(workFolder, { recursive: true });
    const folder = await mkdtemp(join(workFolder, 'fetched-'));
    try {
      const sets = await collectSets(words, { cwd, folder, own, passing, signal });
      for (const set of sets) await importSet(input, set);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function importSet(
  { app, flags, print, passing, signal }: CommandInput,
  set: FetchedSet,
): Promise<void> {
  const { services } = app;
  const names = set.files.map((file) => file.name);
  passing(`Looking into ${names[0]}`);
  const ctx = await operatorContext(app);
  const { token, name, provider } = await chooseIntegration(ctx, set.files, flags);
  const result = await services.importer.import(
    { integrationToken: token, provider, ...set },
    (progress) => passing(progressLine(progress)),
    signal,
  );
  const what = names.length === 1 ? names[0]! : `${names.length} files`;
  if (result.status === 'skipped') {
    print(`${what}: nothing to do, ${name} (${token}) holds exactly this already.`);
    return;
  }
  print(`${what}: imported into ${name} (${token}).`);
  print('');
  const report = await readImportReport(
    services,
    result.loads.map((load) => load.loadId),
  );
  for (const line of reportLines(report)) print(line);
}
