import { type Sql, sql } from '../../../platform/store/sql.js';

/** Addresses that are not reached over the internet: private, shared, link-local, loopback, multicast. */
const internalRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '127.0.0.0/8',
  '0.0.0.0/8',
  '224.0.0.0/3',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
  '::/127',
];

/** SQL that is true for a valid address of either version. */
export const isAddress = (address: Sql): Sql =>
  sql`(isIPv4String(${address}) OR isIPv6String(${address}))`;

/** SQL that is true for an address of the internet; the address must be valid. */
export function isPublicAddress(address: Sql): Sql {
  const isInternal = internalRanges.map(
    (range) => sql`isIPAddressInRange(${address}, ${sql.literal(range)})`,
  );
  return sql`NOT (${sql.join(isInternal, ' OR ')})`;
}
