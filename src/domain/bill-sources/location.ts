import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ImportError } from '../ingest/import-error.js';
import { assumeRole } from './assume-role.js';
import { AzurePlace } from './azure-place.js';
import { type AzurePrincipal, azureAuthorization } from './azure-principal.js';
import { FolderPlace } from './folder-place.js';
import { refuseLinkLocal } from './outside.js';
import type { Place } from './place.js';
import { type AwsKeys, S3Place, signed } from './s3-place.js';
import { WebPlace } from './web-place.js';

const origin = z.string().refine((url) => URL.canParse(url) && /^https?:\/\/[^/]+\/?$/.test(url), {
  error: 'must be an address like https://storage.example.com',
});

const address = z
  .string()
  .refine((url) => /^(file:\/\/\/|(s3|gs|az):\/\/[a-z0-9._-]+(\/|$))/.test(url), {
    error: 'must start with file:///, s3://bucket, gs://bucket or az://container',
  });

/** Where an integration's bills lie; nothing secret. */
export const Location = z.object({
  url: address,
  endpoint: origin
    .optional()
    .describe('Another address than the usual one; for az:// the storage account.'),
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

/** What opens it; kept in the vault. */
export const LocationSecrets = z.object({
  access_key_id: z.string().optional(),
  secret_access_key: z.string().optional(),
  sas_token: z.string().optional(),
});
export type LocationSecrets = z.output<typeof LocationSecrets>;

/** What this installation brings of its own. */
export interface OwnAccess {
  /** AWS keys with which roles are taken on and buckets without keys of their own are read. */
  aws?: AwsKeys;
  stsEndpoint?: string;
  azureAuthority?: string;
  /** The folder that file:// locations must lie in. */
  importFolder?: string;
}

export function ownAccess(
  env: Record<string, string | undefined>,
  importFolder?: string,
): OwnAccess {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = env;
  const sessionToken = env['AWS_SESSION_TOKEN'];
  return {
    ...(id && secret ? { aws: { accessKeyId: id, secretAccessKey: secret, sessionToken } } : {}),
    stsEndpoint: env['AWS_ENDPOINT_URL_STS'],
    azureAuthority: env['AZURE_AUTHORITY_HOST'],
    importFolder,
  };
}

/** Opens a location for reading. Only one that names its own endpoint may lead into the local network. */
export async function openLocation(
  location: Location,
  secrets: LocationSecrets,
  own: OwnAccess,
  principal?: AzurePrincipal,
): Promise<Place> {
  const { url, endpoint } = location;
  if (url.startsWith('file:')) return openFolder(url, own.importFolder);
  const [, scheme, bucket = '', prefix = ''] = /^(\w+):\/\/([^/]+)\/?(.*)$/.exec(url)!;
  if (scheme === 'az') {
    if (!endpoint)
      throw new ImportError('An az:// location needs the address of its storage account.');
    const isOpenTo = secrets.sas_token === undefined ? principal : undefined;
    const authorization = isOpenTo && azureAuthorization(isOpenTo, own.azureAuthority);
    return new AzurePlace(endpoint, bucket, prefix, { sasToken: secrets.sas_token, authorization });
  }
  const isGoogle = scheme === 'gs';
  const region = location.region ?? (isGoogle ? 'auto' : 'us-east-1');
  const usual = isGoogle ? 'https://storage.googleapis.com' : `https://s3.${region}.amazonaws.com`;
  if (!endpoint) await refuseLinkLocal(usual);
  const keys = await keysFor(location, secrets, own, region);
  const send = keys ? signed(keys, 's3', region) : fetch;
  return new S3Place(endpoint ?? usual, bucket, prefix, send);
}

export async function keysFor(
  { role_arn, external_id }: Pick<Location, 'role_arn' | 'external_id'>,
  { access_key_id, secret_access_key }: LocationSecrets,
  own: OwnAccess,
  region: string,
): Promise<AwsKeys | undefined> {
  const keys =
    access_key_id && secret_access_key
      ? { accessKeyId: access_key_id, secretAccessKey: secret_access_key }
      : own.aws;
  if (role_arn === undefined) return keys;
  if (!keys) {
    throw new ImportError(
      'Taking on a role needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of Farthing’s own.',
    );
  }
  return assumeRole(keys, {
    arn: role_arn,
    externalId: external_id,
    region,
    endpoint: own.stsEndpoint,
  });
}

/** Only what lies in the import folder, links resolved: the server can read much that is no bill. */
async function openFolder(url: string, importFolder: string | undefined): Promise<Place> {
  if (importFolder === undefined) {
    throw new ImportError('file:// locations need the setting FARTHING_IMPORT_FOLDER.');
  }
  const gone = (error: unknown) => {
    throw new ImportError(`The folder ${fileURLToPath(url)} is not there.`, [], { cause: error });
  };
  const folder = await realpath(fileURLToPath(url)).catch(gone);
  const root = await realpath(importFolder).catch(gone);
  if (folder !== root && !folder.startsWith(root + sep)) {
    throw new ImportError(
      'A file:// location must lie in the folder that FARTHING_IMPORT_FOLDER names.',
    );
  }
  return new FolderPlace(folder);
}

/** Opens what an operator names on the command line: a folder, a bucket or a file on the web. */
export async function openAddress(named: string, own: OwnAccess): Promise<Place> {
  if (!/^\w+:\/\//.test(named)) return new FolderPlace(named);
  if (/^https?:/.test(named)) {
    await refuseLinkLocal(named);
    return new WebPlace(named);
  }
  const checked = Location.safeParse({ url: named });
  if (!checked.success || named.startsWith('file:')) {
    throw new ImportError(`${named} is neither a path nor an address of http, https, s3 or gs.`);
  }
  return openLocation(checked.data, {}, own);
}
