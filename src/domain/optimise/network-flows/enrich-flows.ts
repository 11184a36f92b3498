import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
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

/** What is known of the interface of a record; columns of the aggregated records. */
const ownColumns = [
  'account_id',
  'region',
  'az_id',
  'vpc_id',
  'subnet_id',
  'interface_id',
  'instance_id',
] as const;

/** What a peer is known by; columns of the table of interfaces. */
const peerColumns = [...ownColumns, 'resource_uuid'] as const;

const hasNearAddress = isAddress(nearPart('near_address'));

/** SQL that is true for aggregated records with two addresses; the others are malformed. */
export const hasAddresses = sql`${hasNearAddress} AND ${isAddress(sql`peer_address`)}`;

/**
 * Statement that stores aggregated records as network flows: it looks up the owner of the interface and
 * the peer, names the category, and leaves out traffic that is free.
 */
export function insertFlows(load: EnrichedLoad): Sql {
  const columns = flowColumns(load);
  // Prefixed, so that no alias hides a column that another expression reads.
  const selected = Object.fromEntries(
    Object.entries(columns).map(([name, expression]) => [`stored_${name}`, expression]),
  );
  return sql`INSERT INTO network_flows (${sql.refs(Object.keys(columns))})
    SELECT
      ${selectList(selected)}
    FROM (
      SELECT *, ${category} AS category
      FROM (${flowsWithPeers(load)})
    )
    WHERE category != 'free'`;
}

/** The stored columns of a flow. */
function flowColumns({ loadId, integrationToken, sampleRate }: EnrichedLoad): Record<string, Sql> {
  const source = (near: Sql, peer: Sql) => sql`if(flow_direction = 'egress', ${near}, ${peer})`;
  const destination = (near: Sql, peer: Sql) => source(peer, near);
  const known = (value: Sql) => sql`nullIf(${value}, '')`;
  const knownColumn = (name: string) => [name, known(sql.ref(name))] as const;
  const addresses = [sql`near_address`, sql`peer_address`] as const;
  const hosts = [sql`near_host`, sql`peer_host`] as const;
  return {
    load_id: sql`${loadId}`,
    integration_token: sql.literal(integrationToken),
    day: sql`day`,
    ...Object.fromEntries(ownColumns.map(knownColumn)),
    resource_uuid: known(sql`own_resource`),
    srcaddr: source(...addresses),
    srchostname: known(source(...hosts)),
    dstaddr: destination(...addresses),
    dsthostname: known(destination(...hosts)),
    flow_direction: sql`flow_direction`,
    ...Object.fromEntries(peerColumns.map((column) => knownColumn(`peer_${column}`))),
    traffic_category: sql`category`,
    traffic_path: sql`if(
      traffic_path IN ('1', '2', '3', '4', '5', '6', '7', '8'), traffic_path, NULL
    )`,
    through_nat: sql`own_is_nat = '1'`,
    bytes: sql`bytes`,
    records: sql`records`,
    sample_rate: sql`toDecimal32(${sql.literal(String(sampleRate))}, 6)`,
  };
}

/**
 * Records with the owner of their interface and what is known of both addresses. A log names the same
 * ends again and again, so each is looked up once. Columns of the joined tables have names of their own,
 * so that those of the records stay as they are.
 */
function flowsWithPeers(lookup: EnrichedLoad): Sql {
  const fields = nearFields.map((field) => sql`${nearPart(field)} AS ${sql.ref(field)}`);
  const peers = sql.refs(peerColumns.map((column) => `peer_${column}`));
  return sql`
    SELECT flow.*, own_resource, own_is_nat, near_host, peer_host, peer_is_public, ${peers}
    FROM (
      SELECT day, near, ${sql.join(fields)}, peer_address, bytes, records
      FROM ${sql.ref(lookup.records)}
      WHERE outcome = 'flow'
    ) AS flow
    INNER JOIN (${knownNearEnds(lookup)}) AS own
      ON flow.near = own.near_key
    INNER JOIN (${knownPeers(lookup)}) AS peer
      ON flow.peer_address = peer.peer_key AND flow.vpc_id = peer.own_vpc`;
}

type Lookup = Pick<EnrichedLoad, 'records' | 'interfaces' | 'hostNames'>;

