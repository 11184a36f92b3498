import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { address } from '../../../platform/kernel/fields.js';
import type { Services } from '../../../platform/kernel/services.js';
import { type SendRequest, sendTrusted } from '../../../platform/outbound/send-request.js';
import { signedRequests } from '../../../platform/outbound/signed-requests.js';
import {
  type AwsKeys,
  type ServerCredentials,
  isCloudEndpoint,
  isEndpointOf,
} from '../../../platform/server-credentials.js';
import { ImportError } from '../ingest/index.js';
import { assumeRole } from './assume-role.js';
import { type AzurePrincipal, azureAuthorization } from './azure-principal.js';
import { type AzureCredentials, AzureSource } from './azure-source.js';
import type { BillSource } from './bill-source.js';
import { FolderSource } from './folder-source.js';
import { HttpSource } from './http-source.js';
import { S3Source } from './s3-source.js';

/** Nothing but scheme, host and port, because paths and queries are added to it. */
const origin = address().refine(
  (url) => URL.canParse(url) && /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?\/?$/i.test(url),
  {
    error: 'must be an address like https://storage.example.com',
  },
);

const locationUrl = address().refine(
  (url) => /^(file:\/\/\/|(s3|gs|az):\/\/[a-z0-9][a-z0-9._-]*(\/|$))/.test(url),
  {
    error: 'must start with file:///, s3://bucket, gs://bucket or az://container',
  },
);

/** Where the bills of an integration are; contains no secrets. */
export const Location = z.object({
  url: locationUrl,
  endpoint: origin
    .optional()
    .describe(
      'Overrides the default endpoint; required for az://: the URL of the storage account.',
    ),
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  role_arn: z
    .string()
    .regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/\S+$/)
    .optional(),
  external_id: z.string().optional(),
});
export type Location = z.output<typeof Location>;

/** Credentials for a location; stored encrypted in the vault. */
export const LocationSecrets = z.object({
  access_key_id: z.string().optional(),
  secret_access_key: z.string().optional(),
  sas_token: z.string().optional(),
});
export type LocationSecrets = z.output<typeof LocationSecrets>;

/** What opening a location needs besides what the integration stores. */
export type Environment = Pick<Services, 'serverCredentials' | 'sendRequest'>;

/** Opens a location for reading. */
export async function openLocation(
  location: Location,
  secrets: LocationSecrets,
  environment: Environment,
  principal?: AzurePrincipal,
): Promise<BillSource> {
  const { serverCredentials: server } = environment;
  const { url } = location;
  if (url.startsWith('file:')) return openFolder(url, server.importFolder);
  const [, scheme, bucket = '', prefix = ''] = /^(\w+):\/\/([^/]+)\/?(.*)$/.exec(url)!;
  if (scheme === 'az') {
    const { endpoint } = location;
    if (!endpoint) {
      throw new ImportError('An az:// location needs the URL of its storage account.');
    }
    const credentials = azureCredentialsFor(endpoint, secrets, server, principal);
    return new AzureSource(endpoint, bucket, prefix, credentials, senderFor(endpoint, environment));
  }
  const isGoogle = scheme === 'gs';
  const region = location.region ?? (isGoogle ? 'auto' : 'us-east-1');
  const defaultEndpoint = isGoogle
    ? 'https://storage.googleapis.com'
    : `https://s3.${region}.amazonaws.com`;
  const endpoint = location.endpoint ?? defaultEndpoint;
  const keys = await awsKeysFor(location, secrets, server, { region, endpoint });
  const send = senderFor(endpoint, environment);
  const signed = keys ? signedRequests(send, keys, 's3', region) : send;
  return new S3Source(endpoint, bucket, prefix, signed);
}

/** Users choose endpoints, so their addresses are checked, except for those of clouds. */
export function senderFor(
  endpoint: string,
  { serverCredentials, sendRequest }: Environment,
): SendRequest {
  return isCloudEndpoint(endpoint, serverCredentials) ? sendTrusted : sendRequest;
}

/** A shared access signature is stored for the endpoint; the token of an application is for Azure alone. */
function azureCredentialsFor(
  endpoint: string,
  { sas_token: sasToken }: LocationSecrets,
  server: ServerCredentials,
  principal: AzurePrincipal | undefined,
): AzureCredentials {
  if (sasToken !== undefined || !principal) return { sasToken };
  if (!isEndpointOf('azure', endpoint, server)) {
    throw new ImportError(
      `${endpoint} is not an endpoint of Azure Storage, which alone receives the credentials of the application; store a SAS token for it.`,
    );
  }
  return { authorization: azureAuthorization(principal, server.azureAuthority) };
}

/**
 * The AWS keys to use: the integration's own, else the server's, exchanged for those of the role if one is
 * set. The server's keys are sent to endpoints of AWS only.
 */
export async function awsKeysFor(
  { role_arn, external_id }: Pick<Location, 'role_arn' | 'external_id'>,
  { access_key_id, secret_access_key }: LocationSecrets,
  server: ServerCredentials,
  { region, endpoint }: { region: string; endpoint: string },
): Promise<AwsKeys | undefined> {
  const ofServer = isEndpointOf('aws', endpoint, server) ? server.aws : undefined;
  const keys =
    access_key_id && secret_access_key
      ? { accessKeyId: access_key_id, secretAccessKey: secret_access_key }
      : ofServer;
  if (role_arn === undefined) return keys;
  if (!keys) {
    throw new ImportError(
      server.aws
        ? `${endpoint} is not an endpoint of AWS, which alone receives the credentials of the server; store keys for it.`
        : 'To assume a role, the server needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  return assumeRole(keys, {
    arn: role_arn,
    externalId: external_id,
    region,
    endpoint: server.stsEndpoint,
  });
}

/** The server can read more than bills, so only folders inside the import folder are allowed, with links resolved. */
async function openFolder(url: string, importFolder: string | undefined): Promise<BillSource> {
  if (importFolder === undefined) {
    throw new ImportError('file:// locations require the setting FARTHING_IMPORT_FOLDER.');
  }
  const throwMissing = (error: unknown) => {
    throw new ImportError(`The folder ${fileURLToPath(url)} does not exist.`, [], { cause: error });
  };
  const folder = await realpath(fileURLToPath(url)).catch(throwMissing);
  const root = await realpath(importFolder).catch(throwMissing);
  if (folder !== root && !folder.startsWith(root + sep)) {
    throw new ImportError('A file:// location must be inside the folder FARTHING_IMPORT_FOLDER.');
  }
  return new FolderSource(folder);
}

/** Opens a command-line argument: a folder, a bucket, or a file at an HTTP(S) URL. */
export async function openPathOrUrl(
  pathOrUrl: string,
  environment: Environment,
): Promise<BillSource> {
  if (!/^\w+:\/\//.test(pathOrUrl)) return new FolderSource(pathOrUrl);
  if (/^https?:/.test(pathOrUrl)) return new HttpSource(pathOrUrl, environment.sendRequest);
  const location = Location.safeParse({ url: pathOrUrl });
  if (!location.success || pathOrUrl.startsWith('file:')) {
    throw new ImportError(
      `${pathOrUrl} is neither a path nor an http://, https://, s3:// or gs:// URL.`,
    );
  }
  return openLocation(location.data, {}, environment);
}
