import { join } from 'node:path';
import { z } from 'zod';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import type { Clock } from '../../../platform/lib/time.js';
import { type DataFileFormat, findDataFiles, storeDataFile } from '../data-files/index.js';
import { createImportRun, followImportRun } from '../import-runs/index.js';
import { ImportError, failureReason } from '../ingest/index.js';
import { type AzurePrincipal, azureAuthorization } from './azure-principal.js';
import { AccessDenied, type BillSource, listObjects } from './bill-source.js';
import {
  type FetchedSet,
  type FileSet,
  fetchFileSet,
  findFileSets,
  findUnlistedFiles,
  versionOf,
} from './file-sets.js';
import { KeptFiles } from './kept-files.js';
import { Location, LocationSecrets, openLocation } from './location.js';

type Integration = Row<'integrations'>;

/** How many bills were imported and how many failed; or the server was stopped meanwhile. */
type PollResult = { imported: number; failed: number } | 'interrupted';

/**
 * Imports new and changed bills from the source of an integration and updates the integration's status. What a stop
 * of the server interrupts is no failure: the next poll goes on from there.
 */
export async function pollBillSource(
  services: Services,
  integration: Integration,
  { clock, dataFileFormats }: { clock: Clock; dataFileFormats: readonly DataFileFormat[] },
): Promise<PollResult> {
  const { importer, log } = services;
  const { stopping } = importer;
  try {
    const opened = await openSource(services, integration);
    if (!opened) {
      await markSucceeded(services, integration, false);
      return { imported: 0, failed: 0 };
    }
    const source = new KeptFiles(opened, join(keptFilesFolder(services), integration.token));
    const sets = await findNewSets(services, integration, source);
    if (sets.length > 0) await importer.markStarted(integration.token);
    const failures: unknown[] = [];
    for (const set of sets) {
      const onFailure = (error: unknown) => {
        log.warn(
          { err: error, integration: integration.token, set: set.key },
          'import of a bill failed',
        );
        failures.push(error);
      };
      const options = { source, clock, dataFileFormats, onFailure };
      await importSet(services, integration, set, options).catch((error: unknown) => {
        if (!stopping.aborted) onFailure(error);
      });
      if (stopping.aborted) return 'interrupted';
    }
    // A failed set does not stop the others; the integration shows the first failure.
    if (failures.length > 0) {
      await importer.markFailed(integration.token, failureReason(failures[0]));
    } else {
      await markSucceeded(services, integration, sets.length > 0);
      await source.dropAll();
    }
    return { imported: sets.length - failures.length, failed: failures.length };
  } catch (error) {
    if (stopping.aborted) return 'interrupted';
    if (!(error instanceof ImportError)) {
      log.error({ err: error, integration: integration.token }, 'checking a location failed');
    }
    const wasConnected = integration.last_updated !== null;
    const status = error instanceof AccessDenied && wasConnected ? 'disconnected' : 'error';
    await importer.markFailed(integration.token, failureReason(error), status);
    return { imported: 0, failed: 1 };
  }
}

/** Files of integrations that are fetched and not yet imported; they outlive the process. */
export const keptFilesFolder = ({ config }: Pick<Services, 'config'>) =>
  join(config.data, 'fetched');

/** Opens the integration's source. Without a location there is none yet, and only the credentials are checked. */
async function openSource(
  services: Services,
  integration: Integration,
): Promise<BillSource | undefined> {
  const { vault, serverCredentials } = services;
  const secrets = integration.secrets ? (vault.open(integration.secrets) as object) : {};
  const principal = principalOf(integration, secrets);
  const { location } = integration.settings;
  if (location !== undefined) {
    const parsed = Location.safeParse(location);
    // Stored before the rules for locations became stricter.
    if (!parsed.success) throw new ImportError('The location is not valid any more; set it again.');
    return openLocation(parsed.data, LocationSecrets.parse(secrets), services, principal);
  }
  if (principal) await azureAuthorization(principal, serverCredentials.azureAuthority)();
  return undefined;
}

/** How the bills of an integration come here, for metrics; without a location, only credentials are checked. */
export function schemeOf({ settings }: Integration): LocationScheme {
  const location = Location.safeParse(settings.location).data;
  return LocationScheme.parse(location ? /^\w+/.exec(location.url)?.[0] : 'az');
}

const LocationScheme = z.enum(['file', 's3', 'gs', 'az']);
type LocationScheme = z.output<typeof LocationScheme>;

/** The service principal that an Azure integration was created with. */
function principalOf(
  { provider, account_identifier: tenant, settings }: Integration,
  secrets: object,
): AzurePrincipal | undefined {
  const credentials = PrincipalCredentials.safeParse({ ...settings, ...secrets });
  if (provider !== 'azure' || tenant === null || !credentials.success) return undefined;
  return { tenant, appId: credentials.data.app_id, password: credentials.data.password };
}

