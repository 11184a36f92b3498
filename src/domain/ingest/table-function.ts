import { literal } from '../../platform/store/clickhouse/sql-text.js';
import { ImportError } from './import-error.js';
import type { Sql } from './sql/sql.js';
import type { ObjectStoreCredentials } from './source-file.js';

/** How the engine reads files: format, columns and compression. */
export interface ReadOptions {
  format: string;
  structure?: string;
  compression: string;
}

/** The engine's table function that reads files of one kind at these paths or URLs. */
export function tableFunction(
  locations: readonly string[],
  options: ReadOptions,
  credentials: ObjectStoreCredentials = {},
): Sql {
  const url = new RegExp('^(s3|gs|az)://([^/]+)/').exec(locations[0] ?? '');
  if (url === null) return call('file', [glob(locations)], options);
  const [scheme, bucket] = [url[1], url[2] ?? ''];
  const keys = glob(locations.map((location) => location.slice(url[0].length)));
  if (scheme === 'az') return azureCall(bucket, keys, options, credentials);
  const endpoint =
    credentials.endpoint ??
    (scheme === 'gs' ? 'https://storage.googleapis.com' : 'https://s3.amazonaws.com');
  return call(
    scheme === 'gs' ? 'gcs' : 's3',
    [`${endpoint}/${bucket}/${keys}`],
    options,
    credentials,
  );
}

function call(
  name: string,
  locationArguments: string[],
  options: ReadOptions,
  credentials: ObjectStoreCredentials = {},
): Sql {
  const keys =
    credentials.accessKeyId === undefined
      ? []
      : [literal(credentials.accessKeyId), literal(credentials.secretAccessKey ?? '')];
  const role =
    credentials.roleArn === undefined
      ? []
      : [`extra_credentials(role_arn = ${literal(credentials.roleArn)})`];
  const input = [literal(options.format), literal(options.structure ?? 'auto')];
  return `${name}(${[...locationArguments.map(literal), ...keys, ...input, literal(options.compression), ...role].join(', ')})`;
}

function azureCall(
  container: string,
  blobs: string,
  options: ReadOptions,
  credentials: ObjectStoreCredentials,
): Sql {
  if (credentials.endpoint === undefined) {
    throw new ImportError('An az:// URL needs the URL of its storage account.');
  }
  const account =
    credentials.accessKeyId === undefined
      ? []
      : [credentials.accessKeyId, credentials.secretAccessKey ?? ''];
  const parameters = [
    credentials.endpoint,
    container,
    blobs,
    ...account,
    options.format,
    options.compression,
  ];
  return `azureBlobStorage(${[...parameters, options.structure ?? 'auto'].map(literal).join(', ')})`;
}

/** Combines several locations into one pattern: `/bills/{a,b}`. A pattern must not start with a brace, or the engine treats it as a relative path. */
function glob(locations: readonly string[]): string {
  const invalid = locations.find((location) => /[*?{},]/.test(location));
  if (invalid !== undefined) {
    throw new ImportError(`The path ${invalid} contains pattern characters (* ? { } ,).`);
  }
  const [first = '', ...others] = locations;
  if (others.length === 0) return first;
  const folder = commonFolder(locations);
  return `${folder}{${locations.map((location) => location.slice(folder.length)).join(',')}}`;
}

function commonFolder(locations: readonly string[]): string {
  const [first = ''] = locations;
  let length = first.length;
  while (!locations.every((location) => location.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, first.lastIndexOf('/', length - 1) + 1);
}
