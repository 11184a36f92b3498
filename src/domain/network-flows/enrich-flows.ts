import { literal, selectList } from '../../platform/store/clickhouse/sql-text.js';
import { isAddress, isPublicAddress } from './address-sql.js';
import { type NearField, nearFields, nearPart } from './flow-records.js';
import { hostNameOf } from './known-hosts.js';

export interface EnrichedLoad {
  loadId: number;
  integrationToken: string;
  /** Share of the records that was read, from 0 to 1. */
  sampleRate: number;
  /** Table with the aggregated records. */
  records: string;
  /** Table with the known interfaces. */
  interfaces: string;
  /** Names that were found for addresses. */
  hostNames: ReadonlyMap<string, string>;
}

/** What a peer is known by; columns of the table of interfaces. */
const peerColumns = [
  'account_id',
  'region',
  'az_id',
  'vpc_id',
  'subnet_id',
  'interface_id',
  'instance_id',
  'resource_uuid',
] as const;

const hasNearAddress = isAddress(nearPart('near_address'));

/** SQL that is true for aggregated records with two addresses; the others are malformed. */
export const hasAddresses = `${hasNearAddress} AND ${isAddress('peer_address')}`;

/**
 * Statement that stores aggregated records as network flows: it looks up the owner of the interface and
 * the peer, names the category, and leaves out traffic that is free.
 */
export function insertFlows(load: EnrichedLoad): string {
  const isEgress = "flow_direction = 'egress'";
  const source = (near: string, peer: string) => `if(${isEgress}, ${near}, ${peer})`;
  const destination = (near: string, peer: string) => source(peer, near);
  const known = (column: string) => `nullIf(${column}, '')`;
  const columns: Record<string, string> = {
    load_id: String(load.loadId),
    integration_token: literal(load.integrationToken),
    day: 'day',
    ...Object.fromEntries(
      ['account_id', 'region', 'az_id', 'vpc_id', 'subnet_id', 'interface_id', 'instance_id'].map(
        (column) => [column, known(column)],
      ),
    ),
    resource_uuid: known('own_resource'),
    srcaddr: source('near_address', 'peer_address'),
    srchostname: known(source('near_host', 'peer_host')),
    dstaddr: destination('near_address', 'peer_address'),
    dsthostname: known(destination('near_host', 'peer_host')),
    flow_direction: 'flow_direction',
    ...Object.fromEntries(peerColumns.map((column) => [`peer_${column}`, known(`peer_${column}`)])),
    traffic_category: 'category',
    traffic_path:
      "if(traffic_path IN ('1', '2', '3', '4', '5', '6', '7', '8'), traffic_path, NULL)",
    through_nat: "own_is_nat = '1'",
    bytes: 'bytes',
    records: 'records',
    sample_rate: `toDecimal32('${load.sampleRate}', 6)`,
  };
  // Prefixed, so that no alias hides a column that another expression reads.
  const selected = Object.fromEntries(
    Object.entries(columns).map(([name, expression]) => [`stored_${name}`, expression]),
  );
  return (
    `INSERT INTO network_flows (${Object.keys(columns).join(', ')})\n` +
    `SELECT\n  ${selectList(selected)}\nFROM (\n` +
    `SELECT *, ${categoryOf()} AS category\nFROM (\n${flowsWithPeers(load)}\n)\n)\n` +
    `WHERE category != 'free'`
  );
}

/**
 * Records with the owner of their interface and what is known of both addresses. A log names the same
 * ends again and again, so each is looked up once. Columns of the joined tables have names of their own,
 * so that those of the records stay as they are.
 */
function flowsWithPeers(lookup: EnrichedLoad): string {
  const fields = nearFields.map((field) => `${nearPart(field)} AS ${field}`);
  const peers = peerColumns.map((column) => `peer_${column}`);
  return (
    `SELECT flow.*, own_resource, own_is_nat, near_host, peer_host, peer_is_public, ${peers.join(', ')}\n` +
    `FROM (SELECT day, near, ${fields.join(', ')}, peer_address, bytes, records\n` +
    `  FROM ${lookup.records} WHERE outcome = 'flow') AS flow\n` +
    `INNER JOIN (\n${knownNearEnds(lookup)}\n) AS own ON flow.near = own.near_key\n` +
    `INNER JOIN (\n${knownPeers(lookup)}\n) AS peer\n` +
    `  ON flow.peer_address = peer.peer_key AND flow.vpc_id = peer.own_vpc`
  );
}

