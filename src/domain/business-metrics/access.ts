import { z } from 'zod';
import type { Vault } from '../../platform/auth/vault.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { AwsKeys, ServerCredentials } from '../../platform/server-credentials.js';
import { awsKeysFor, Location, LocationSecrets } from '../bill-sources/location.js';
import { PullError } from './source.js';

const secret = z.string().min(1);
const { endpoint, role_arn, external_id } = Location.shape;
const word = z.string().min(1).optional();

/** What each provider of metrics is opened with, under the keys of a body. */
export const accessShapes = {
  aws: z.object({
    endpoint,
    role_arn,
    external_id,
    access_key_id: secret.optional(),
    secret_access_key: secret.optional(),
  }),
  datadog: z.object({
    endpoint: endpoint.describe('Of your site, as https://api.datadoghq.eu.'),
    api_key: secret,
    application_key: secret,
  }),
  snowflake: z.object({
    endpoint: endpoint.unwrap().describe('Of your account, as https://x.snowflakecomputing.com.'),
    token: secret.describe('A programmatic access token.'),
    warehouse: word,
    role: word,
    database: word,
    schema: word,
  }),
};

export type MetricProvider = keyof typeof accessShapes;
export const metricProviders = Object.keys(accessShapes) as [MetricProvider, ...MetricProvider[]];

/** Kept in the vault and told nobody. */
const secretKeys = new Set([
  'access_key_id',
  'secret_access_key',
  'api_key',
  'application_key',
  'token',
]);

/** What may be told of an access, and what may not. */
export function splitAccess(access: Record<string, unknown>) {
  const entries = Object.entries(access).filter(([, value]) => value !== undefined);
  const isSecret = ([key]: [string, unknown]) => secretKeys.has(key);
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** Settings and credentials, opened for use. */
export interface MetricAccess {
  settings: Record<string, string>;
  secrets: Record<string, string>;
  /** Of AWS: the keys that sign, where there are any. */
  awsKeys?: (region: string) => Promise<AwsKeys>;
}

type Integration = Pick<Row<'integrations'>, 'token' | 'provider' | 'settings' | 'secrets'>;

/** What an integration can be asked for metrics with; a sentence says so where there is nothing. */
export function metricAccess(
  integration: Integration | undefined,
  vault: Vault,
  own: ServerCredentials,
): MetricAccess {
  if (!integration) {
    throw new PullError('The integration of this metric is gone; name another one.');
  }
  const sealed = integration.secrets ? (vault.open(integration.secrets) as Sealed) : {};
  const settings = (integration.settings['metrics'] ?? {}) as Record<string, string>;
  const secrets = sealed.metrics ?? {};
  if (integration.provider === 'aws') return awsAccess(integration, settings, sealed, own);
  const needed = integration.provider === 'datadog' ? ['api_key', 'application_key'] : ['token'];
  if (needed.some((key) => !secrets[key])) throw notConfigured(integration);
  return { settings, secrets };
}

/** The vault of an integration: what opens its bills, and apart from it what opens its metrics. */
export type Sealed = Record<string, unknown> & { metrics?: Record<string, string> };

/** Keys of its own, else those that its bills are read with, else those of this installation. */
function awsAccess(
  integration: Integration,
  settings: Record<string, string>,
  sealed: Sealed,
  own: ServerCredentials,
): MetricAccess {
  const ofBills = Location.partial().safeParse(integration.settings['location'] ?? {}).data ?? {};
  const role = settings['role_arn'] ? settings : ofBills;
  const keys = LocationSecrets.parse(sealed.metrics ?? sealed);
  if (!keys.access_key_id && !own.aws) throw notConfigured(integration);
  return {
    settings,
    secrets: {},
    awsKeys: async (region) => (await awsKeysFor(role, keys, own, region))!,
  };
}

const notConfigured = ({ token, provider }: Integration) =>
  new PullError(
    `No ${provider} credential is configured; set one with PUT /console/integrations/${token}/metrics_access.`,
  );
