import { type Decimal } from '../../../platform/lib/decimal.js';

export type AllocationCategory = 'cpu' | 'ram' | 'gpu' | 'storage' | 'network' | 'other';

/** Namespace of node capacity that no pod takes. */
export const idleNamespace = '__idle__';
/** Namespace of costs whose namespace is not known. */
export const unknownNamespace = '__unallocated__';

/** What a container, or the rest of a node, is and where it runs. */
export interface AllocationOwner {
  cluster: string;
  namespace: string;
  pod?: string | undefined;
  container?: string | undefined;
  controller?: string | undefined;
  controllerKind?: string | undefined;
  node?: string | undefined;
  service?: string | undefined;
  region?: string | undefined;
  accountId?: string | undefined;
  /** The id that the node has in the bill of its cloud. */
  nodeResourceId?: string | undefined;
  labels: Readonly<Record<string, string>>;
}

/** What one category of an owner cost in a window of at most one day. */
export interface AllocationRow extends AllocationOwner {
  start: Date;
  end: Date;
  category: AllocationCategory;
  /** Core-hours, byte-hours or GPU-hours. */
  requested?: Decimal | undefined;
  used?: Decimal | undefined;
  allocated?: Decimal | undefined;
  /** What the whole node has, on the row of its idle capacity, if it is priced from the bill. */
  capacity?: Decimal | undefined;
  /** Cost in cost reports. */
  amount: Decimal;
  /** Cost at undiscounted prices, in efficiency reports; the same unless it is given. */
  listAmount?: Decimal | undefined;
  /** The part of the undiscounted cost that was requested but not used. */
  idleCost: Decimal;
  currency: string;
}
