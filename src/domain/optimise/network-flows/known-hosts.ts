import { type Sql, sql } from '../../../platform/store/sql.js';

/** Ranges whose owner publishes them; the first that contains an address names it. */
const knownHosts: readonly (readonly [range: string, name: string])[] = [
  ['169.254.169.254/32', 'instance-metadata.amazonaws.com'],
  ['169.254.169.253/32', 'resolver.amazonaws.com'],
  ['169.254.169.123/32', 'time.aws.com'],
  ['8.8.8.8/32', 'dns.google'],
  ['8.8.4.4/32', 'dns.google'],
  ['1.1.1.1/32', 'one.one.one.one'],
  ['1.0.0.1/32', 'one.one.one.one'],
  ['9.9.9.9/32', 'dns.quad9.net'],
  ['52.216.0.0/15', 's3.us-east-1.amazonaws.com'],
  ['54.231.0.0/16', 's3.us-east-1.amazonaws.com'],
  ['3.5.0.0/19', 's3.us-east-1.amazonaws.com'],
  ['52.218.128.0/17', 's3.us-west-2.amazonaws.com'],
  ['52.218.0.0/17', 's3.eu-west-1.amazonaws.com'],
  ['3.5.64.0/21', 's3.eu-west-1.amazonaws.com'],
  ['52.219.168.0/22', 's3.eu-central-1.amazonaws.com'],
  ['52.94.0.0/22', 'dynamodb.us-east-1.amazonaws.com'],
  ['140.82.112.0/20', 'github.com'],
  ['185.199.108.0/22', 'github.io'],
  ['151.101.0.0/16', 'fastly.net'],
  ['104.16.0.0/13', 'cloudflare.com'],
  ['142.250.0.0/15', 'google.com'],
];

/** SQL of the name of an address: from the known ranges, else from the names found for addresses, else ''. */
export function hostNameOf(address: Sql, found: ReadonlyMap<string, string>): Sql {
  const known = knownHosts.map(
    ([range, name]) =>
      sql`isIPAddressInRange(${address}, ${sql.literal(range)}), ${sql.literal(name)}`,
  );
  const addresses = sql.array([...found.keys()]);
  const names = sql.array([...found.values()]);
  const other = found.size === 0 ? sql`''` : sql`transform(${address}, ${addresses}, ${names}, '')`;
  return sql`multiIf(${sql.join(known)}, ${other})`;
}
