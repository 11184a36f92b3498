import { sql } from 'kysely';
import { inWorkspaces } from '../../../platform/auth/access.js';
import { metricsOfReports } from '../../costs/visible-metrics.js';
import { readServices, readTags, readScope } from '../../costs/query/index.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { type ProviderKey, providerNames } from '../../costs/providers/index.js';
import type { NamedObject, PromptSource, Vocabulary } from './prompt.js';

const maxTagKeys = 50_000;

/** Reads the names that prompts of a workspace may use. */
export async function readVocabulary(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  { account_token, workspace_token }: { account_token: string; workspace_token: string },
): Promise<Vocabulary> {
  const scope = await readScope(db, [workspace_token]);
  const allKeys = { providers: [], descending: false, limit: maxTagKeys, offset: 0 };
  const [metrics, segments, services, tags, integrations] = await Promise.all([
    db
      .selectFrom('business_metrics')
      .select(['token', 'title as name'])
      .where('account_token', '=', account_token)
      .where(metricsOfReports(inWorkspaces([workspace_token])))
      .orderBy('id')
      .execute(),
    readSegments(db, workspace_token),
    readServices(costs, scope),
    readTags(costs, scope, allKeys),
    db
      .selectFrom('integrations')
      .select(['token', 'name'])
      .where('token', '=', sql<string>`any(${[...scope.integrationTokens]})`)
      .execute(),
  ]);
  const customNames = new Map(
    integrations.map(({ token, name }) => [`custom_provider:${token}`, name]),
  );
  return {
    metrics,
    segments,
    tagKeys: tags.map(({ tag_key }) => tag_key),
    sources: [...new Set(services.map(({ provider }) => provider))]
      .flatMap((provider) => providerSources(provider, customNames.get(provider)))
      .concat(services.map(({ provider, name }) => ({ name, provider, service: name }))),
  };
}

/** Everyone in the workspace can read a canvas, so it may only use segments that nobody is denied. */
async function readSegments(db: Db, workspace: string): Promise<NamedObject[]> {
  const { rows } = await sql<NamedObject>`
    select token, title as name from segments
    where workspace_token = ${workspace} and parent_segment_token is null and not exists (
      select 1 from access_grants where resource_token = segments.token and access = 'denied')
    order by id`.execute(db);
  return rows;
}

/** A provider under its key and under its display name. */
function providerSources(provider: string, customName: string | undefined): PromptSource[] {
  const displayName = customName ?? providerNames[provider as ProviderKey];
  return [provider, displayName].map((name) => ({ name, provider }));
}