/** The logged ends that have an address, with the owners of their interfaces. */
function knownNearEnds({ records, interfaces, hostNames }: Lookup): Sql {
  const part = (field: NearField) => sql`toString(${nearPart(field)})`;
  return sql`
    SELECT near_key, toLowCardinality(${ownResource}) AS own_resource, own_is_nat,
      toLowCardinality(${hostNameOf(sql`end_address`, hostNames)}) AS near_host
    FROM (
      SELECT toString(near) AS near_key,
        ${part('interface_id')} AS own_interface,
        ${part('near_address')} AS end_address,
        ${part('account_id')} AS own_account,
        ${part('region')} AS own_region,
        ${part('instance_id')} AS own_instance
      FROM (SELECT near FROM ${sql.ref(records)} WHERE outcome = 'flow' GROUP BY near)
      WHERE ${hasNearAddress}
    ) AS near_end
    LEFT ANY JOIN (
      SELECT interface_id AS own_id, any(resource_uuid) AS own_uuid, max(is_nat) AS own_is_nat
      FROM ${sql.ref(interfaces)}
      GROUP BY own_id
    ) AS owner
      ON near_end.own_interface = owner.own_id`;
}

/** The partition of a region is part of every ARN. */
const ownPartition = sql`multiIf(
  startsWith(own_region, 'cn-'), 'aws-cn',
  startsWith(own_region, 'us-gov-'), 'aws-us-gov',
  'aws'
)`;

const instanceArn = sql`concat(
  'arn:', ${ownPartition}, ':ec2:', own_region, ':', own_account, ':instance/', own_instance
)`;

/** The instance that a record names owns the interface, even if the inventory does not know it. */
const ownResource = sql`multiIf(
  own_uuid != '', own_uuid,
  own_instance = '', own_interface,
  ${instanceArn}
)`;

/** The peers of a log, looked up in the same VPC first. Their texts are numbered here, not again for each flow. */
function knownPeers({ records, interfaces, hostNames }: Lookup): Sql {
  const peers = peerColumns.map((column) => {
    const [same, other] = [sql.ref(`same_${column}`), sql.ref(`other_${column}`)];
    const found = sql`if(same_interface_id != '', ${same}, ${other})`;
    return sql`toLowCardinality(${found}) AS ${sql.ref(`peer_${column}`)}`;
  });
  return sql`
    SELECT peer_key, own_vpc,
      ${isPublicAddress(sql`peer_key`)} AS peer_is_public,
      toLowCardinality(${hostNameOf(sql`peer_key`, hostNames)}) AS peer_host,
      ${sql.join(peers)}
    FROM (
      SELECT *
      FROM (
        SELECT peer_address AS peer_key, ${nearPart('vpc_id')} AS own_vpc
        FROM ${sql.ref(records)}
        WHERE outcome = 'flow'
        GROUP BY peer_key, own_vpc
      )
      WHERE ${isAddress(sql`peer_key`)}
    ) AS address
    LEFT ANY JOIN (${interfacesInVpc(interfaces)}) AS same
      ON address.peer_key = same.same_key AND address.own_vpc = same.same_vpc_id
    LEFT ANY JOIN (${interfacesElsewhere(interfaces)}) AS other
      ON address.peer_key = other.other_key`;
}

/** What is known of the addresses of VPCs. */
function interfacesInVpc(interfaces: string): Sql {
  const columns = peerColumns.map(
    (column) => sql`${sql.ref(column)} AS ${sql.ref(`same_${column}`)}`,
  );
  return sql`
    SELECT address AS same_key, ${sql.join(columns)}
    FROM ${sql.ref(interfaces)}
    WHERE address != '' AND vpc_id != ''`;
}

/** An address of another VPC says who the peer is only if no other interface has it. */
function interfacesElsewhere(interfaces: string): Sql {
  const columns = peerColumns.map(
    (column) => sql`any(${sql.ref(column)}) AS ${sql.ref(`other_${column}`)}`,
  );
  return sql`
    SELECT address AS other_key, ${sql.join(columns)}
    FROM ${sql.ref(interfaces)}
    WHERE address != ''
    GROUP BY other_key
    HAVING uniqExact(interface_id) = 1`;
}

/** An IPv6 address of a VPC looks public, and so do some IPv4 ones: a known address counts as what it is. */
const category = sql`multiIf(
  peer_is_public AND NOT (peer_interface_id != ''), 'public',
  NOT (peer_interface_id != '') OR peer_region = '' OR region = '', 'unknown',
  peer_region != region, 'cross_region',
  (peer_az_id != '' AND peer_az_id = az_id)
    OR (peer_subnet_id != '' AND peer_subnet_id = subnet_id), 'free',
  peer_az_id = '' OR az_id = '', 'unknown',
  'cross_az'
)`;
