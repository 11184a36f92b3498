import { createHash } from 'node:crypto';
import { awsAccounts } from './company.js';

/** Something with a network interface. */
export interface Host {
  name: string;
  kind: 'instance' | 'database' | 'nat';
  account: string;
  region: string;
  zone: string;
  vpc: string;
  subnet: string;
  address: string;
  interfaceId: string;
  /** Instance, database or NAT gateway. */
  id: string;
}

const hexOf = (text: string, length = 17) =>
  createHash('sha256').update(`harbourline ${text}`).digest('hex').slice(0, length);

const places = {
  'us-east-1': { vpc: 'main', zones: ['use1-az1', 'use1-az2', 'use1-az4'], network: '10.20' },
  'eu-west-1': { vpc: 'europe', zones: ['euw1-az1', 'euw1-az2'], network: '10.40' },
} as const;

function newHost(
  name: string,
  app: string,
  zone: number,
  kind: Host['kind'] = 'instance',
  region: keyof typeof places = 'us-east-1',
): Host {
  const { vpc, zones, network } = places[region];
  const account = awsAccounts.find((each) => each.name === app)!.id;
  const prefix = { instance: 'i-', database: '', nat: 'nat-' }[kind];
  const number = Number.parseInt(hexOf(`${name} address`, 2), 16) % 250;
  return {
    name,
    kind,
    account,
    region,
    zone: zones[zone]!,
    vpc: `vpc-${hexOf(vpc)}`,
    subnet: `subnet-${hexOf(`${vpc} ${zone}`)}`,
    address: `${network}.${zone * 16 + Number.parseInt(hexOf(name, 1), 16)}.${number + 4}`,
    interfaceId: `eni-${hexOf(`${name} interface`)}`,
    id: kind === 'database' ? name : `${prefix}${hexOf(name)}`,
  };
}

export const hosts: readonly Host[] = [
  newHost('storefront-web-1', 'storefront-prod', 0),
  newHost('storefront-web-2', 'storefront-prod', 1),
  newHost('checkout-api-1', 'checkout-prod', 0),
  newHost('checkout-db', 'checkout-prod', 1, 'database'),
  newHost('search-index-1', 'search-prod', 1),
  newHost('search-index-2', 'search-prod', 2),
  newHost('recommendations-model', 'recommendations-prod', 2),
  newHost('mobile-api-1', 'mobile-api-prod', 0),
  newHost('data-platform-ingest', 'data-platform-prod', 1),
  newHost('data-platform-warehouse', 'data-platform-prod', 2, 'database'),
  newHost('data-platform-europe', 'data-platform-prod', 0, 'database', 'eu-west-1'),
  newHost('nat-main', 'network', 0, 'nat'),
];

export const hostArn = ({ kind, region, account, id }: Host): string =>
  kind === 'database'
    ? `arn:aws:rds:${region}:${account}:db:${id}`
    : `arn:aws:ec2:${region}:${account}:${kind === 'nat' ? 'natgateway' : 'instance'}/${id}`;

/** Gigabytes per day from one host to another, or to an address of the internet. */
const traffic: readonly (readonly [from: string, to: string, gigabytes: number])[] = [
  ['storefront-web-1', 'search-index-1', 210],
  ['storefront-web-2', 'search-index-1', 40],
  ['storefront-web-1', 'recommendations-model', 95],
  ['storefront-web-2', 'checkout-api-1', 60],
  ['checkout-api-1', 'checkout-db', 180],
  ['mobile-api-1', 'search-index-2', 130],
  ['search-index-1', 'search-index-2', 420],
  ['data-platform-ingest', 'data-platform-warehouse', 640],
  ['data-platform-warehouse', 'data-platform-europe', 150],
  ['recommendations-model', 'data-platform-warehouse', 75],
  ['storefront-web-1', '104.18.7.42', 160],
  ['storefront-web-2', '104.18.7.42', 145],
  ['mobile-api-1', '151.101.65.6', 88],
  ['data-platform-ingest', '52.216.131.45', 260],
  ['nat-main', '140.82.114.4', 34],
  ['nat-main', '203.0.113.77', 52],
  ['checkout-api-1', '198.51.100.20', 9],
  ['checkout-api-1', '172.31.9.9', 3],
];

const fields =
  'version account-id interface-id srcaddr dstaddr bytes start end action log-status vpc-id subnet-id' +
  ' instance-id region az-id flow-direction traffic-path';

const hoursPerRecord = 6;

/** A flow log with records of every six hours; what is sent is received by its peer as well. */
export function flowLog(days: readonly string[], seed: number): string {
  const byName = new Map(hosts.map((host) => [host.name, host]));
  const lines = days.flatMap((day) =>
    traffic.flatMap(([from, to, gigabytes]) => {
      const [source, peer] = [byName.get(from)!, byName.get(to)];
      const destination = peer?.address ?? to;
      return Array.from({ length: 24 / hoursPerRecord }, (_, part) => {
        const start = Date.parse(`${day}T00:00:00Z`) / 1000 + part * hoursPerRecord * 3600;
        const share = gigabytes * 2 ** 30 * (hoursPerRecord / 24);
        const bytes = Math.round(share * factor(`${seed} ${day} ${from} ${to} ${part}`, day));
        const record = (host: Host, direction: 'egress' | 'ingress') =>
          [
            '5',
            host.account,
            host.interfaceId,
            source.address,
            destination,
            bytes,
            start,
            start + 600,
            'ACCEPT OK',
            host.vpc,
            host.subnet,
            host.kind === 'instance' ? host.id : '-',
            host.region,
            host.zone,
            direction,
            direction === 'egress' ? pathOf(source, peer) : '-',
          ].join(' ');
        return [record(source, 'egress'), ...(peer ? [record(peer, 'ingress')] : [])];
      }).flat();
    }),
  );
  return `${[fields, ...lines].join('\n')}\n`;
}

/** Between 0.8 and 1.2, and less on weekends. */
function factor(key: string, day: string): number {
  const random = Number.parseInt(hexOf(key, 6), 16) / 0xffffff;
  const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  return (0.8 + 0.4 * random) * (isWeekend ? 0.7 : 1);
}

function pathOf(source: Host, peer: Host | undefined): string {
  if (peer === undefined) return '8';
  return peer.region === source.region ? '1' : '5';
}
