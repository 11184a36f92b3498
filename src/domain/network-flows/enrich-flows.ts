import { literal, selectList } from '../../platform/store/clickhouse/sql-text.js';
import { isAddress, isPublicAddress } from './address-sql.js';
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
];

/** SQL that is true for aggregated records with two addresses; the others are malformed. */
export const hasAddresses = `${isAddress('near_address')} AND ${isAddress('peer_address')}`;

/** The instance that a record names owns the interface, even if the inventory does not know it. */
const ownInstanceArn =
  "concat('arn:', multiIf(startsWith(region, 'cn-'), 'aws-cn', startsWith(region, 'us-gov-'), 'aws-us-gov', 'aws')," +
  " ':ec2:', region, ':', account_id, ':instance/', instance_id)";

/**
 * Statement that stores aggregated records as network flows: it looks up the owner of the interface and
 * the peer, names the category, and leaves out traffic that is free.
 */
export function insertFlows(load: EnrichedLoad): string {
  const isEgress = "flow_direction = 'egress'";
  const source = `if(${isEgress}, near_address, peer_address)`;
  const destination = `if(${isEgress}, peer_address, near_address)`;
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
    resource_uuid: `multiIf(own_uuid != '', own_uuid, instance_id != '', ${ownInstanceArn}, ${known('interface_id')})`,
    srcaddr: source,
    srchostname: known(hostNameOf(source, load.hostNames)),
    dstaddr: destination,
    dsthostname: known(hostNameOf(destination, load.hostNames)),
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
 * Records with the owner of their interface and their peer, looked up in the same VPC first. Columns of
 * the joined tables have names of their own, so that those of the records stay as they are.
 */
function flowsWithPeers({ records, interfaces }: EnrichedLoad): string {
  const peers = peerColumns.map(
    (column) => `if(near_interface_id != '', near_${column}, far_${column}) AS peer_${column}`,
  );
  const near = peerColumns.map((column) => `${column} AS near_${column}`);
  const far = peerColumns.map((column) => `any(${column}) AS far_${column}`);
  return (
    `SELECT flow.*, own_uuid, own_is_nat,\n  ${peers.join(',\n  ')}\n` +
    `FROM (SELECT * FROM ${records} WHERE outcome = 'flow' AND ${hasAddresses}) AS flow\n` +
    `LEFT ANY JOIN (SELECT interface_id AS own_id, any(resource_uuid) AS own_uuid, max(is_nat) AS own_is_nat\n` +
    `  FROM ${interfaces} GROUP BY own_id) AS own ON flow.interface_id = own.own_id\n` +
    `LEFT ANY JOIN (SELECT address AS near_key, ${near.join(', ')}\n` +
    `  FROM ${interfaces} WHERE address != '' AND vpc_id != '') AS near\n` +
    `  ON flow.peer_address = near.near_key AND flow.vpc_id = near.near_vpc_id\n` +
    // An address of another VPC says who the peer is only if no other interface has it.
    `LEFT ANY JOIN (SELECT address AS far_key, ${far.join(', ')}\n` +
    `  FROM ${interfaces} WHERE address != '' GROUP BY far_key HAVING uniqExact(interface_id) = 1) AS far\n` +
    `  ON flow.peer_address = far.far_key`
  );
}

/** An IPv6 address of a VPC looks public, and so do some IPv4 ones: a known address counts as what it is. */
function categoryOf(): string {
  const isPublic = isPublicAddress('peer_address');
  const isKnown = "peer_interface_id != ''";
  return (
    `multiIf(${isPublic} AND NOT (${isKnown}), 'public',` +
    ` NOT (${isKnown}) OR peer_region = '' OR region = '', 'unknown',` +
    ` peer_region != region, 'cross_region',` +
    ` (peer_az_id != '' AND peer_az_id = az_id) OR (peer_subnet_id != '' AND peer_subnet_id = subnet_id), 'free',` +
    ` peer_az_id = '' OR az_id = '', 'unknown', 'cross_az')`
  );
}
