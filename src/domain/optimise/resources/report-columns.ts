import { type Filter, factsOf } from '../../costs/vql/index.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import { metadataKeys } from './metadata-keys.js';
import { canonicalType, resourceTypes } from './resource-types.js';

const baseNames =
  'provider label accruedCosts recommendationSavings resource type region account'.split(' ');

const instanceNames = (
  'provisionedState maxCpu maxMemory maxGpu maxGpuMemory maxEbsReadOpsPerSecond maxEbsWriteOpsPerSecond ' +
  'maxEbsReadBytesPerSecond maxEbsWriteBytesPerSecond maxDiskReadOpsPerSecond maxDiskWriteOpsPerSecond ' +
  'maxDiskReadBytesPerSecond maxDiskWriteBytesPerSecond maxNetworkInBytesPerSecond maxNetworkOutBytesPerSecond ' +
  'maxNetworkPacketsInPerSecond maxNetworkPacketsOutPerSecond maxNetworkThroughputDailyByte ' +
  'maxDatabaseConnections instanceId imageId vpcId subnetId publicIpAddress privateIpAddress publicDnsName ' +
  'instanceType instanceFamily platform spotInstanceRequestId launchTime instanceLifecycle state name ' +
  'platformType platformDetails spotInfo spotPrice datadogAgentInstalled networkInterfaces'
).split(' ');

const camelCase = (name: string) =>
  name.replace(/_+([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The names of the columns that a resource type has, as clients send them; undefined for an unknown type. */
export function columnNames(type: string): string[] | undefined {
  if (!resourceTypes.includes(canonicalType(type))) return undefined;
  return [...baseNames, ...ownNames(canonicalType(type)), 'tags'];
}

const ownNames = (type: string): string[] =>
  type === 'aws_instance' ? instanceNames : (metadataKeys[type] ?? []).map(camelCase);

/** The columns of a report that names none, as they are stored. */
export const baseColumns: readonly string[] = baseNames.map(snakeCase);

const comparable = (name: string) =>
  name
    .replace(/^metadata\./i, '')
    .replace(/[^A-Za-z\d]/g, '')
    .toLowerCase();

/**
 * The columns of a report as they are stored and returned. Own columns of a type need a filter that allows
 * this type only; `accruedCosts`, `accrued_costs` and `metadata.instancetype` name what they seem to.
 */
export function reportColumns(requested: readonly string[], filter: Filter | null): string[] {
  const base = new Map(baseColumns.map((name) => [comparable(name), name]));
  const isBase = (name: string) => !/^tag:/i.test(name) && base.has(comparable(name));
  if (requested.every(isBase) && new Set(requested.map(comparable)).size === base.size) {
    return distinct(requested.map((name) => base.get(comparable(name))!));
  }
  const type = pinnedType(filter);
  if (type === undefined) {
    throw unprocessable('Custom columns can only be set for reports with a single resource type');
  }
  const known = new Map(
    [...baseNames, ...ownNames(type), 'tags'].map((name) => [comparable(name), snakeCase(name)]),
  );
  return distinct(requested.map((name) => columnOf(name, known)));
}

function columnOf(name: string, known: ReadonlyMap<string, string>): string {
  const key = /^tag:(.+)$/is.exec(name)?.[1];
  if (key !== undefined) return `tag:${key}`;
  const column = known.get(comparable(name));
  if (column === undefined) throw unprocessable(`Unknown column: ${name}`);
  return column;
}

const distinct = (names: readonly string[]) => [...new Set(names)];

/** The one resource type that a filter allows; undefined when it allows several. */
export function pinnedType(filter: Filter | null): string | undefined {
  const types = filter === null ? null : factsOf(filter).resourceTypes;
  return types?.length === 1 ? types[0] : undefined;
}
