import { z } from 'zod';
import { ShapeFailure } from '../../../platform/lib/errors.js';

/** What network flows can be grouped by; the names are the columns of the table. */
export const flowGroupings = [
  'account_id',
  'az_id',
  'dstaddr',
  'dsthostname',
  'flow_direction',
  'interface_id',
  'instance_id',
  'peer_resource_uuid',
  'peer_account_id',
  'peer_vpc_id',
  'peer_region',
  'peer_az_id',
  'peer_subnet_id',
  'peer_interface_id',
  'peer_instance_id',
  'region',
  'resource_uuid',
  'srcaddr',
  'srchostname',
  'subnet_id',
  'traffic_category',
  'traffic_path',
  'vpc_id',
] as const;

export type FlowGrouping = (typeof flowGroupings)[number];

/** A list of groupings; those named twice count once. */
export const flowGroupingList = () =>
  z.array(z.enum(flowGroupings)).transform((names) => [...new Set(names)]);

export const defaultFlowGroupings: readonly FlowGrouping[] = [
  'resource_uuid',
  'traffic_category',
  'peer_resource_uuid',
];

/** The groupings as a report stores them; none selects the default. */
export const joinFlowGroupings = (names: readonly FlowGrouping[]) =>
  (names.length > 0 ? names : defaultFlowGroupings).join();

/** The groupings of a stored report. */
export const splitFlowGroupings = (joined: string) => joined.split(',') as FlowGrouping[];

export const flowDirections = ['all', 'ingress', 'egress'] as const;
export const flowWeights = ['costs', 'bytes'] as const;
export type FlowDirection = (typeof flowDirections)[number];
export type FlowWeight = (typeof flowWeights)[number];

/** What traffic took, by the code in the logs. */
export const trafficPaths: Readonly<Record<string, string>> = {
  '1': 'In VPC',
  '2': 'Internet Gateway or Gateway VPC Endpoint',
  '3': 'Virtual Private Gateway',
  '4': 'Intra-Region VPC Peering',
  '5': 'Inter-Region VPC Peering',
  '6': 'Local Gateway',
  '7': 'Gateway VPC Endpoint (Nitro-based instances)',
  '8': 'Internet Gateway (Nitro-based instances)',
};

/** Both dates of a request, or none. */
export function readDatePair(
  start: string | undefined,
  end: string | undefined,
): { start: string; end: string } | undefined {
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined) {
    throw new ShapeFailure(['start_date and end_date must be sent together']);
  }
  if (start > end) throw new ShapeFailure(['start_date must not be after end_date']);
  return { start, end };
}
