import { z } from 'zod';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { SendRequest } from '../../../platform/outbound/send-request.js';
import { type AwsKeys, isEndpointOf } from '../../../platform/server-credentials.js';
import {
  awsKeysFor,
  type Environment,
  Location,
  LocationSecrets,
  senderFor,
} from '../../intake/bill-sources/index.js';
import { PullError } from './pull-error.js';

const secret = z.string().min(1);
const { endpoint, role_arn, external_id } = Location.shape;
const optionalName = z.string().min(1).optional();

/** Settings and credentials of each metrics provider, as sent in a request body. */
export const accessSchemas = {
  aws: z.object({
    endpoint,
    role_arn,
    external_id,
    access_key_id: secret.optional(),
    secret_access_key: secret.optional(),
  }),
  datadog: z.object({
    endpoint: endpoint.describe('Of your site, such as https://api.datadoghq.eu.'),
    api_key: secret,
    application_key: secret,
  }),
  snowflake: z.object({
    endpoint: endpoint
      .unwrap()
      .describe('Of your account, such as https://x.snowflakecomputing.com.'),
    token: secret.describe('A programmatic access token.'),
    warehouse: optionalName,
    role: optionalName,
    database: optionalName,
    schema: optionalName,
  }),
};

export type MetricProvider = keyof typeof accessSchemas;
export const metricProviders = Object.keys(accessSchemas) as [MetricProvider, ...MetricProvider[]];

/** Stored in the vault and never returned. */
const secretKeys = new Set([
  'access_key_id',
  'secret_access_key',
  'api_key',
  'application_key',
  'token',
]);

/** Separates the settings that may be shown from the secrets. */
export function splitAccess(access: Record<string, unknown>) {
  const entries = Object.entries(access).filter(([, value]) => value !== undefined);
  const isSecret = ([key]: [string, unknown]) => secretKeys.has(key);
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** Settings and decrypted credentials. */
export interface MetricAccess {
  settings: Record<string, string>;
  secrets: Record<string, string>;
  send: SendRequest;
  /** AWS only: the keys that sign requests to an endpoint in a region, and what sends them. */
  aws?: (region: string, endpoint: string) => Promise<{ keys: AwsKeys; send: SendRequest }>;
}

type Integration = Pick<Row<'integrations'>, 'token' | 'provider' | 'settings' | 'secrets'>;

/** The settings and credentials to read metrics through an integration; throws PullError when they are missing. */
export function requireMetricAccess(
  integration: Integration | undefined,
  services: Environment & Pick<Services, 'vault'>,
): MetricAccess {
  if (!integration) {
    throw new PullError('The integration of this metric was deleted; choose another one.');
  }
  const stored = integration.secrets
    ? (services.vault.open(integration.secrets) as IntegrationSecrets)
    : {};
  const settings = (integration.settings['metrics'] ?? {}) as Record<string, string>;
  const secrets = stored.metrics ?? {};
  if (integration.provider === 'aws') return awsAccess(integration, settings, stored, services);
  const required = integration.provider === 'datadog' ? ['api_key', 'application_key'] : ['token'];
  if (required.some((key) => !secrets[key])) throw notConfigured(integration);
  return { settings, secrets, send: services.sendRequest };
}

/** Secrets of an integration in the vault: those for its bills and, under `metrics`, those for metrics. */
export type IntegrationSecrets = Record<string, unknown> & { metrics?: Record<string, string> };

/**
 * Falls back from keys for metrics to those for bills, if both are read from AWS, then to the server's own.
 */
function awsAccess(
  integration: Integration,
  settings: Record<string, string>,
  stored: IntegrationSecrets,
  environment: Environment,
): MetricAccess {
  const { serverCredentials: server, sendRequest: send } = environment;
  const billLocation =
    Location.partial().safeParse(integration.settings['location'] ?? {}).data ?? {};
  const role = settings['role_arn'] ? settings : billLocation;
  const isAws = (endpoint: string | undefined) =>
    endpoint === undefined || isEndpointOf('aws', endpoint, server);
  const sharesKeys = isAws(billLocation.endpoint) && isAws(settings['endpoint']);
  const ownKeys = LocationSecrets.parse(stored.metrics ?? (sharesKeys ? stored : {}));
  if (!ownKeys.access_key_id && !server.aws) throw notConfigured(integration);
  const aws = async (region: string, endpoint: string) => {
    const keys = await awsKeysFor(role, ownKeys, server, { region, endpoint });
    if (!keys) throw notConfigured(integration);
    return { keys, send: senderFor(endpoint, environment) };
  };
  return { settings, secrets: {}, send, aws };
}

const notConfigured = ({ token, provider }: Integration) =>
  new PullError(
    `No ${provider} credential is configured; set one with PUT /console/integrations/${token}/metrics_access.`,
  );
