import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { badRequest } from '../../platform/lib/errors.js';
import { title } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { Location, LocationSecrets } from '../../domain/intake/bill-sources/index.js';
import { providerKeys, providerName } from '../../domain/costs/providers/index.js';
import {
  createIntegration,
  Integration,
  integrations,
  listedIntegrations,
} from '../../domain/intake/integrations/index.js';
import type { Row } from '../../platform/kernel/rows.js';

const allow_overlap = z
  .boolean()
  .optional()
  .describe('Import bills even if another integration already imports them.');

const locationFields = { ...Location.shape, ...LocationSecrets.shape, allow_overlap };
type LocationBody = z.output<z.ZodObject<typeof locationFields>>;

/** Splits a body into settings and the secrets that are stored encrypted. */
function splitSecrets({
  access_key_id,
  secret_access_key,
  sas_token,
  allow_overlap: overlaps,
  ...location
}: LocationBody) {
  if (location.url.startsWith('az:') && !location.endpoint) {
    throw badRequest('endpoint is missing: the URL of the storage account');
  }
  return {
    settings: { location, ...(overlaps && { allow_overlap: true }) },
    secrets: { access_key_id, secret_access_key, sas_token },
  };
}

const createAws = operation({
  id: 'createAWSIntegration',
  tag: 'Console',
  method: 'POST',
  path: '/console/integrations/aws',
  summary: 'Create an AWS integration that reads cost and usage reports through a role',
  body: z.object({
    ...locationFields,
    role_arn: Location.shape.role_arn.unwrap(),
    name: title().optional(),
  }),
  status: 201,
  errors: [400],
  role: 'integration_owner',
  response: Integration,
  run: async ({ body: { name, ...body } }, ctx) => {
    if (!body.url.startsWith('s3://')) throw badRequest('url must start with s3://');
    const account = body.role_arn.split(':')[4]!;
    return createIntegration(ctx, {
      provider: 'aws',
      account_identifier: account,
      name: name ?? `aws ${account}`,
      status: 'pending',
      ...splitSecrets(body),
    });
  },
});

const createWatched = operation({
  id: 'createWatchedIntegration',
  tag: 'Console',
  method: 'POST',
  path: '/console/integrations/watched',
  summary: 'Create an integration that reads bills from a folder or bucket',
  body: z.object({
    provider: z.enum(providerKeys),
    name: title(),
    account_identifier: z.string().optional(),
    ...locationFields,
  }),
  status: 201,
  errors: [400],
  role: 'integration_owner',
  response: Integration,
  run: async ({ body: { provider, name, account_identifier, ...body } }, ctx) =>
    createIntegration(ctx, {
      provider,
      account_identifier: account_identifier ?? (provider === 'custom_provider' ? name : null),
      name,
      status: 'pending',
      ...splitSecrets(body),
    }),
});

const setLocation = operation({
  id: 'setIntegrationLocation',
  tag: 'Console',
  method: 'PUT',
  path: '/console/integrations/{integration_token}/location',
  summary: 'Set the location of the bills of an integration, or reconnect it',
  params: z.object({ integration_token: z.string() }),
  verb: 'create',
  body: z.object(locationFields),
  status: 200,
  errors: [400, 404],
  role: 'integration_owner',
  response: Integration,
  run: async ({ params, body }, ctx) => {
    const current = await integrations.rows.loadForUpdate(ctx, params.integration_token);
    const { settings, secrets } = splitSecrets(body);
    const { vault } = ctx.services;
    const stored = current.secrets ? (vault.open(current.secrets) as Record<string, string>) : {};
    const retained = isSameService(current.settings['location'], settings.location)
      ? stored
      : Object.fromEntries(
          Object.entries(stored).filter(([name]) => !(name in LocationSecrets.shape)),
        );
    const row = await integrations.rows.update(ctx, current.token, {
      settings: JSON.stringify({ ...current.settings, allow_overlap: undefined, ...settings }),
      secrets: vault.seal({ ...retained, ...secrets }),
      status: 'pending',
      last_error: null,
      checked_at: null,
    });
    const [before, after] = await integrations.serializeRows([current, row], ctx);
    await integrations.record(
      ctx,
      row,
      { ...before, location: current.settings['location'] ?? null, ...stored },
      { ...after, location: settings.location, ...retained, ...secrets },
      Object.keys({ ...stored, ...secrets }),
    );
    return after!;
  },
});

/** Whether two locations are at the same endpoint; keys that are stored for one must not be sent to another. */
function isSameService(stored: unknown, next: Location): boolean {
  const current = Location.safeParse(stored).data;
  const serviceOf = ({ url, endpoint = '' }: Location) =>
    `${url.split(':')[0]} ${endpoint.replace(/\/$/, '')}`;
  return current !== undefined && serviceOf(current) === serviceOf(next);
}

const updateIntegration = operation({
  id: 'changeConsoleIntegration',
  tag: 'Console',
  method: 'PUT',
  path: '/console/integrations/{integration_token}',
  summary: 'Update the name and overlap setting of an integration',
  params: z.object({ integration_token: z.string() }),
  body: z.object({ name: title().optional(), allow_overlap }),
  status: 200,
  errors: [400, 404],
  role: 'integration_owner',
  response: Integration,
  run: async ({ params, body }, ctx) => {
    const current = await integrations.rows.loadForUpdate(ctx, params.integration_token);
    const { name = current.name, allow_overlap: overlaps = current.settings['allow_overlap'] } =
      body;
    const row = await integrations.rows.update(ctx, current.token, {
      name,
      settings: JSON.stringify({ ...current.settings, allow_overlap: overlaps }),
    });
    const changed = await integrations.serialize(row, ctx);
    const valuesOf = ({ name: title, settings }: typeof row) => ({
      ...changed,
      name: title,
      allow_overlap: settings['allow_overlap'] ?? false,
    });
    await integrations.record(ctx, row, valuesOf(current), valuesOf(row));
    return changed;
  },
});

const ConsoleIntegration = Integration.extend({
  is_delegated: z.boolean().describe('Read-only: it belongs to the management account.'),
  name: z.string(),
  last_error: z.string().nullable().describe('Why the last check or import failed.'),
  location: Location.nullable(),
  checked_at: z.string().nullable(),
});

/** What a managed account does not see of a delegated integration. */
const hiddenDetails = ({ account_identifier, provider }: Row<'integrations'>) => ({
  is_delegated: true,
  name: account_identifier ?? providerName(provider),
  location: null,
  last_error: null,
  checked_at: null,
});

const getConsoleIntegrations = operation({
  id: 'getConsoleIntegrations',
  tag: 'Console',
  method: 'GET',
  path: '/console/integrations',
  summary: 'List integrations with their locations and errors',
  query: z.object(pageQuery),
  status: 200,
  errors: [400],
  role: 'integration_owner',
  response: z.object({ links: Links, integrations: z.array(ConsoleIntegration) }),
  run: async ({ query }, ctx: Context) => {
    const page = pageOf(query);
    const { rows, total } = await listedIntegrations.rows.list(ctx, page, [sql`true`]);
    const serialized = await listedIntegrations.serializeRows(rows, ctx);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      integrations: rows.map((row, index) =>
        serialize(ConsoleIntegration, row, {
          ...serialized[index],
          ...(row.account_token === ctx.actor.accountToken
            ? { is_delegated: false, location: row.settings['location'] ?? null }
            : hiddenDetails(row)),
        }),
      ),
    };
  },
});

export const locations = [
  createAws,
  createWatched,
  setLocation,
  updateIntegration,
  getConsoleIntegrations,
];
