import { z } from 'zod';
import type { Row } from '../../platform/kernel/rows.js';
import type { Services } from '../../platform/kernel/services.js';
import { withTemporaryFolder } from '../../platform/lib/temporary-folder.js';
import type { Clock } from '../../platform/lib/time.js';
import { ImportError } from '../ingest/import-error.js';
import { failureReason } from '../ingest/importer.js';
import { type AzurePrincipal, azureAuthorization } from './azure-principal.js';
import { AccessDenied, type BillSource, listObjects } from './bill-source.js';
import { type FileSet, fetchFileSet, findFileSets } from './file-sets.js';
import { Location, LocationSecrets, openLocation } from './location.js';

type Integration = Row<'integrations'>;

/** Imports new and changed bills from the source of an integration and updates the integration's status. */
export async function pollBillSource(
  services: Services,
  integration: Integration,
  clock: Clock,
): Promise<{ imported: number; failed: number }> {
  const { importer, log } = services;
  try {
    const source = await openSource(services, integration);
    if (!source) {
      await markSucceeded(services, integration, false);
      return { imported: 0, failed: 0 };
    }
    const sets = await findNewSets(services, integration, source);
    if (sets.length > 0) await importer.markStarted(integration.token);
    const failures: unknown[] = [];
    for (const set of sets) {
      await importSet(services, integration, source, set, clock).catch((error: unknown) => {
        log.warn(
          { err: error, integration: integration.token, set: set.key },
          'import of a bill failed',
        );
        failures.push(error);
      });
    }
    // A failed set does not stop the others; the integration shows the first failure.
    if (failures.length > 0) {
      await importer.markFailed(integration.token, failureReason(failures[0]));
    } else {
      await markSucceeded(services, integration, sets.length > 0);
    }
    return { imported: sets.length - failures.length, failed: failures.length };
  } catch (error) {
    if (!(error instanceof ImportError)) {
      log.error({ err: error, integration: integration.token }, 'checking a location failed');
    }
    const wasConnected = integration.last_updated !== null;
    const status = error instanceof AccessDenied && wasConnected ? 'disconnected' : 'error';
    await importer.markFailed(integration.token, failureReason(error), status);
    return { imported: 0, failed: 1 };
  }
}

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
  const sets = findFileSets(await listObjects(source));
  return sets.filter((set) => importedVersions.get(set.key) !== set.version);
}

function importSet(
  { importer, db, workFolder }: Services,
  { token, provider }: Integration,
  source: BillSource,
  set: FileSet,
  clock: Clock,
): Promise<void> {
  return withTemporaryFolder(workFolder, 'fetched-', async (folder) => {
    const fetched = await fetchFileSet(source, set, folder);
    if (fetched) {
      await importer.run({ integrationToken: token, provider, ...fetched });
    }
    // Recorded last, so that an interrupted import is repeated by the next run.
    const imported = { mark: set.version, imported_at: clock() };
    await db
      .insertInto('watched_sets')
      .values({ integration_token: token, set_key: set.key, ...imported })
      .onConflict((conflict) =>
        conflict.columns(['integration_token', 'set_key']).doUpdateSet(imported),
      )
      .execute();
  });
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
