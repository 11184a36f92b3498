import { literal } from '../../platform/store/clickhouse/sql-text.js';
import { ImportError } from './import-error.js';
import type { Sql } from './sql/sql.js';
import type { ObjectStoreAccess } from './source-file.js';

/** How the engine is asked to read: its format, the columns, and the packing. */
export interface Reading {
  format: string;
  structure?: string;
  compression: string;
}

/** The engine's own table function for files of one kind at these places. */
export function tableFunction(
  locations: readonly string[],
  reading: Reading,
  access: ObjectStoreAccess = {},
): Sql {
  const address = new RegExp('^(s3|gs|az)://([^/]+)/').exec(locations[0] ?? '');
  if (address === null) return call('file', [glob(locations)], reading);
  const [scheme, bucket] = [address[1], address[2] ?? ''];
  const keys = glob(locations.map((location) => location.slice(address[0].length)));
  if (scheme === 'az') return azureCall(bucket, keys, reading, access);
  const endpoint =
    access.endpoint ??
    (scheme === 'gs' ? 'https://storage.googleapis.com' : 'https://s3.amazonaws.com');
  return call(scheme === 'gs' ? 'gcs' : 's3', [`${endpoint}/${bucket}/${keys}`], reading, access);
}

function call(
  name: string,
  place: string[],
  reading: Reading,
  access: ObjectStoreAccess = {},
): Sql {
  const keys =
    access.accessKeyId === undefined
      ? []
      : [literal(access.accessKeyId), literal(access.secretAccessKey ?? '')];
  const role =
    access.roleArn === undefined
      ? []
      : [`extra_credentials(role_arn = ${literal(access.roleArn)})`];
  const shape = [literal(reading.format), literal(reading.structure ?? 'auto')];
  return `${name}(${[...place.map(literal), ...keys, ...shape, literal(reading.compression), ...role].join(', ')})`;
}

function azureCall(
  container: string,
  blobs: string,
  reading: Reading,
  access: ObjectStoreAccess,
): Sql {
  if (access.endpoint === undefined) {
    throw new ImportError('An az:// address needs the address of its storage account.');
  }
  const account =
    access.accessKeyId === undefined ? [] : [access.accessKeyId, access.secretAccessKey ?? ''];
  const place = [
    access.endpoint,
    container,
    blobs,
    ...account,
    reading.format,
    reading.compression,
  ];
  return `azureBlobStorage(${[...place, reading.structure ?? 'auto'].map(literal).join(', ')})`;
}

/** Several places in one call: `/bills/{a,b}`. The engine takes a path that starts with a brace for a relative one. */
function glob(locations: readonly string[]): string {
  const [first = '', ...others] = locations;
  if (others.length === 0) return first;
  const strange = locations.find((location) => /[*?{},]/.test(location));
  if (strange !== undefined) {
    throw new ImportError(`The file name ${strange} has characters that stand for patterns.`);
  }
  const shared = commonFolder(locations);
  return `${shared}{${locations.map((location) => location.slice(shared.length)).join(',')}}`;
}

function commonFolder(locations: readonly string[]): string {
  const [first = ''] = locations;
  let length = first.length;
  while (!locations.every((location) => location.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, first.lastIndexOf('/', length - 1) + 1);
}
