import type { QueryOf } from '../../api/types.js';

type Parameters = QueryOf<'/v2/network_flow_logs'>;
export type Grouping = NonNullable<Parameters['groupings']>[number];

/** What flows can be grouped by, in the order of menus. */
const labels: Readonly<Record<Grouping, string>> = {
  resource_uuid: 'Resource',
  peer_resource_uuid: 'Peer resource',
  traffic_category: 'Traffic category',
  traffic_path: 'Traffic path',
  flow_direction: 'Direction',
  account_id: 'Account',
  peer_account_id: 'Peer account',
  region: 'Region',
  peer_region: 'Peer region',
  az_id: 'Availability zone',
  peer_az_id: 'Peer availability zone',
  vpc_id: 'VPC',
  peer_vpc_id: 'Peer VPC',
  subnet_id: 'Subnet',
  peer_subnet_id: 'Peer subnet',
  instance_id: 'Instance',
  peer_instance_id: 'Peer instance',
  interface_id: 'Interface',
  peer_interface_id: 'Peer interface',
  srcaddr: 'Source address',
  srchostname: 'Source host',
  dstaddr: 'Destination address',
  dsthostname: 'Destination host',
};

export const groupings = Object.keys(labels) as Grouping[];

const isGrouping = (name: string): name is Grouping => Object.hasOwn(labels, name);

/** `Peer availability zone`, from `peer_az_id`. */
export const groupingLabel = (name: string): string => (isGrouping(name) ? labels[name] : name);

/** The groupings of a report, whose API joins them. */
export const groupingsOf = ({ groupings: joined }: { groupings: string | null }): Grouping[] =>
  (joined ?? '').split(',').filter(isGrouping);
