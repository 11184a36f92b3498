import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  accessSchemas,
  requireMetricAccess,
  type MetricProvider,
  metricProviders,
  type IntegrationSecrets,
  splitAccess,
  pulledImportTypes,
  PullError,
  businessMetrics,
} from '../../domain/reports/business-metrics/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { title } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { serialize } from '../../platform/kernel/serialize.js';
import type { Row } from '../../platform/kernel/rows.js';
import { validate } from '../../platform/kernel/validate.js';
import {
  createIntegration,
  Integration,
  integrations,
} from '../../domain/intake/integrations/index.js';

/** The keys of all providers; which ones are required depends on the provider. */
const access = z
  .object({
    ...accessSchemas.aws.shape,
    ...accessSchemas.datadog.shape,
    ...accessSchemas.snowflake.shape,
  })
  .partial();

type Access = z.output<typeof access>;

const createMetricsIntegration = operation({
  id: 'createMetricsIntegration',
  tag: 'Console',
  method: 'POST',
  path: '/console/integrations/metrics',
  summary: 'Create an integration to import business metrics through',
  body: access.extend({ provider: z.enum(metricProviders), name: title() }),
  status: 201,
  errors: [400],
  role: 'integration_owner',
  response: Integration,
  run: async ({ body: { provider, name, ...sent } }, ctx) => {
    const attributes = { provider, account_identifier: null, name, status: 'connected' } as const;
    const { token } = await createIntegration(ctx, attributes);
    return storeAccess(ctx, await integrations.rows.load(ctx, token), sent);
  },
});

const setMetricsAccess = operation({
  id: 'setMetricsAccess',
  tag: 'Console',
  method: 'PUT',
  path: '/console/integrations/{integration_token}/metrics_access',
  summary: 'Set the credentials that business metrics are imported with',
  params: z.object({ integration_token: z.string() }),
  verb: 'create',
  body: access,
  status: 200,
  errors: [400, 404, 422],
  role: 'integration_owner',
  response: Integration,
  run: async ({ params, body }, ctx) =>
    storeAccess(ctx, await integrations.rows.loadForUpdate(ctx, params.integration_token), body),
});

async function storeAccess(
  ctx: Context,
  current: Row<'integrations'>,
  sent: Access,
): Promise<z.input<typeof Integration>> {
  if (!Object.hasOwn(accessSchemas, current.provider)) {
    throw unprocessable(`Business metrics can only be imported from ${metricProviders.join(', ')}`);
  }
  const { settings, secrets } = splitAccess(
    validate<z.ZodType<Access>>(accessSchemas[current.provider as MetricProvider], sent),
  );
  const { vault } = ctx.services;
  const stored = current.secrets ? (vault.open(current.secrets) as IntegrationSecrets) : {};
  const row = await integrations.rows.update(ctx, current.token, {
    settings: JSON.stringify({ ...current.settings, metrics: settings }),
    secrets: vault.seal({ ...stored, metrics: secrets }),
  });
  const [before, after] = await integrations.serializeRows([current, row], ctx);
  await integrations.record(
    ctx,
    row,
    { ...before, metrics: current.settings['metrics'] ?? null, ...stored.metrics },
    { ...after, metrics: settings, ...secrets },
    Object.keys({ ...stored.metrics, ...secrets }),
  );
  return after!;
}

const MetricState = z.object({
  token: z.string(),
  title: z.string(),
  import_type: z.string(),
  integration_token: z.string().nullable(),
  state: z.enum(['not_configured', 'waiting', 'pulled', 'failed']),
  pulled_at: z.string().nullable().describe('When values were last imported.'),
  error: z.string().nullable().describe('Why the last import failed.'),
});

const getMetricStates = operation({
  id: 'getBusinessMetricStates',
  tag: 'Console',
  method: 'GET',
  path: '/console/business_metrics',
  summary: 'List business metrics that are imported automatically, with their status',
  query: z.object(pageQuery),
  status: 200,
  errors: [400],
  role: 'editor',
  response: z.object({ links: Links, business_metrics: z.array(MetricState) }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const isPulled = sql<SqlBool>`import_type = any(${pulledImportTypes})`;
    const { rows, total } = await businessMetrics.rows.list(ctx, page, [isPulled]);
    const problemOf = await readAccessProblems(ctx, rows);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      business_metrics: rows.map((row) =>
        serialize(MetricState, row, stateOf(row, problemOf(row))),
      ),
    };
  },
});

/** Returns a function that finds why a metric cannot be imported; undefined if it can. */
async function readAccessProblems({ db, services }: Context, metrics: Row<'business_metrics'>[]) {
  const tokens = metrics.map((metric) => metric.integration_token);
  const found = await db
    .selectFrom('integrations')
    .select(['token', 'provider', 'settings', 'secrets'])
    .where('token', '=', sql<string>`any(${tokens}::text[])`)
    .execute();
  return ({ integration_token }: Row<'business_metrics'>): string | undefined => {
    const integration = found.find(({ token }) => token === integration_token);
    try {
      requireMetricAccess(integration, services);
      return undefined;
    } catch (error) {
      if (error instanceof PullError) return error.message;
      throw error;
    }
  };
}

function stateOf({ pulled_at, pull_error }: Row<'business_metrics'>, problem: string | undefined) {
  if (problem) return { state: 'not_configured', error: problem };
  if (pull_error) return { state: 'failed', error: pull_error };
  return { state: pulled_at ? 'pulled' : 'waiting', error: null };
}

export const metricSources = [createMetricsIntegration, setMetricsAccess, getMetricStates];