const PrincipalCredentials = z.object({ app_id: z.string(), password: z.string() });

async function findNewSets(
  { db }: Services,
  integration: Integration,
  source: BillSource,
): Promise<FileSet[]> {
  const rows = await db
    .selectFrom('watched_sets')
    .select(['set_key', 'mark'])
    .where('integration_token', '=', integration.token)
    .execute();
  const importedVersions = new Map(rows.map((row) => [row.set_key, row.mark]));
  const listed = await listObjects(source);
  // A data file is no part of the bill in its folder, whose version must not change with it.
  const objects = listed.filter(({ key, etag }) => importedVersions.get(dataFileKey(key)) !== etag);
  const sets = [...findFileSets(objects), ...findUnlistedFiles(objects)];
  return sets.filter((set) => importedVersions.get(set.key) !== set.version);
}

const dataFileKey = (key: string) => `data file ${key}`;

interface ImportSetOptions {
  source: KeptFiles;
  clock: Clock;
  dataFileFormats: readonly DataFileFormat[];
  /** A data file that fails does not stop the bill beside it. */
  onFailure: (error: unknown) => void;
}

/** Fetches and imports a set; files that are kept from an interrupted poll are not fetched again. */
function importSet(
  services: Services,
  integration: Integration,
  set: FileSet,
  options: ImportSetOptions,
): Promise<void> {
  const { importer, workFolder } = services;
  const { source } = options;
  return withTemporaryFolder(workFolder, 'fetched-', async (folder) => {
    const fetched = await fetchFileSet(source, set, folder, importer.stopping);
    try {
      await storeSet(services, integration, { set, fetched, folder }, options);
    } finally {
      // Whatever the outcome, the same files would lead to it again.
      if (!importer.stopping.aborted) await source.drop(set.objects);
    }
  });
}

async function storeSet(
  services: Services,
  integration: Integration,
  { set, fetched, folder }: { set: FileSet; fetched: FetchedSet | undefined; folder: string },
  { clock, dataFileFormats, onFailure }: ImportSetOptions,
): Promise<void> {
  const { token, provider } = integration;
  const { dataFiles, names, others } = await findDataFiles(
    fetched?.files ?? [],
    folder,
    dataFileFormats,
  );
  for (const name of names) {
    const files = dataFiles.filter(({ input }) => input.name === name);
    const object = set.objects.find(({ key }) => key === name)!;
    try {
      for (const file of files) {
        await storeDataFile(file, { services, integration, now: clock() });
      }
      await recordImported(services, token, dataFileKey(name), object.etag, clock());
    } catch (error) {
      onFailure(error);
    }
  }
  if (fetched && others.length > 0 && !set.isUnlisted) {
    const names = others.map(({ name }) => name);
    const run = await createImportRun(
      services,
      { account_token: integration.account_token, integration_token: token, file_names: names },
      clock(),
    );
    await followImportRun({ services, clock }, run, async (onProgress, signal) => {
      const request = { integrationToken: token, provider, ...fetched, files: others };
      const source = schemeOf(integration);
      const result = await services.importer.run(request, { source, onProgress, signal });
      const loads = result.status === 'committed' ? result.loads : [];
      return { status: result.status, loadIds: loads.map(({ loadId }) => loadId) };
    });
  }
  // Recorded last, so that an interrupted import is repeated by the next run.
  const rest = set.objects.filter(({ key }) => !names.has(key));
  if (rest.length > 0) {
    const version = set.manifest ? set.version : versionOf(rest);
    await recordImported(services, token, set.key, version, clock());
  }
}

async function recordImported(
  { db }: Services,
  integrationToken: string,
  key: string,
  version: string,
  now: Date,
): Promise<void> {
  const imported = { mark: version, imported_at: now };
  await db
    .insertInto('watched_sets')
    .values({ integration_token: integrationToken, set_key: key, ...imported })
    .onConflict((conflict) =>
      conflict.columns(['integration_token', 'set_key']).doUpdateSet(imported),
    )
    .execute();
}

/** A readable source from which nothing was ever imported is connected, not imported. */
async function markSucceeded(
  { importer, db }: Services,
  integration: Integration,
  hasImported: boolean,
): Promise<void> {
  if (hasImported || integration.last_updated !== null) {
    await importer.markSucceeded(integration.token);
    return;
  }
  await db
    .updateTable('integrations')
    .set({ status: 'connected', last_error: null })
    .where('token', '=', integration.token)
    .execute();
}