type Lookup = Pick<EnrichedLoad, 'records' | 'interfaces' | 'hostNames'>;

/** The logged ends that have an address, with the owners of their interfaces. */
function knownNearEnds({ records, interfaces, hostNames }: Lookup): string {
  const part = (field: NearField) => `toString(${nearPart(field)})`;
  return (
    `SELECT near_key, toLowCardinality(${ownResource}) AS own_resource, own_is_nat,\n` +
    `  toLowCardinality(${hostNameOf('end_address', hostNames)}) AS near_host\n` +
    `FROM (SELECT toString(near) AS near_key, ${part('interface_id')} AS own_interface,\n` +
    `    ${part('near_address')} AS end_address, ${part('account_id')} AS own_account,\n` +
    `    ${part('region')} AS own_region, ${part('instance_id')} AS own_instance\n` +
    `  FROM (SELECT near FROM ${records} WHERE outcome = 'flow' GROUP BY near)\n` +
    `  WHERE ${hasNearAddress}) AS near_end\n` +
    `LEFT ANY JOIN (SELECT interface_id AS own_id, any(resource_uuid) AS own_uuid, max(is_nat) AS own_is_nat\n` +
    `  FROM ${interfaces} GROUP BY own_id) AS owner ON near_end.own_interface = owner.own_id`
  );
}

/** The instance that a record names owns the interface, even if the inventory does not know it. */
const ownResource =
  "multiIf(own_uuid != '', own_uuid, own_instance = '', own_interface, concat('arn:'," +
  " multiIf(startsWith(own_region, 'cn-'), 'aws-cn', startsWith(own_region, 'us-gov-'), 'aws-us-gov', 'aws')," +
  " ':ec2:', own_region, ':', own_account, ':instance/', own_instance))";

/** The peers of a log, looked up in the same VPC first. Their texts are numbered here, not again for each flow. */
function knownPeers({ records, interfaces, hostNames }: Lookup): string {
  const peers = peerColumns.map(
    (column) =>
      `toLowCardinality(if(same_interface_id != '', same_${column}, other_${column})) AS peer_${column}`,
  );
  const same = peerColumns.map((column) => `${column} AS same_${column}`);
  const other = peerColumns.map((column) => `any(${column}) AS other_${column}`);
  return (
    `SELECT peer_key, own_vpc, ${isPublicAddress('peer_key')} AS peer_is_public,\n` +
    `  toLowCardinality(${hostNameOf('peer_key', hostNames)}) AS peer_host, ${peers.join(', ')}\n` +
    `FROM (SELECT * FROM\n` +
    `  (SELECT peer_address AS peer_key, ${nearPart('vpc_id')} AS own_vpc\n` +
    `    FROM ${records} WHERE outcome = 'flow' GROUP BY peer_key, own_vpc)\n` +
    `  WHERE ${isAddress('peer_key')}) AS address\n` +
    `LEFT ANY JOIN (SELECT address AS same_key, ${same.join(', ')}\n` +
    `  FROM ${interfaces} WHERE address != '' AND vpc_id != '') AS same\n` +
    `  ON address.peer_key = same.same_key AND address.own_vpc = same.same_vpc_id\n` +
    // An address of another VPC says who the peer is only if no other interface has it.
    `LEFT ANY JOIN (SELECT address AS other_key, ${other.join(', ')}\n` +
    `  FROM ${interfaces} WHERE address != '' GROUP BY other_key HAVING uniqExact(interface_id) = 1) AS other\n` +
    `  ON address.peer_key = other.other_key`
  );
}

/** An IPv6 address of a VPC looks public, and so do some IPv4 ones: a known address counts as what it is. */
function categoryOf(): string {
  const isKnown = "peer_interface_id != ''";
  return (
    `multiIf(peer_is_public AND NOT (${isKnown}), 'public',` +
    ` NOT (${isKnown}) OR peer_region = '' OR region = '', 'unknown',` +
    ` peer_region != region, 'cross_region',` +
    ` (peer_az_id != '' AND peer_az_id = az_id) OR (peer_subnet_id != '' AND peer_subnet_id = subnet_id), 'free',` +
    ` peer_az_id = '' OR az_id = '', 'unknown', 'cross_az')`
  );
}
