import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ImportError } from '../ingest/import-error.js';
import { reasonOf } from '../ingest/importer.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { Clock } from '../../platform/lib/time.js';
import type { Services } from '../../platform/kernel/services.js';
import { type FoundSet, fetchSet, findSets } from './file-sets.js';
import { type AzurePrincipal, azureAuthorization } from './azure-principal.js';
import { Location, LocationSecrets, openLocation } from './location.js';
import { AccessDenied, type Place, listAll } from './place.js';

type Integration = Row<'integrations'>;

/** Imports what is new where an integration's bills lie, and keeps its state true. */
export async function watchIntegration(
  services: Services,
  integration: Integration,
  clock: Clock,
): Promise<{ imported: number; failed: number }> {
  const { importer, log } = services;
  try {
    const place = await openPlace(services, integration);
    if (!place) {
      await settle(services, integration, false);
      return { imported: 0, failed: 0 };
    }
    const fresh = await newSets(services, integration, place);
    if (fresh.length > 0) await importer.begun(integration.token);
    const failures: unknown[] = [];
    for (const set of fresh) {
      await importSet(services, integration, place, set, clock).catch((error: unknown) => {
        log.warn(
          { err: error, integration: integration.token, set: set.key },
          'a bill was refused',
        );
        failures.push(error);
      });
    }
    // What could be imported is; the first failure is what the integration shows.
    if (failures.length > 0) await importer.failed(integration.token, reasonOf(failures[0]));
    else await settle(services, integration, fresh.length > 0);
    return { imported: fresh.length - failures.length, failed: failures.length };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const isCutOff = error instanceof AccessDenied && integration.last_updated !== null;
    await importer.failed(integration.token, error.message, isCutOff ? 'disconnected' : 'error');
    return { imported: 0, failed: 1 };
  }
}

/** The place that is watched; nothing where none was named yet, and only the credentials can be checked. */
async function openPlace(
  { vault, ownAccess }: Services,
  integration: Integration,
): Promise<Place | undefined> {
  const secrets = integration.secrets ? (vault.open(integration.secrets) as object) : {};
  const principal = principalOf(integration, secrets);
  const { location } = integration.settings;
  if (location !== undefined) {
    const open = LocationSecrets.parse(secrets);
    return openLocation(Location.parse(location), open, ownAccess, principal);
  }
  if (principal) await azureAuthorization(principal, ownAccess.azureAuthority)();
  return undefined;
}

/** An Azure integration was made with the credentials of an application. */
function principalOf(
  { provider, account_identifier: tenant, settings }: Integration,
  secrets: object,
): AzurePrincipal | undefined {
  const made = AzureCredentials.safeParse({ ...settings, ...secrets });
  if (provider !== 'azure' || tenant === null || !made.success) return undefined;
  return { tenant, appId: made.data.app_id, password: made.data.password };
}

const AzureCredentials = z.object({ app_id: z.string(), password: z.string() });

async function newSets(
  { db }: Services,
  integration: Integration,
  place: Place,
): Promise<FoundSet[]> {
  const known = await db
    .selectFrom('watched_sets')
    .select(['set_key', 'mark'])
    .where('integration_token', '=', integration.token)
    .execute();
  const marks = new Map(known.map((set) => [set.set_key, set.mark]));
  return findSets(await listAll(place)).filter((set) => marks.get(set.key) !== set.mark);
}

async function importSet(
  { importer, db }: Services,
  { token, provider }: Integration,
  place: Place,
  set: FoundSet,
  clock: Clock,
): Promise<void> {
  const { workFolder } = importer.options;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'fetched-'));
  try {
    const fetched = await fetchSet(place, set, folder);
    if (fetched) {
      await importer.run({ integrationToken: token, provider, ...fetched });
    }
    // Written last: a set whose import was interrupted is looked at again.
    const seen = { mark: set.mark, imported_at: clock() };
    await db
      .insertInto('watched_sets')
      .values({ integration_token: token, set_key: set.key, ...seen })
      .onConflict((same) => same.columns(['integration_token', 'set_key']).doUpdateSet(seen))
      .execute();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without anything imported yet, a place that can be read is connected. */
async function settle(
  { importer, db }: Services,
  integration: Integration,
  hasImported: boolean,
): Promise<void> {
  if (hasImported || integration.last_updated !== null) {
    await importer.succeeded(integration.token);
    return;
  }
  await db
    .updateTable('integrations')
    .set({ status: 'connected', last_error: null })
    .where('token', '=', integration.token)
    .execute();
}
